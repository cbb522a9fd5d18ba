import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { clock } from '../clock.ts'
import { SILENCE_SECONDS } from '../rules/numbers.ts'

const AT_ONCE = 1_000

/** Sessions that turn out to be alive are looked at again when they could next have been silent for too long. */
export const postponeLiving = (db: Queryable) =>
  db.run(sql`
    with alive as materialized (
      select user_id, id from listening_session, ${clock} clock
      where ended_at is null and check_at <= clock.now
        and last_heard_at > clock.now - ${SILENCE_SECONDS} * interval '1 second'
      order by check_at, id
      limit ${AT_ONCE}
      for no key update of listening_session skip locked
    )
    update listening_session session set check_at = session.last_heard_at + ${SILENCE_SECONDS} * interval '1 second'
    from alive where session.user_id = alive.user_id and session.id = alive.id
  `)

const SilentSession = z.object({ id: z.string(), userId: z.string(), checkAt: z.string() })
export type SilentSession = z.infer<typeof SilentSession>

/** Locks the next session after `last` that has been silent for too long and that nobody else is busy with. */
export const lockNextSilent = (tx: Tx, last: SilentSession | undefined) =>
  tx.maybeOne(
    SilentSession,
    sql`
      select id, user_id as "userId", check_at as "checkAt"
      from listening_session, ${clock} clock
      where ended_at is null and check_at <= clock.now
        and last_heard_at <= clock.now - ${SILENCE_SECONDS} * interval '1 second'
        and (check_at, id) > (${last?.checkAt ?? '-infinity'}::timestamptz, ${last?.id ?? MIN_UUID}::uuid)
      order by check_at, id
      limit 1
      for no key update of listening_session skip locked
    `,
  )

const MIN_UUID = '00000000-0000-0000-0000-000000000000'
