import { GetPodcastCover } from '@griot/contracts/catalog/covers'
import {
  CATEGORIES,
  Category,
  FullPodcast,
  type ListPodcasts,
  type ListPopularPodcasts,
  Podcast,
} from '@griot/contracts/catalog/podcasts'
import { type ListStudioPodcasts, StudioPodcast } from '@griot/contracts/catalog/studio'
import { pathFor, type QueryOf } from '@griot/contracts/endpoint'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { ListScope } from '../catalog.ts'
import { listPage, TimePosition } from '../lists.ts'
import { isOfMember, roleColumn } from '../members/access.ts'
import { givenPicture, pictureUrl } from '../pictures/pictures.queries.ts'
import { isHiddenPodcast, podcastHiddenReason } from '../publishing/hidden.queries.ts'
import { isListed, isPublished } from '../publishing/publishing.queries.ts'
import { containsAll } from '../search-text.ts'
import { detailColumns } from './show-details.ts'

const cover = {
  givenImage: z.string().nullable(),
  pictureFailure: z.string().nullable(),
  coverId: Id.nullable(),
  titleVersion: z.number(),
  creatorId: Id.nullable(),
  portraitId: Id.nullable(),
  hiddenReason: z.string().nullable(),
}

const RESOLVED = { coverImage: true, hostImage: true, givenPicture: true, hiddenReason: true } as const

type WithPictures = z.infer<z.ZodObject<typeof cover>> & { id: string }

/** Resolves the cover: uploaded or loaded, else generated. Each change has a new address. */
const withPictures = <Row extends WithPictures>(given: Row) => {
  const { coverId, titleVersion, creatorId, portraitId, givenImage, pictureFailure, hiddenReason, ...row } = given
  const { id } = row
  const generated = pathFor(GetPodcastCover, { params: { id }, query: { v: titleVersion || undefined } })
  return {
    ...row,
    coverImage: pictureUrl('cover', id, coverId) ?? generated,
    hostImage: pictureUrl('portrait', creatorId, portraitId),
    ...givenPicture(coverId, givenImage, pictureFailure),
    ...(hiddenReason !== null && { hiddenReason }),
  }
}

const PodcastRow = Podcast.omit(RESOLVED).extend(cover).transform(withPictures)
const StudioPodcastRow = StudioPodcast.omit(RESOLVED).extend(cover).transform(withPictures)
const FullPodcastRow = FullPodcast.omit(RESOLVED).extend(cover).transform(withPictures)

const shown = sql`
  p.id, p.title, p.description, p.host_name as "hostName", p.host_id as "hostId",
  c.id as "creatorId", c.portrait_id as "portraitId",
  p.category, p.kind, p.cover_image as "givenImage", p.picture_failure as "pictureFailure", p.cover_id as "coverId",
  p.title_version as "titleVersion",
  coalesce(a.listeners, 0) as listeners, p.rating, p.frequency,
  p.points_per_listen as "pointsPerListen", p.created_at as "createdAt",
  ${podcastHiddenReason} as "hiddenReason"
`
const joins = sql`
  left join podcast_popularity a on a.podcast_id = p.id
  left join creator_profile c on c.user_id = p.host_id
`

export const findPodcast = (db: Queryable, id: string) =>
  db.maybeOne(
    FullPodcastRow,
    sql`
      select ${shown}, ${detailColumns}, ${isListed(sql`p.id`)} as "isListed", (
        select count(*)::int from episode e where e.podcast_id = p.id and ${isPublished}
      ) as "episodeCount", (select side_pixels from cover where id = p.cover_id) as "coverPixels"
      from podcast p ${joins} where p.id = ${id}
    `,
  )

/** Podcasts in the order of the ids. */
export const readPodcasts = (db: Queryable, ids: string[]) =>
  db.many(
    PodcastRow,
    sql`
      select ${shown} from unnest(${ids}::uuid[]) with ordinality as given (id, at)
      join podcast p on p.id = given.id ${joins} order by given.at
    `,
  )

/** The title that a generated cover shows. */
export const titleToDraw = (db: Queryable, id: string) =>
  db.maybeOne(
    z.object({ title: z.string(), isHidden: z.boolean() }),
    sql`select p.title, ${isHiddenPodcast} as "isHidden" from podcast p where p.id = ${id}`,
  )

/** Matches podcasts that contain all words, or have a published episode whose title does. */
const searchFor = (words: string | undefined) => {
  const contains = containsAll(words)
  return (
    contains && {
      text: sql`p.search_text`,
      join: sql`
        left join lateral (
          select e.id from episode e
          where e.podcast_id = r.id and ${isPublished} and ${contains(sql`e.search_text`)} limit 1
        ) e on true
      `,
      isHit: sql`(${contains(sql`r.text`)}) or e.id is not null`,
      hits: sql`
        select h.id from podcast h where ${contains(sql`h.search_text`)}
        union
        select e.podcast_id from episode e where ${isPublished} and ${contains(sql`e.search_text`)}
      `,
    }
  )
}

