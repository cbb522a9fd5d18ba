import { Credit } from '@griot/contracts/catalog/credits'
import { EpisodeKind } from '@griot/contracts/catalog/episode-details'
import { Category, PodcastKind } from '@griot/contracts/catalog/podcasts'
import { FeedTxt, FundingLink } from '@griot/contracts/catalog/show-details'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { episodeGuid, episodeNumber } from '../../episodes/episodes.queries.ts'
import { isHiddenPodcast } from '../../publishing/hidden.queries.ts'
import { isFeedItem } from '../is-public.ts'

const Show = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  descriptionHtml: z.string().nullable(),
  hostName: z.string(),
  author: z.string().nullable(),
  category: Category,
  appleCategory: z.string().nullable(),
  appleSubcategory: z.string().nullable(),
  kind: PodcastKind,
  language: z.string(),
  isExplicit: z.boolean(),
  isComplete: z.boolean(),
  isHidden: z.boolean(),
  isLocked: z.boolean(),
  website: z.string().nullable(),
  copyright: z.string().nullable(),
  license: z.string().nullable(),
  licenseUrl: z.string().nullable(),
  funding: z.array(FundingLink),
  people: z.array(Credit),
  txt: z.array(FeedTxt),
  feedGuid: z.string().nullable(),
  importedFrom: z.string().nullable(),
  newFeedUrl: z.string().nullable(),
  changedAt: Timestamp,
  coverId: Id.nullable(),
  titleVersion: z.number().int(),
})
export type FeedShow = z.infer<typeof Show>

export const readShow = (db: Queryable, id: string) =>
  db.maybeOne(
    Show,
    sql`
      select p.id, p.title, p.description, p.description_html as "descriptionHtml", p.host_name as "hostName", p.author,
        p.category, p.apple_category as "appleCategory", p.apple_subcategory as "appleSubcategory", p.kind, p.language,
        p.explicit as "isExplicit", p.is_complete as "isComplete", p.locked as "isLocked", p.website, p.copyright,
        p.license, p.license_url as "licenseUrl", p.funding, p.people, p.txt, p.feed_guid as "feedGuid",
        p.imported_from as "importedFrom", p.new_feed_url as "newFeedUrl", ${isHiddenPodcast} as "isHidden",
        coalesce(p.feed_changed_at, p.created_at) as "changedAt", p.cover_id as "coverId", p.title_version as "titleVersion"
      from podcast p where p.id = ${id}
    `,
  )

const Chapter = z.object({
  start: z.number(),
  title: z.string(),
  url: z.string().optional(),
  img: z.string().optional(),
})

const Item = z.object({
  id: Id,
  guid: z.string(),
  title: z.string(),
  description: z.string(),
  notesHtml: z.string().nullable(),
  kind: EpisodeKind,
  season: z.number().int().nullable(),
  number: z.number().int().nullable(),
  isExplicit: z.boolean().nullable(),
  people: z.array(Credit).nullable(),
  chapters: z.array(Chapter).nullable(),
  seconds: z.number().int(),
  bytes: z.number().int(),
  releaseDate: Timestamp,
})
export type FeedItem = z.infer<typeof Item>

/** The items of a feed, newest first. */
export const readItems = (db: Queryable, podcastId: string) =>
  db.many(
    Item,
    sql`
      select e.id, ${episodeGuid} as guid, e.title, e.description, e.notes_html as "notesHtml", e.kind,
        e.season, ${episodeNumber} as number,
        e.explicit as "isExplicit", e.people, e.chapters, e.measured_seconds as seconds, e.mp3_bytes as bytes,
        e.release_date as "releaseDate"
      from episode e where e.podcast_id = ${podcastId} and ${isFeedItem}
      order by e.release_date desc, e.id desc
    `,
  )

const Change = z.object({ id: Id, changedAt: Timestamp.nullable() })

// A transaction that sets the time may commit later. The limits of statements and of idle transactions end it before.
const OVERLAP_SECONDS = 60

/** Feeds that changed or ended since a time of the database, with a minute before it. */
export const changedFeeds = (db: Queryable, since: string) => {
  const from = sql`(${since}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS}))`
  return db.many(
    Change,
    sql`
      select p.id, p.feed_changed_at as "changedAt" from podcast p where p.feed_changed_at > ${from}
      union all
      select r.id, null from removed_address r where r.removed_at > ${from}
    `,
  )
}

export const databaseTime = async (db: Queryable) =>
  (await db.one(z.object({ now: Timestamp }), sql`select clock_timestamp() as now`)).now
