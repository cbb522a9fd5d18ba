// A header that says it is not at the beginning of a large file; what takes longer is not worth the wait.
const MOST_MS = 10_000

/** How long a recording is by what the browser makes of it, in seconds; null when it cannot tell. */
export const readDuration = (file: File) =>
  new Promise<number | null>((resolve) => {
    if (typeof URL.createObjectURL !== 'function') return resolve(null)
    const address = URL.createObjectURL(file)
    const sound = new Audio()
    const finish = (seconds: number | null) => {
      clearTimeout(timer)
      sound.removeAttribute('src')
      URL.revokeObjectURL(address)
      resolve(seconds)
    }
    const timer = setTimeout(() => finish(null), MOST_MS)
    sound.addEventListener('loadedmetadata', () =>
      finish(Number.isFinite(sound.duration) && sound.duration > 0 ? sound.duration : null),
    )
    sound.addEventListener('error', () => finish(null))
    sound.preload = 'metadata'
    sound.src = address
  })
