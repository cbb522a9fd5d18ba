import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { runCut } from '../partition/run-cut.ts'
import { person } from './rows-fill.ts'

export const PARTS = '16'
const WRITE_EVERY_MS = 50

export interface CutMeasured {
  entries: number
  sessions: number
  seconds: number
  lockedMs: number
  written: number
  /** Of those who wrote meanwhile: median, p99 and longest, in ms. */
  writes: [number, number, number]
}

/** Somebody who goes on listening: an entry each time, as the service writes it. */
const keepWriting = (url: string) => {
  const times: number[] = []
  let isOver = false
  const done = withClient(url, async (client) => {
    while (!isOver) {
      const began = performance.now()
      await client.query({
        name: 'write',
        text: `insert into ledger_entry (user_id, kind, source_id, type, points, week, created_at)
          values (${person('$1::int')}, 'listening', gen_random_uuid()::text, 'listening', 5, '2026-02-23', '2026-02-27Z')`,
        values: [1 + (times.length % 1000)],
      })
      times.push(performance.now() - began)
      await pause(WRITE_EVERY_MS)
    }
  })
  done.catch(() => {})
  return async () => {
    isOver = true
    await done
    return times.sort((one, other) => one - other)
  }
}

/** The command itself, on the tables as they are, while somebody writes. */
export const cutByPeople = async (
  client: pg.Client,
  urls: { owner: string; service: string },
): Promise<CutMeasured> => {
  const count = async () => {
    const { rows } = await client.query<{ entries: string; sessions: string }>(`
      select (select count(*) from ledger_entry) as entries, (select count(*) from listening_session) as sessions`)
    return { entries: Number(rows[0]?.entries), sessions: Number(rows[0]?.sessions) }
  }
  const before = await count()
  const stop = keepWriting(urls.service)
  const began = performance.now()
  let said = ''
  const code = await runCut(urls.owner, ['--parts', PARTS], (text) => {
    said += text
    process.stdout.write(`  ${text}`)
  })
  const seconds = (performance.now() - began) / 1000
  const times = await stop()
  if (code !== 0) throw new Error(`the cut ended with ${code}`)
  const after = await count()
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  if (after.entries !== before.entries + times.length || after.sessions !== before.sessions) {
    throw new Error(`there were ${before.entries} entries, ${times.length} were written, there are ${after.entries}`)
  }
  return {
    ...before,
    seconds,
    lockedMs: Number(/waited for (\d+) ms/.exec(said)?.[1]),
    written: times.length,
    writes: [at(0.5), at(0.99), at(1)],
  }
}
