import { GetReceivedTotals, ReceivedTips } from '@griot/contracts/tips-received'
import { Id } from '@griot/contracts/values'
import { defineCursor, toPage } from '@griot/service-kit/db/cursor'
import { emptySql, type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const NO_EPISODE = '00000000-0000-0000-0000-000000000000'
// As in the index.
const episode = sql`coalesce(episode_id, '00000000-0000-0000-0000-000000000000'::uuid)`

const ByDay = defineCursor(z.tuple([z.iso.date(), Id, Id]))
const ByEpisode = defineCursor(z.tuple([z.number().int(), Id, Id]))

const episodeKey = ({ episodeId }: ReceivedTips) => episodeId ?? NO_EPISODE
const centsOf = ({ pledgedCents, paidCents }: ReceivedTips) => pledgedCents + paidCents

const sums = sql`
  count(*) filter (where status = 'pledged') as pledges,
  coalesce(sum(amount_cents) filter (where status = 'pledged'), 0) as "pledgedCents",
  count(*) filter (where status = 'settled') as payments,
  coalesce(sum(amount_cents) filter (where status = 'settled'), 0) as "paidCents"
`

interface Page<Cursor> {
  limit: number
  after: Cursor | undefined
}

interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** A page of sums for each day and episode, the newest day first. */
export const pageByDay = async (db: Queryable, receiverId: string, { limit, cursor }: PageRequest) =>
  toPage(await receivedByDay(db, receiverId, { limit, after: ByDay.read(cursor) }), limit, (last) =>
    ByDay.write([last.day ?? '', last.podcastId, episodeKey(last)]),
  )

/** A page of sums for each episode, the largest sum first. */
export const pageByEpisode = async (db: Queryable, receiverId: string, { limit, cursor }: PageRequest) =>
  toPage(await receivedByEpisode(db, receiverId, { limit, after: ByEpisode.read(cursor) }), limit, (last) =>
    ByEpisode.write([centsOf(last), last.podcastId, episodeKey(last)]),
  )

/** Selects `limit + 1` rows. */
const receivedByDay = (
  db: Queryable,
  receiverId: string,
  { limit, after }: Page<readonly [day: string, podcastId: string, episodeKey: string]>,
) =>
  db.many(
    ReceivedTips,
    sql`
      select day::text as day, podcast_id as "podcastId", nullif(${episode}, ${NO_EPISODE}::uuid) as "episodeId", ${sums}
      from tip
      where receiver_id = ${receiverId}
        ${after ? sql`and (day, podcast_id, ${episode}) < (${after[0]}::date, ${after[1]}::uuid, ${after[2]}::uuid)` : emptySql}
      group by receiver_id, tip.day, podcast_id, ${episode}
      order by receiver_id desc, tip.day desc, podcast_id desc, ${episode} desc
      limit ${limit + 1}
    `,
  )

/** Selects `limit + 1` rows. */
const receivedByEpisode = (
  db: Queryable,
  receiverId: string,
  { limit, after }: Page<readonly [cents: number, podcastId: string, episodeKey: string]>,
) =>
  db.many(
    ReceivedTips,
    sql`
      select null as day, podcast_id as "podcastId", nullif(episode_key, ${NO_EPISODE}::uuid) as "episodeId",
        pledges, "pledgedCents", payments, "paidCents"
      from (
        select podcast_id, ${episode} as episode_key, sum(amount_cents) as cents, ${sums}
        from tip where receiver_id = ${receiverId}
        group by podcast_id, ${episode}
      ) received
      ${after ? sql`where (-cents, podcast_id, episode_key) > (${-after[0]}::bigint, ${after[1]}::uuid, ${after[2]}::uuid)` : emptySql}
      order by cents desc, podcast_id, episode_key
      limit ${limit + 1}
    `,
  )

export const receivedTotals = (db: Queryable, receiverId: string) =>
  db.one(GetReceivedTotals.response, sql`select ${sums} from tip where receiver_id = ${receiverId}`)
