export class TimeoutError extends Error {}

/** A module is there, was mounted, and shows nothing. */
export class StallError extends Error {}

/** Settles as the work does, or rejects with a {@link TimeoutError}; the work itself goes on. */
export const withTimeout = async <T>(work: Promise<T>, ms: number, message: string): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(message)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
