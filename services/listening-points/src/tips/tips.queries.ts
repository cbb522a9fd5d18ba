import { Tip } from '@griot/contracts/points'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { clock } from '../clock.ts'
import {
  addPaid,
  givenEntries,
  insertEntries,
  type Occasion,
  type OwnEntry,
  sumEntries,
} from '../ledger/ledger.queries.ts'

const columns = sql`
  id, sender_id as "senderId", receiver_id as "receiverId", podcast_id as "podcastId", episode_id as "episodeId",
  amount_cents as amount, points_earned as "pointsEarned", status, created_at as "createdAt"
`

export const findTip = (db: Queryable, senderId: string, id: string) =>
  db.maybeOne(Tip, sql`select ${columns} from tip where id = ${id} and sender_id = ${senderId}`)

const Sender = z.object({ now: z.string(), week: z.string(), day: z.string(), pledgedToday: z.number() })

/** Locks the sender's sums: two tips at once must not both fit under the same daily limit. */
export const lockSender = async (tx: Tx, userId: string) => {
  await tx.run(sql`select 1 from listener where user_id = ${userId} for no key update`)
  return tx.one(
    Sender,
    sql`
      select clock.now, greatest(listener.week, clock.week)::text as week,
        greatest(listener.pledge_day, clock.day)::text as day,
        case when listener.pledge_day >= clock.day then listener.pledged_points else 0 end as "pledgedToday"
      from listener, ${clock} clock where listener.user_id = ${userId}
    `,
  )
}

export interface NewTip extends Occasion {
  tip: Omit<Tip, 'createdAt'>
  reference: string | null
  day: string
  entries: OwnEntry[]
}

/** Stores the tip, pays its points and moves the sums, in one statement under the sender's lock. */
export const insertTip = (db: Queryable, { tip, reference, day, entries, ...occasion }: NewTip) => {
  const pledged = tip.status === 'pledged' ? tip.pointsEarned : 0
  return db.one(
    Tip,
    sql`
      with given as (${givenEntries(entries)}
      ), sent as (
        insert into tip (id, sender_id, receiver_id, podcast_id, episode_id, amount_cents, points_earned, status,
          provider_reference, day, created_at)
        values (${tip.id}, ${tip.senderId}, ${tip.receiverId}, ${tip.podcastId}, ${tip.episodeId}, ${tip.amount},
          ${tip.pointsEarned}, ${tip.status}, ${reference}, ${day}, ${occasion.now})
        returning *, sender_id as user_id, null::uuid as session_id
      ), entry as (${insertEntries('sent', occasion)}
      ), paid as (${sumEntries('sent')}
      ), balance as (
        update listener set ${addPaid(occasion.week)},
          pledged_points = case when listener.pledge_day = ${day}::date then listener.pledged_points else 0 end
            + ${pledged}::int,
          pledge_day = ${day}::date
        from sent, paid where listener.user_id = sent.user_id
      )
      select ${columns} from sent
    `,
  )
}
