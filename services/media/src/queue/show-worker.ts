import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Db, sql } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'

const EVERY_MS = 10_000

/** Writes down every ten seconds that this worker lives, until closed: the queue's page shows who works. */
export const showWorker = ({ db, log }: { db: Db; log: Log }) => {
  const id = randomUUID()
  const say = () =>
    db
      .run(sql`
        with forgotten as (delete from media_worker where seen_at < clock_timestamp() - interval '7 days')
        insert into media_worker (id, host, pid) values (${id}, ${hostname()}, ${process.pid})
        on conflict (id) do update set seen_at = clock_timestamp()
      `)
      .catch((error: unknown) => log.warn({ err: error }, 'not written that this worker lives'))
  let said: Promise<unknown> = say()
  const timer = setInterval(() => {
    said = said.then(say)
  }, EVERY_MS)

  return {
    /** It ended as it should, so nobody needs to look for it. */
    async close() {
      clearInterval(timer)
      await said
      await db.run(sql`delete from media_worker where id = ${id}`).catch(() => {})
    },
  }
}
