import { type ReactNode, startTransition, useEffect } from 'react'
import type { Root } from 'react-dom/client'
import { unstable_forceFrameRate as sliceAt } from 'scheduler'

/** Slices a second: long enough that little comes in between, short enough that a page can answer between two of them. */
const FIRST_DRAWING = 20
const AS_REACT_DOES = 0

/**
 * Draws a page for the first time. In one go, frame and content together would hold a slow phone up for a quarter of a
 * second; in React's own slices of 5 ms they would come a tenth later, because the browser looks up after each of them.
 */
export const drawInSlices = (root: Root, page: ReactNode) => {
  sliceAt(FIRST_DRAWING)
  startTransition(() =>
    root.render(
      <>
        {page}
        <Drawn />
      </>,
    ),
  )
}

function Drawn() {
  useEffect(() => sliceAt(AS_REACT_DOES), [])
  return null
}
