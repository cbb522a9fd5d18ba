import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { signAs } from '@griot/service-kit/testing/identity'
import { Pool } from 'undici'
import { startTwoOfEverything } from '../copies/two-of-everything.ts'
import { createAsker, publishEpisode } from '../drills/copies-load.ts'
import { percentile } from '../drills/percentile.ts'
import { recordedSound } from '../drills/recorded-sound.ts'
import { signIn } from '../testing/gateway.ts'
import { drive } from './load.ts'

const BEAT_MS = 15_000
/** What 128 kbit/s are in that time. */
const BYTES_A_BEAT = 240_000
const WORKERS = 16
const RATE_MS = 6_000

type House = Awaited<ReturnType<typeof startTwoOfEverything>>

interface Times {
  asked: number
  errors: number
  p50: number
  p99: number
}

export interface LoadResult {
  listeners: number
  beats: number
  byKind: Record<string, Times>
  firstErrors: string[]
}

export interface RateResult {
  what: string
  rate: number
  /** Milliseconds when nobody else asks. */
  alone: number
}

const open = async (house: House) => {
  const [cookie = ''] = await signIn(house.gatewayUrl, [randomUUID()])
  const host = createAsker(house.origin, cookie)
  const episodeId = await publishEpisode(host, await recordedSound(120))
  const episode = (await host.ask('GET', `/api/episode/${episodeId}`)).body as { audioUrl: string }
  return { episodeId, audio: episode.audioUrl, cookie }
}

/** How often one page of the catalogue and somebody's points are answered, with and without what stands in front. */
export const benchRates = async (copies: 1 | 2): Promise<RateResult[]> => {
  const house = await startTwoOfEverything({ copies })
  try {
    const id = randomUUID()
    const [cookie = ''] = await signIn(house.gatewayUrl, [id])
    const token = await (await signAs(house.identityKey))({ id })
    const ways = [
      { where: 'service', url: house.directly('listening-points'), headers: { [IDENTITY_HEADER]: token } },
      { where: 'gateway and service', url: house.directly('gateway'), headers: { cookie } },
      { where: 'nginx, gateway and service', url: house.origin, headers: { cookie } },
    ]
    const results: RateResult[] = []
    for (const { where, url, headers } of ways) {
      // A gateway asked past its balancer still wants to hear its own name.
      const pool = new Pool(url, { connections: WORKERS })
      const ask = async () => {
        const answer = await pool.request({
          method: 'GET',
          path: `/api/user/${id}/points`,
          headers: { ...headers, host: new URL(house.origin).host },
        })
        await answer.body.dump()
        if (answer.statusCode !== 200) throw new Error(`${where} answered ${answer.statusCode}`)
      }
      await drive(ask, WORKERS, RATE_MS / 2)
      const { rate } = await drive(ask, WORKERS, RATE_MS)
      const alone = await drive(ask, 1, RATE_MS / 3)
      results.push({ what: `${where}, ${copies === 1 ? 'one copy' : 'two copies'}`, rate, alone: 1000 / alone.rate })
      await pool.close()
    }
    return results
  } finally {
    await house.stop()
  }
}

/** People who start, say each 15 s that they are still there, hear 128 kbit/s, and end. Two copies of everything. */
export const benchListeners = async (listeners: number, beats: number): Promise<LoadResult> => {
  const house = await startTwoOfEverything()
  try {
    const { episodeId, audio } = await open(house)
    const cookies = await signIn(
      house.gatewayUrl,
      Array.from({ length: listeners }, () => randomUUID()),
    )
    const pool = new Pool(house.origin, { connections: 256 })
    const times = new Map<string, number[]>()
    const errors = new Map<string, number>()
    const firstErrors: string[] = []

    const ask = async (kind: string, cookie: string, method: 'GET' | 'POST', path: string, more: object) => {
      const began = performance.now()
      try {
        const { headers = {}, body } = more as { headers?: Record<string, string>; body?: unknown }
        const answer = await pool.request({
          method,
          path,
          headers: { cookie, origin: house.origin, 'content-type': 'application/json', ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        const bytes = await answer.body.arrayBuffer()
        if (answer.statusCode >= 300)
          throw new Error(`${answer.statusCode}: ${Buffer.from(bytes).toString().slice(0, 200)}`)
        return bytes
      } catch (error) {
        errors.set(kind, (errors.get(kind) ?? 0) + 1)
        if (firstErrors.length < 5) firstErrors.push(`${kind}: ${(error as Error).message}`)
        return undefined
      } finally {
        const known = times.get(kind) ?? []
        times.set(kind, known)
        known.push(performance.now() - began)
      }
    }

    const listen = async (cookie: string, index: number) => {
      // They do not all press play in the same moment.
      await sleep((index / listeners) * BEAT_MS)
      const begun = await ask('start', cookie, 'POST', StartListening.path, { body: { episodeId } })
      if (begun === undefined) return
      const { id: sessionId } = JSON.parse(Buffer.from(begun).toString()) as { id: string }
      let heard = { sessionId, listeningDuration: 0, totalProgress: 0 }
      for (let beat = 1; beat <= beats; beat++) {
        const from = ((beat - 1) * BYTES_A_BEAT) % 600_000
        const next = performance.now() + BEAT_MS
        await ask('stream', cookie, 'GET', audio, { headers: { range: `bytes=${from}-${from + BYTES_A_BEAT - 1}` } })
        await sleep(Math.max(0, next - performance.now()))
        heard = { sessionId, listeningDuration: beat * 15, totalProgress: beat * 15 }
        await ask('heartbeat', cookie, 'POST', HeartbeatListening.path, { body: heard })
      }
      await ask('end', cookie, 'POST', EndListening.path, { body: { ...heard, completed: false } })
    }
    await Promise.all(cookies.map(listen))
    await pool.close()

    const byKind = Object.fromEntries(
      [...times].map(([kind, values]) => [
        kind,
        {
          asked: values.length,
          errors: errors.get(kind) ?? 0,
          p50: percentile(values, 0.5),
          p99: percentile(values, 0.99),
        },
      ]),
    )
    return { listeners, beats, byKind, firstErrors }
  } finally {
    await house.stop()
  }
}
