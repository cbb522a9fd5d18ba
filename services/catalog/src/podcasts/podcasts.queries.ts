import { GetPodcastCover, GetUploadedCover } from '@griot/contracts/catalog/covers'
import { type Category, FullPodcast, Podcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor, type Page, toPage } from '@griot/service-kit/cursor'
import { joinSql, type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { portrayed } from '../creators/portrayed.ts'
import { isPublished } from '../episodes/publishing.queries.ts'
import { search, wantedPodcasts } from '../search.ts'
import { likePatterns, searchText } from '../search-text.ts'

const cover = {
  coverImage: z.string().nullable(),
  coverId: Id.nullable(),
  titleVersion: z.number(),
  creatorId: Id.nullable(),
  portraitId: Id.nullable(),
}

/** The size that most places show; the others are told from it. */
const USUAL_SIZE = '480'

type Pictured = { id: string; hostImage: string | null } & {
  [Name in keyof typeof cover]: z.infer<(typeof cover)[Name]>
}

/** An uploaded cover, else the given address, else one that is drawn; whatever changes gets another address. */
const covered = <Row extends Pictured>({ coverId, titleVersion, creatorId, portraitId, ...row }: Row) => {
  const { id, coverImage } = row
  const drawn = pathFor(GetPodcastCover, {
    params: { id },
    query: { v: titleVersion === 0 ? undefined : titleVersion },
  })
  const uploaded = coverId === null ? null : pathFor(GetUploadedCover, { params: { id, coverId, size: USUAL_SIZE } })
  return {
    ...row,
    coverImage: uploaded ?? coverImage ?? drawn,
    hostImage: portrayed(creatorId, portraitId) ?? row.hostImage,
  }
}

const PodcastRow = Podcast.extend(cover).transform(covered)
const FullPodcastRow = FullPodcast.extend(cover).transform(covered)

const shown = sql`
  p.id, p.title, p.description, p.host_name as "hostName", p.host_id as "hostId", c.profile_image as "hostImage",
  c.id as "creatorId", c.portrait_id as "portraitId",
  p.category, p.cover_image as "coverImage", p.cover_id as "coverId", p.title_version as "titleVersion",
  coalesce(a.listeners, 0) as listeners, p.rating, p.frequency,
  p.points_per_listen as "pointsPerListen", p.created_at as "createdAt"
`
const beside = sql`
  left join podcast_popularity a on a.podcast_id = p.id
  left join creator_profile c on c.user_id = p.host_id
`

export interface NewPodcastRow {
  hostId: string
  title: string
  description: string
  hostName: string
  category: Category
  coverImage: string | null
}

export const insertPodcast = (db: Queryable, podcast: NewPodcastRow) =>
  db.one(
    PodcastRow,
    sql`
      with made as (
        insert into podcast (host_id, title, description, host_name, category, cover_image, search_text)
        values (
          ${podcast.hostId}, ${podcast.title}, ${podcast.description}, ${podcast.hostName}, ${podcast.category},
          ${podcast.coverImage}, ${searchText(podcast.title, podcast.hostName, podcast.description)}
        )
        returning *
      ), unheard as (
        insert into podcast_popularity (podcast_id, created_at) select id, created_at from made
      )
      select ${shown} from made p ${beside}
    `,
  )

export const findPodcast = (db: Queryable, id: string) =>
  db.maybeOne(
    FullPodcastRow,
    sql`
      select ${shown}, (
        select count(*)::int from episode e where e.podcast_id = p.id and ${isPublished}
      ) as "episodeCount"
      from podcast p ${beside} where p.id = ${id}
    `,
  )

const Title = z.object({ title: z.string() })

export const titleOf = async (db: Queryable, id: string) =>
  (await db.maybeOne(Title, sql`select title from podcast where id = ${id}`))?.title

const Found = z.object({ found: z.boolean() })

export const isPodcast = async (db: Queryable, id: string) =>
  (await db.one(Found, sql`select exists (select from podcast where id = ${id}) as found`)).found

export const isHostOf = async (db: Queryable, id: string, hostId: string) =>
  (await db.one(Found, sql`select exists (select from podcast where id = ${id} and host_id = ${hostId}) as found`))
    .found

const ByTime = defineCursor(z.tuple([Timestamp, Id]))

export interface PodcastFilter {
  category?: Category | undefined
  hostId?: string | undefined
  search?: string | undefined
  ids?: string[] | undefined
  cursor?: string | undefined
  limit: number
}

/** Podcasts, newest first. */
export const listPodcasts = async (db: Queryable, filter: PodcastFilter): Promise<Page<Podcast>> => {
  const { limit } = filter
  const patterns = likePatterns(filter.search ?? '')
  const list = {
    from: sql`podcast p`,
    id: sql`p.id`,
    text: sql`p.search_text`,
    inReach: inReach(filter),
    order: sql`p.created_at desc, p.id desc`,
  }
  const wanted =
    patterns.length === 0
      ? list.inReach
      : sql`p.id = any(${await search(db, list, wantedPodcasts(patterns), limit + 1)}::uuid[])`
  const rows = await db.many(
    PodcastRow,
    sql`
      select ${shown} from podcast p ${beside}
      where ${wanted}
      order by ${list.order} limit ${limit + 1}
    `,
  )
  return toPage(rows, limit, (last) => ByTime.write([last.createdAt, last.id]))
}

/** The rows after the cursor that pass the filter. */
const inReach = ({ category, hostId, ids, cursor }: PodcastFilter) => {
  const after = ByTime.read(cursor)
  return joinSql(
    [
      sql`true`,
      ...(category === undefined ? [] : [sql`p.category = ${category}`]),
      ...(hostId === undefined ? [] : [sql`p.host_id = ${hostId}`]),
      ...(ids === undefined ? [] : [sql`p.id = any(${ids}::uuid[])`]),
      ...(after === undefined ? [] : [sql`(p.created_at, p.id) < (${after[0]}, ${after[1]})`]),
    ],
    ' and ',
  )
}

const ByTrend = defineCursor(z.tuple([z.number(), Timestamp, Id]))
const TrendingRow = z.intersection(PodcastRow, z.object({ trending: z.number() }))

/** Podcasts with the most distinct recent listeners first; those that nobody has heard yet last, newest first. */
export const listPopularPodcasts = async (
  db: Queryable,
  filter: Pick<PodcastFilter, 'search' | 'cursor' | 'limit'>,
): Promise<Page<Podcast>> => {
  const { limit } = filter
  const patterns = likePatterns(filter.search ?? '')
  const after = ByTrend.read(filter.cursor)
  const list = {
    from: sql`podcast_popularity a join podcast p on p.id = a.podcast_id`,
    id: sql`a.podcast_id`,
    text: sql`p.search_text`,
    inReach:
      after === undefined
        ? sql`true`
        : sql`(a.trending, a.created_at, a.podcast_id) < (${after[0]}, ${after[1]}, ${after[2]})`,
    order: sql`a.trending desc, a.created_at desc, a.podcast_id desc`,
  }
  const wanted =
    patterns.length === 0
      ? list.inReach
      : sql`a.podcast_id = any(${await search(db, list, wantedPodcasts(patterns), limit + 1)}::uuid[])`
  const rows = await db.many(
    TrendingRow,
    sql`
      select ${shown}, a.trending
      from ${list.from}
      left join creator_profile c on c.user_id = p.host_id
      where ${wanted}
      order by ${list.order} limit ${limit + 1}
    `,
  )
  const { items, next } = toPage(rows, limit, (last) => ByTrend.write([last.trending, last.createdAt, last.id]))
  return { items: items.map(({ trending: _, ...podcast }) => podcast), next }
}
