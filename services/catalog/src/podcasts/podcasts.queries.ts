import { type Category, GetPodcastCover, Podcast } from '@griot/contracts/catalog'
import { pathFor } from '@griot/contracts/endpoint'
import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor, type Page, toPage } from '@griot/service-kit/cursor'
import { emptySql, joinSql, type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'
import { likePatterns, searchText } from '../search-text.ts'
import { searchPodcasts } from './search-podcasts.ts'

const PodcastRow = Podcast.extend({ coverImage: z.string().nullable() }).transform((row) => ({
  ...row,
  coverImage: row.coverImage ?? pathFor(GetPodcastCover, { params: { id: row.id } }),
}))

const shown = sql`
  p.id, p.title, p.description, p.host_name as "hostName", p.host_id as "hostId", c.profile_image as "hostImage",
  p.category, p.cover_image as "coverImage", coalesce(a.listeners, 0) as listeners, p.rating, p.frequency,
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
  db.maybeOne(PodcastRow, sql`select ${shown} from podcast p ${beside} where p.id = ${id}`)

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
  cursor?: string | undefined
  limit: number
}

/** Podcasts, newest first. */
export const listPodcasts = async (db: Queryable, filter: PodcastFilter): Promise<Page<Podcast>> => {
  const { search = '', limit } = filter
  const patterns = likePatterns(search)
  const wanted =
    patterns.length === 0
      ? inReach(filter)
      : sql`p.id = any(${await searchPodcasts(db, patterns, inReach(filter), limit + 1)}::uuid[])`
  const rows = await db.many(
    PodcastRow,
    sql`
      select ${shown} from podcast p ${beside}
      where ${wanted}
      order by p.created_at desc, p.id desc limit ${limit + 1}
    `,
  )
  return toPage(rows, limit, (last) => ByTime.write([last.createdAt, last.id]))
}

/** The rows after the cursor that pass the filter. */
const inReach = ({ category, hostId, cursor }: PodcastFilter) => {
  const after = ByTime.read(cursor)
  return joinSql(
    [
      sql`true`,
      ...(category === undefined ? [] : [sql`p.category = ${category}`]),
      ...(hostId === undefined ? [] : [sql`p.host_id = ${hostId}`]),
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
  { cursor, limit }: Pick<PodcastFilter, 'cursor' | 'limit'>,
): Promise<Page<Podcast>> => {
  const after = ByTrend.read(cursor)
  const rest =
    after === undefined
      ? emptySql
      : sql`where (a.trending, a.created_at, a.podcast_id) < (${after[0]}, ${after[1]}, ${after[2]})`
  const rows = await db.many(
    TrendingRow,
    sql`
      select ${shown}, a.trending
      from podcast_popularity a
      join podcast p on p.id = a.podcast_id
      left join creator_profile c on c.user_id = p.host_id
      ${rest}
      order by a.trending desc, a.created_at desc, a.podcast_id desc limit ${limit + 1}
    `,
  )
  const { items, next } = toPage(rows, limit, (last) => ByTrend.write([last.trending, last.createdAt, last.id]))
  return { items: items.map(({ trending: _, ...podcast }) => podcast), next }
}
