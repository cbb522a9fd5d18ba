import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Db, sql } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { repeatWork } from '@griot/service-kit/repeat-work'

const PAUSE_MS = 10_000

/** Writes a heartbeat of this worker every ten seconds, for the queue page. */
export const reportWorker = ({ db, log }: { db: Db; log: Log }) => {
  const id = randomUUID()
  const heartbeat = repeatWork({ what: 'worker heartbeat', pauseMs: PAUSE_MS, log }, () =>
    db.run(sql`
      with expired as (delete from media_worker where seen_at < clock_timestamp() - interval '7 days')
      insert into media_worker (id, host, pid) values (${id}, ${hostname()}, ${process.pid})
      on conflict (id) do update set seen_at = clock_timestamp()
    `),
  )

  return {
    /** Removes the worker from the queue page. */
    async close() {
      await heartbeat.close()
      await db.run(sql`delete from media_worker where id = ${id}`).catch(() => {})
    },
  }
}
