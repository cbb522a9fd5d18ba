import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { signAs } from '@griot/service-kit/testing/identity'
import { Pool } from 'undici'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'
import { recordAudio } from '../testing/record-audio.ts'
import { signIn } from '../testing/sign-in.ts'
import { startInstances } from '../testing/start-instances.ts'
import { percentile } from '../testing/statistics.ts'
import { runWorkers } from './load.ts'

const HEARTBEAT_MS = 15_000
/** At 128 kbit/s. */
const BYTES_PER_HEARTBEAT = 240_000
const WORKERS = 16
const RATE_MS = 6_000

interface Times {
  requests: number
  errors: number
  p50: number
  p99: number
}

export interface LoadResult {
  listeners: number
  heartbeats: number
  byKind: Record<string, Times>
  firstErrors: string[]
}

export interface RateResult {
  path: string
  rate: number
  /** Milliseconds of one request at a time. */
  milliseconds: number
}

/** The rate of one read (points), directly at the service, through the gateway, and through nginx. */
export const benchRates = async (instances: 1 | 2): Promise<RateResult[]> => {
  const product = await startInstances({ instances })
  try {
    const id = randomUUID()
    const [cookie = ''] = await signIn(product.gatewayUrl, [id])
    const token = await (await signAs(product.identityKey))({ id })
    const paths = [
      { path: 'service', url: product.originOf('listening-points'), headers: { [IDENTITY_HEADER]: token } },
      { path: 'gateway and service', url: product.originOf('gateway'), headers: { cookie } },
      { path: 'nginx, gateway and service', url: product.origin, headers: { cookie } },
    ]
    const results: RateResult[] = []
    for (const { path, url, headers } of paths) {
      const pool = new Pool(url, { connections: WORKERS })
      const read = async () => {
        const response = await pool.request({
          method: 'GET',
          path: `/api/user/${id}/points`,
          // The gateway requires its public host name also without the balancer.
          headers: { ...headers, host: new URL(product.origin).host },
        })
        await response.body.dump()
        if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}`)
      }
      await runWorkers(read, WORKERS, RATE_MS / 2)
      const { rate } = await runWorkers(read, WORKERS, RATE_MS)
      const single = await runWorkers(read, 1, RATE_MS / 3)
      const count = instances === 1 ? 'one instance' : 'two instances'
      results.push({ path: `${path}, ${count}`, rate, milliseconds: 1000 / single.rate })
      await pool.close()
    }
    return results
  } finally {
    await product.stop()
  }
}

/** Sends requests as a browser does, and records their times and errors by kind. */
const createRecorder = (origin: string) => {
  const pool = new Pool(origin, { connections: 256 })
  const times = new Map<string, number[]>()
  const errors = new Map<string, number>()
  const firstErrors: string[] = []

  interface Request {
    method: 'GET' | 'POST'
    path: string
    headers?: Record<string, string>
    body?: unknown
  }
  const send = async (kind: string, cookie: string, { method, path, headers, body }: Request) => {
    const sentAt = performance.now()
    try {
      const response = await pool.request({
        method,
        path,
        headers: { cookie, origin, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await response.body.arrayBuffer())
      if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${bytes.toString().slice(0, 200)}`)
      return bytes
    } catch (error) {
      errors.set(kind, (errors.get(kind) ?? 0) + 1)
      if (firstErrors.length < 5) firstErrors.push(`${kind}: ${(error as Error).message}`)
      return undefined
    } finally {
      times.set(kind, [...(times.get(kind) ?? []), performance.now() - sentAt])
    }
  }
  const summarize = ([kind, values]: [string, number[]]) => {
    const summary = { requests: values.length, errors: errors.get(kind) ?? 0 }
    return [kind, { ...summary, p50: percentile(values, 0.5), p99: percentile(values, 0.99) }]
  }
  return {
    send,
    result: () => ({ byKind: Object.fromEntries([...times].map(summarize)) as Record<string, Times>, firstErrors }),
    close: () => pool.close(),
  }
}

/** Listeners who start, send heartbeats, stream 128 kbit/s and end, on two instances of everything. */
export const benchListeners = async (listeners: number, heartbeats: number): Promise<LoadResult> => {
  const product = await startInstances()
  try {
    const [hostCookie = '', ...cookies] = await signIn(
      product.gatewayUrl,
      Array.from({ length: listeners + 1 }, () => randomUUID()),
    )
    const host = createHttpClient(product.origin, hostCookie)
    const { id: episodeId, audioUrl } = await publishEpisode(host, await recordAudio(120))
    const { send, result, close } = createRecorder(product.origin)

    const listen = async (cookie: string, index: number) => {
      // Spread the starts over one heartbeat interval.
      await sleep((index / listeners) * HEARTBEAT_MS)
      const started = await send('start', cookie, { method: 'POST', path: StartListening.path, body: { episodeId } })
      if (started === undefined) return
      const { id: sessionId } = JSON.parse(started.toString()) as { id: string }
      let claim = { sessionId, listeningDuration: 0, totalProgress: 0 }
      for (let heartbeat = 1; heartbeat <= heartbeats; heartbeat++) {
        const from = ((heartbeat - 1) * BYTES_PER_HEARTBEAT) % 600_000
        const nextAt = performance.now() + HEARTBEAT_MS
        const range = `bytes=${from}-${from + BYTES_PER_HEARTBEAT - 1}`
        await send('stream', cookie, { method: 'GET', path: audioUrl, headers: { range } })
        await sleep(Math.max(0, nextAt - performance.now()))
        claim = { sessionId, listeningDuration: heartbeat * 15, totalProgress: heartbeat * 15 }
        await send('heartbeat', cookie, { method: 'POST', path: HeartbeatListening.path, body: claim })
      }
      await send('end', cookie, { method: 'POST', path: EndListening.path, body: { ...claim, completed: false } })
    }
    await Promise.all(cookies.map(listen))
    await close()
    return { listeners, heartbeats, ...result() }
  } finally {
    await product.stop()
  }
}
