import type { RootOptions } from 'react-dom/client'

const CAUGHT = 'griot:caught'

export interface CaughtError {
  error: unknown
  boundary: unknown
}

/** For every root: what a boundary caught is lost otherwise, and modules have boundaries of their own. */
export const tellCaught: NonNullable<RootOptions['onCaughtError']> = (error, { componentStack, errorBoundary }) => {
  console.error(error, componentStack)
  window.dispatchEvent(new CustomEvent<CaughtError>(CAUGHT, { detail: { error, boundary: errorBoundary } }))
}

export const onCaught = (listener: (caught: CaughtError) => void) =>
  window.addEventListener(CAUGHT, (event) => listener((event as CustomEvent<CaughtError>).detail))
