import { useStore } from '@griot/shell-sdk/react'
import { useEffect, useState } from 'react'
import type { Toasts } from './toasts.ts'

/** A toast that somebody holds on the screen does not keep the others waiting for ever. */
const MOST_WAITED_MS = 10_000

/** Whether something that waits may appear: once no toast is open, and from then on until it waits no more. */
export const useTurnAfter = (toasts: Toasts, isWaiting: boolean) => {
  const isToastOpen = useStore(toasts.state, (toast) => toast?.open ?? false)
  const [isTurn, setTurn] = useState(false)

  useEffect(() => {
    if (!isWaiting) return setTurn(false)
    if (!isToastOpen) return setTurn(true)
    const timer = setTimeout(() => setTurn(true), MOST_WAITED_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, isToastOpen])

  return isTurn && isWaiting
}
