import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { SILENCE_SECONDS } from '../rules/rules.ts'

const AT_ONCE = 1_000

/** Moves the next check of sessions that sent a heartbeat since to the earliest time at which they can be silent. */
export const postponeChecks = (db: Queryable) =>
  db.run(sql`
    with alive as materialized (
      select user_id, id from listening_session
      where ended_at is null and check_at <= (select wall_clock())
        and last_heard_at > (select wall_clock()) - ${SILENCE_SECONDS} * interval '1 second'
      order by check_at, id
      limit ${AT_ONCE}
      for no key update skip locked
    )
    update listening_session session set check_at = session.last_heard_at + ${SILENCE_SECONDS} * interval '1 second'
    from alive where session.user_id = alive.user_id and session.id = alive.id
  `)

const SilentSession = z.object({
  id: z.string(),
  userId: z.string(),
  checkAt: z.string(),
  lastHeardAt: z.string(),
})
export type SilentSession = z.infer<typeof SilentSession>

/** The next silent session after `last` whose listener no other transaction has locked. Locks the listener. */
export const lockNextSilent = (tx: Tx, last: SilentSession | undefined) =>
  tx.maybeOne(
    SilentSession,
    sql`
      select session.id, session.user_id as "userId", session.check_at as "checkAt",
        session.last_heard_at as "lastHeardAt"
      from listening_session session join listener using (user_id)
      where session.ended_at is null and session.check_at <= (select wall_clock())
        and session.last_heard_at <= (select wall_clock()) - ${SILENCE_SECONDS} * interval '1 second'
        and (session.check_at, session.id) > (${last?.checkAt ?? '-infinity'}::timestamptz, ${last?.id ?? MIN_UUID}::uuid)
      order by session.check_at, session.id
      limit 1
      for no key update of listener skip locked
    `,
  )

const MIN_UUID = '00000000-0000-0000-0000-000000000000'
