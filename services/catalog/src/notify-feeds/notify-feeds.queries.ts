import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isFeedItem } from '../public/is-public.ts'

const Changed = z.object({ podcastId: Id, changedAt: Timestamp })

const BATCH = 100

/** The feed of podcast `p` is served at its address. */
const isServed = sql`
  (p.new_feed_url is null and exists (select from episode e where e.podcast_id = p.id and ${isFeedItem}))
`

/** Marks feeds whose last change is this old as notified, and returns those that are public. */
export const takeChangedFeeds = async (tx: Tx, quietSeconds: number) =>
  tx.many(
    Changed,
    sql`
      with due as (
        select p.id, ${isServed} as is_served from podcast p
        -- Older changes are those from before the first notification was configured.
        where p.feed_changed_at between clock_timestamp() - interval '1 day'
          and clock_timestamp() - make_interval(secs => ${quietSeconds})
          and (p.feed_notified_at is null or p.feed_notified_at < p.feed_changed_at)
        order by p.feed_changed_at limit ${BATCH} for update of p skip locked
      ), marked as (
        update podcast p set feed_notified_at = p.feed_changed_at from due where p.id = due.id
        returning p.id, p.feed_changed_at, due.is_served
      )
      select id as "podcastId", feed_changed_at as "changedAt" from marked where is_served
    `,
  )

/** False if the feed was hidden, moved or deleted meanwhile. */
export const isFeedServed = async (db: Queryable, podcastId: string) =>
  (await db.run(sql`select from podcast p where p.id = ${podcastId} and ${isServed}`)) > 0
