import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { WatchQueue } from '@griot/contracts/queue'
import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { median, percentile } from '../testing/statistics.ts'

const CHANGES = 50
// The gateway closes the oldest stream of a user who opens more than six.
const TABLES = [1, 5]

export interface DeskUpdates {
  /** Tables of the queue that are open at the same time. */
  tables: number
  /** Milliseconds from the change of a file to its row in a table. */
  p50: number
  p95: number
}

/** Times of changes of single files until their row has reached each open table. */
export const measureUpdates = (databaseUrl: string, url: string, cookie: string): Promise<DeskUpdates[]> =>
  withClient(databaseUrl, async (client) => {
    // The triggers call functions of this schema without its name.
    await client.query('set search_path to media')
    const results = []
    for (const tables of TABLES) {
      const streams = await Promise.all(Array.from({ length: tables }, () => openTable(url, cookie)))
      const times: number[] = []
      try {
        for (let change = 0; change < CHANGES; change += 1) {
          // Changes come at any time between two events.
          await sleep(Math.random() * 1_000)
          const id = await startNextFile(client)
          const sentAt = performance.now()
          times.push(...(await Promise.all(streams.map(async ({ received }) => (await received(id)) - sentAt))))
        }
      } finally {
        for (const { close } of streams) close()
      }
      results.push({ tables, p50: median(times), p95: percentile(times, 0.95) })
    }
    return results
  })

/** A worker begins with a file that waits. Returns its id when the transaction has ended. */
const startNextFile = async (client: pg.Client) => {
  const { rows } = await client.query<{ id: string }>(`
    insert into media_step (media_file_id, revision, kind, attempt)
    select media_file_id, 1, 'started', 1 from queue_entry
    where state = 'waiting' and cleared_at is null order by created_at limit 1
    returning media_file_id as id
  `)
  const [first] = rows
  if (first === undefined) throw new Error('No file waits.')
  return first.id
}

const openTable = async (url: string, cookie: string) => {
  const stop = new AbortController()
  const response = await fetch(new URL(WatchQueue.path, url), { headers: { cookie }, signal: stop.signal })
  if (!response.ok) throw new Error(`${WatchQueue.path} returned ${response.status}: ${await response.text()}`)
  let text = ''
  let isFirst = true
  let notify = () => {}
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      isFirst &&= !text.includes('event: queue')
      notify()
    }
    throw new Error('The stream of the queue ended.')
  }
  // Ends the benchmark if the stream ends before it is closed.
  void read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  const until = async (isReceived: () => boolean) => {
    while (!isReceived()) await new Promise<void>((resolve) => (notify = resolve))
    return performance.now()
  }
  await until(() => !isFirst)
  return {
    /** The time when an event with this row arrived. */
    async received(id: string) {
      const at = await until(() => text.includes(`"id":"${id}"`))
      text = ''
      return at
    },
    close() {
      stop.abort()
    },
  }
}
