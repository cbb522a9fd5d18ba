import { Distribution } from '@griot/contracts/catalog/distribution'
import { Id } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { episodeGuid } from '../episodes/episodes.queries.ts'
import { isFeedItem } from '../public/is-public.ts'
import { isPublished } from '../publishing/publishing.queries.ts'

export const readDistribution = (db: Queryable, podcastId: string) =>
  db.maybeOne(
    Distribution.omit({ feedUrl: true, isLocal: true }),
    sql`
      select p.cover_id is not null as "hasOwnCover",
        (select count(*)::integer from private_feed f where f.podcast_id = p.id) as "privateFeeds",
        (select count(*)::integer from episode e where e.podcast_id = p.id and ${isFeedItem}) as "feedItems",
        (
          select count(*)::integer from episode e where e.podcast_id = p.id and ${isPublished} and not ${isFeedItem}
        ) as "waitingItems"
      from podcast p where p.id = ${podcastId}
    `,
  )

const OwnFeed = z.object({
  id: Id,
  title: z.string(),
  hostId: Id,
  isLocked: z.boolean(),
  feedGuid: z.string().nullable(),
  newFeedUrl: z.string().nullable(),
  itemGuids: z.array(z.string()),
})

export const readOwnFeed = (db: Queryable, podcastId: string) =>
  db.maybeOne(
    OwnFeed,
    sql`
      select p.id, p.title, p.host_id as "hostId", p.locked as "isLocked", p.feed_guid as "feedGuid",
        p.new_feed_url as "newFeedUrl",
        array(select ${episodeGuid} from episode e where e.podcast_id = p.id and ${isFeedItem}) as "itemGuids"
      from podcast p where p.id = ${podcastId}
    `,
  )

export const setNewFeedUrl = (tx: Tx, podcastId: string, newFeedUrl: string | null) =>
  tx.run(sql`update podcast set new_feed_url = ${newFeedUrl} where id = ${podcastId}`)
