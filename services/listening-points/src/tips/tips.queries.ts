import { Tip } from '@griot/contracts/points'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import type { Listener } from '../ledger/ledger.queries.ts'

const columns = sql`
  id, sender_id as "senderId", receiver_id as "receiverId", podcast_id as "podcastId", episode_id as "episodeId",
  amount_cents as amount, points_earned as "pointsEarned", status, created_at as "createdAt"
`

export const findTip = (db: Queryable, senderId: string, id: string) =>
  db.maybeOne(Tip, sql`select ${columns} from tip where id = ${id} and sender_id = ${senderId}`)

/** `reference` is the payment provider's name for the payment; null for a pledge. */
export const insertTip = (
  tx: Tx,
  { now, pledgeDay }: Listener,
  tip: Omit<Tip, 'createdAt'>,
  reference: string | null,
) =>
  tx.one(
    Tip,
    sql`
      insert into tip (id, sender_id, receiver_id, podcast_id, episode_id, amount_cents, points_earned, status,
        provider_reference, day, created_at)
      values (${tip.id}, ${tip.senderId}, ${tip.receiverId}, ${tip.podcastId}, ${tip.episodeId}, ${tip.amount},
        ${tip.pointsEarned}, ${tip.status}, ${reference}, ${pledgeDay}, ${now})
      returning ${columns}
    `,
  )

/** Counts points towards the daily limit for pledges. */
export const addPledgedPoints = (tx: Tx, { userId, pledgeDay, pledgedPoints }: Listener, points: number) =>
  tx.run(sql`
    update listener set pledge_day = ${pledgeDay}, pledged_points = ${pledgedPoints + points}
    where user_id = ${userId}
  `)
