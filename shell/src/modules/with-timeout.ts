import { useEffect, useState } from 'react'
import { natives } from '../natives.ts'

export class TimeoutError extends Error {}

/** A module was mounted and renders nothing. */
export class StallError extends Error {}

/** A mounted module renders without end. */
export class RenderLoopError extends Error {}

/** Settles like the promise, or rejects with a {@link TimeoutError}. The work itself continues. */
export const withTimeout = async <T>(work: Promise<T>, ms: number, message: string): Promise<T> => {
  const { setTimeout, clearTimeout } = natives()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(message)), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

export const pause = (ms: number) => {
  const { setTimeout } = natives()
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export const useElapsed = (ms: number) => {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const { setTimeout, clearTimeout } = natives()
    const timer = setTimeout(() => setElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}
