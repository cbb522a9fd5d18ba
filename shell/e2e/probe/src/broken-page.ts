import { useEffect, useState } from 'react'
import { isFaulty } from './fault.ts'

/** Renders without end. */
export const useRenderLoop = () => {
  const [renders, setRenders] = useState(0)
  useEffect(() => {
    if (isFaulty('render-loop')) setRenders(renders + 1)
  }, [renders])
}

/** Tells the test, and runs until the tab ends. */
export const loopForEver = () => {
  if (!isFaulty('endless')) return
  navigator.sendBeacon('/probe-is-endless')
  for (;;);
}