const list = { row: PodcastRow, columns: shown }

type PodcastFilter = Omit<QueryOf<typeof ListPodcasts>, 'scope'> &
  Omit<ListScope, 'includesUnpublished'> & {
    limit: number
    shows: 'listed' | 'all'
    /** Also those of which this user is a member. */
    alsoOfMember: string | undefined
  }

const PLACE = { podcastId: sql`p.id`, hostId: sql`p.host_id` }

/** Podcasts, newest first. */
export const listPodcasts = (
  db: Queryable,
  { category, hostId, memberId, viewerId, alsoOfMember, search, ids, shows, ...page }: PodcastFilter,
) =>
  listPage(
    db,
    {
      ...list,
      ...(viewerId !== undefined && { columns: sql`${shown}, ${roleColumn(PLACE, viewerId)} as role` }),
      from: sql`podcast p`,
      joins,
      filter: [
        shows === 'listed' &&
          (alsoOfMember === undefined
            ? isListed(sql`p.id`)
            : sql`(${isListed(sql`p.id`)} or ${isOfMember(PLACE, alsoOfMember)})`),
        category && sql`p.category = ${category}`,
        hostId && sql`p.host_id = ${hostId}`,
        memberId && isOfMember(PLACE, memberId),
        ids && sql`p.id = any(${ids}::uuid[])`,
      ],
      sortedBy: [sql`p.created_at`],
      id: sql`p.id`,
      position: TimePosition,
      search: searchFor(search),
    },
    page,
  )

type StudioFilter = QueryOf<typeof ListStudioPodcasts> & { memberId: string }

/** The podcasts of a member with their numbers of episodes, newest first. */
export const listStudioPodcasts = (db: Queryable, { memberId, ...page }: StudioFilter) =>
  listPage(
    db,
    {
      row: StudioPodcastRow,
      columns: sql`
        ${shown}, ${roleColumn(PLACE, memberId)} as role, ${isListed(sql`p.id`)} as "isListed",
        n.published as "publishedCount", n.unpublished as "unpublishedCount"
      `,
      from: sql`podcast p`,
      joins: sql`
        ${joins} cross join lateral (
          select count(*) filter (where ${isPublished})::int as published,
            count(*) filter (where not ${isPublished})::int as unpublished
          from episode e where e.podcast_id = p.id
        ) n
      `,
      filter: [isOfMember(PLACE, memberId)],
      sortedBy: [sql`p.created_at`],
      id: sql`p.id`,
      position: TimePosition,
    },
    page,
  )

/**
 * The podcast has had a listener in the last seven days. Such a listener alone gives at least the score of the first
 * condition, so the index excludes all others.
 */
const isTrending = sql`
  a.trending > extract(epoch from now())::float8 / 604800 - 1 - 1 / 168.0 and exists (
    select from podcast_listener l
    where l.podcast_id = a.podcast_id and l.last_listened_at > now() - interval '7 days' offset 0
  )
`

/** Podcasts by recent distinct listeners, then newest first. */
export const listPopularPodcasts = (
  db: Queryable,
  { search, trending, ...page }: QueryOf<typeof ListPopularPodcasts>,
) =>
  listPage(
    db,
    {
      ...list,
      from: sql`podcast_popularity a join podcast p on p.id = a.podcast_id`,
      joins: sql`left join creator_profile c on c.user_id = p.host_id`,
      filter: [isListed(sql`a.podcast_id`), trending && isTrending],
      sortedBy: [sql`a.trending`, sql`a.created_at`],
      id: sql`a.podcast_id`,
      position: z.tuple([z.number(), Timestamp, Id]),
      search: searchFor(search),
    },
    page,
  )

/** The listed podcasts that admins feature, the last featured first. */
export const listFeaturedPodcasts = (db: Queryable, limit: number) =>
  db.many(
    PodcastRow,
    sql`
      select ${shown} from podcast p ${joins} where p.featured_at is not null and ${isListed(sql`p.id`)}
      order by p.featured_at desc, p.id desc limit ${limit}
    `,
  )

/** The categories with a listed podcast, in the order of the contract. */
export const listCategories = async (db: Queryable) => {
  const rows = await db.many(
    z.object({ category: Category }),
    sql`
      select category from unnest(${CATEGORIES}::text[]) with ordinality as c (category, at)
      where exists (select from podcast p where p.category = c.category and ${isListed(sql`p.id`)} offset 0)
      order by at
    `,
  )
  return rows.map(({ category }) => category)
}

export const countPodcasts = async (db: Queryable, hostId: string) =>
  (await db.one(z.object({ count: z.number() }), sql`select count(*) from podcast where host_id = ${hostId}`)).count
