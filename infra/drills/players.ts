import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const BYTES_A_SECOND = 16_000
const AHEAD_SECONDS = 15
const PIECE_BYTES = 64_000

interface Heard {
  seconds: number
  /** Seconds of silence, because nothing was there to play. */
  silence: number
  /** Pieces that had to be asked for once more. */
  again: number
  /** Answers that were not what was asked for. */
  wrong: string[]
}

/**
 * Somebody who hears a recording of 128 kbit/s, again from its beginning when it is over. As a browser does, the player keeps
 * fifteen seconds ahead and asks again for what did not come.
 */
export const startPlayer = (address: URL, cookie: string, bytes: Buffer) => {
  const heard: Heard = { seconds: 0, silence: 0, again: 0, wrong: [] }
  const leaving = new AbortController()

  const fetchPiece = async (from: number) => {
    const to = Math.min(from + PIECE_BYTES, bytes.length) - 1
    try {
      const answer = await fetch(address, {
        headers: { cookie, range: `bytes=${from}-${to}`, 'sec-fetch-dest': 'audio' },
        signal: leaving.signal,
      })
      const piece = Buffer.from(await answer.arrayBuffer())
      if (answer.status === 503) throw new Error('busy')
      if (answer.status !== 206) heard.wrong.push(`${answer.status} for ${from}-${to}`)
      else if (!piece.equals(bytes.subarray(from, to + 1))) heard.wrong.push(`other bytes for ${from}-${to}`)
      return to + 1 - from
    } catch {
      if (!leaving.signal.aborted) heard.again += 1
      await sleep(200)
      return 0
    }
  }

  const playing = (async () => {
    let there = 0
    let position = 0
    let last = performance.now()
    let hasBegun = false
    while (!leaving.signal.aborted) {
      if (there < AHEAD_SECONDS * BYTES_A_SECOND) {
        const came = await fetchPiece(position)
        position = (position + came) % bytes.length
        there += came
      } else await sleep(200)
      const now = performance.now()
      if (hasBegun) {
        const wanted = ((now - last) / 1_000) * BYTES_A_SECOND
        heard.silence += Math.max(0, wanted - there) / BYTES_A_SECOND
        heard.seconds += Math.min(wanted, there) / BYTES_A_SECOND
        there = Math.max(0, there - wanted)
      }
      hasBegun ||= there > 0
      last = now
    }
  })()

  return async () => {
    leaving.abort()
    await playing
    return heard
  }
}
