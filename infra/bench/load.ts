import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'

export interface Shot {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: unknown
}

export interface Client {
  /** Sends one request and answers its body, or throws for anything that is not ok. */
  send(shot: Shot): Promise<unknown>
  close(): Promise<void>
}

export const createClient = (url: string, connections: number): Client => {
  const pool = new Pool(url, { connections })
  return {
    async send({ method, path, headers, body }) {
      const answer = await pool.request({
        method,
        path,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    close: () => pool.close(),
  }
}

/** Does `work` over and over with so many at a time, for so long. Answers how often it was done in a second. */
export const drive = async (work: (worker: number) => Promise<void>, workers: number, milliseconds: number) => {
  const begin = performance.now()
  const deadline = begin + milliseconds
  let done = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < deadline) {
        await work(worker)
        done += 1
      }
    }),
  )
  return { done, rate: (done * 1000) / (performance.now() - begin) }
}

export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
