import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const BYTES_PER_SECOND = 16_000
const BUFFER_SECONDS = 15
const RANGE_BYTES = 64_000

interface Playback {
  playedSeconds: number
  /** Seconds without buffered audio. */
  stalledSeconds: number
  retries: number
  /** Responses with another status or other bytes than expected. */
  errors: string[]
}

/**
 * Plays a recording of 128 kbit/s in a loop. Like a browser, it keeps a buffer of fifteen seconds and retries failed requests.
 * Returns a function that stops it.
 */
export const startPlayer = (url: URL, cookie: string, bytes: Buffer) => {
  const playback: Playback = { playedSeconds: 0, stalledSeconds: 0, retries: 0, errors: [] }
  const stopping = new AbortController()

  const fetchRange = async (from: number) => {
    const to = Math.min(from + RANGE_BYTES, bytes.length) - 1
    try {
      const response = await fetch(url, {
        headers: { cookie, range: `bytes=${from}-${to}`, 'sec-fetch-dest': 'audio' },
        signal: stopping.signal,
      })
      const range = Buffer.from(await response.arrayBuffer())
      if (response.status === 503) throw new Error('the service sheds load')
      if (response.status !== 206) playback.errors.push(`${response.status} for ${from}-${to}`)
      else if (!range.equals(bytes.subarray(from, to + 1))) playback.errors.push(`other bytes for ${from}-${to}`)
      return to + 1 - from
    } catch {
      if (!stopping.signal.aborted) playback.retries += 1
      await sleep(200)
      return 0
    }
  }

  const playing = (async () => {
    let buffered = 0
    let position = 0
    let last = performance.now()
    let hasStarted = false
    while (!stopping.signal.aborted) {
      if (buffered < BUFFER_SECONDS * BYTES_PER_SECOND) {
        const received = await fetchRange(position)
        position = (position + received) % bytes.length
        buffered += received
      } else await sleep(200)
      const now = performance.now()
      if (hasStarted) {
        const needed = ((now - last) / 1_000) * BYTES_PER_SECOND
        playback.stalledSeconds += Math.max(0, needed - buffered) / BYTES_PER_SECOND
        playback.playedSeconds += Math.min(needed, buffered) / BYTES_PER_SECOND
        buffered = Math.max(0, buffered - needed)
      }
      hasStarted ||= buffered > 0
      last = now
    }
  })()

  return async () => {
    stopping.abort()
    await playing
    return playback
  }
}
