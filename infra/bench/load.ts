import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { median } from '../testing/statistics.ts'

export interface ClientRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: unknown
}

export interface Client {
  /** Returns the parsed body. Throws if the status is not 2xx. */
  send(request: ClientRequest): Promise<unknown>
  close(): Promise<void>
}

export const createClient = (url: string, connections: number): Client => {
  const pool = new Pool(url, { connections })
  return {
    async send({ method, path, headers, body }) {
      const response = await pool.request({
        method,
        path,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.body.text()
      if (response.statusCode >= 300) throw new Error(`${method} ${path} returned ${response.statusCode}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    close: () => pool.close(),
  }
}

/** Repeats `work` this many times in parallel workers. */
export const warmUp = async (work: (worker: number) => Promise<void>, workers: number, times: number) => {
  let left = times
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (left-- > 0) await work(worker)
    }),
  )
}

/** Repeats `work` in parallel workers for a time. `rate` is per second, `p50` the median duration in milliseconds. */
export const runWorkers = async (work: (worker: number) => Promise<void>, workers: number, milliseconds: number) => {
  const startedAt = performance.now()
  const deadline = startedAt + milliseconds
  const durations: number[] = []
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let sentAt = startedAt; sentAt < deadline; ) {
        await work(worker)
        const now = performance.now()
        durations.push(now - sentAt)
        sentAt = now
      }
    }),
  )
  const done = durations.length
  return { done, rate: (done * 1000) / (performance.now() - startedAt), p50: median(durations) }
}
