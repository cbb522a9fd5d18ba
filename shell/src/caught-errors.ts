import type { RootOptions } from 'react-dom/client'

const CAUGHT = 'griot:caught'

export interface CaughtError {
  error: unknown
  boundary: unknown
}

/** Publishes errors that an error boundary caught, also a boundary of a module. React reports them nowhere else. */
export const reportCaught: NonNullable<RootOptions['onCaughtError']> = (error, { componentStack, errorBoundary }) => {
  console.error(error, componentStack)
  window.dispatchEvent(new CustomEvent<CaughtError>(CAUGHT, { detail: { error, boundary: errorBoundary } }))
}

export const onCaught = (listener: (caught: CaughtError) => void) =>
  window.addEventListener(CAUGHT, (event) => listener((event as CustomEvent<CaughtError>).detail))
