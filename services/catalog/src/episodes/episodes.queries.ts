import {
  Episode,
  type EpisodeEdit,
  type EpisodeNeighbours,
  type EpisodeOrder,
  type EpisodeStatus,
} from '@griot/contracts/catalog/episodes'
import { pathFor } from '@griot/contracts/endpoint'
import type { MediaLinked } from '@griot/contracts/events'
import { StreamMedia } from '@griot/contracts/media/hearing'
import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor, type Page, toPage } from '@griot/service-kit/cursor'
import { brokenConstraint } from '@griot/service-kit/database-errors'
import { emptySql, joinSql, type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import { z } from 'zod'
import { search, wantedEpisodes } from '../search.ts'
import { likePatterns, searchText } from '../search-text.ts'
import { isPublished, publishIfReady } from './publishing.queries.ts'

const EpisodeRow = Episode.omit({ audioUrl: true }).transform((row) => ({
  ...row,
  audioUrl: row.audioFileId === null ? null : pathFor(StreamMedia, { params: { id: row.audioFileId } }),
}))

const seconds = sql`coalesce(e.measured_seconds, e.typed_seconds)`

const shown = sql`
  e.id, e.podcast_id as "podcastId", e.title, e.description, e.audio_file_id as "audioFileId", ${seconds} as duration,
  e.episode_number as "episodeNumber", e.release_date as "releaseDate", p.title as "podcastTitle", e.host_id as "hostId",
  e.status, e.publish_at as "publishAt"
`

export interface NewEpisodeRow {
  podcastId: string
  hostId: string
  title: string
  description: string
  duration: number
  episodeNumber: number
  status: EpisodeStatus
  /** Of a scheduled episode. */
  publishAt: string | null
}

/** Nothing when that person hosts no such podcast. */
export const insertEpisode = async (db: Queryable, episode: NewEpisodeRow) => {
  try {
    return await db.maybeOne(
      EpisodeRow,
      sql`
        with e as (
          insert into episode (
            podcast_id, host_id, title, description, typed_seconds, episode_number, search_text,
            status, publish_at, first_published_at
          )
          select
            id, host_id, ${episode.title}, ${episode.description}, ${episode.duration}, ${episode.episodeNumber},
            ${searchText(episode.title)}, ${episode.status}, ${episode.publishAt}::timestamptz,
            case when ${episode.status} = 'published' then clock_timestamp() end
          from podcast where id = ${episode.podcastId} and host_id = ${episode.hostId}
          returning *
        )
        select ${shown} from e join podcast p on p.id = e.podcast_id
      `,
    )
  } catch (error) {
    // Its podcast was deleted at this very moment.
    if (brokenConstraint(error) === 'episode_of_hosted_podcast') return undefined
    throw numberTaken(error, episode.episodeNumber)
  }
}

const numberTaken = (error: unknown, episodeNumber: number) => {
  if (brokenConstraint(error) !== 'episode_number_once') return error
  const sentence = `This podcast already has an episode ${episodeNumber}.`
  return new AppError(409, 'episode.number_taken', sentence, { fields: { episodeNumber: sentence }, cause: error })
}

/** Writes what is given. */
export const changeEpisode = async (tx: Tx, id: string, edit: z.output<typeof EpisodeEdit>) => {
  const { title = null, description = null, duration = null, episodeNumber = null } = edit
  try {
    await tx.run(sql`
      update episode set
        title = coalesce(${title}, title),
        search_text = coalesce(${title === null ? null : searchText(title)}, search_text),
        description = coalesce(${description}, description),
        typed_seconds = coalesce(${duration}, typed_seconds),
        episode_number = coalesce(${episodeNumber}, episode_number)
      where id = ${id}
    `)
  } catch (error) {
    throw numberTaken(error, episodeNumber ?? 0)
  }
}

export const deleteEpisodeRow = (db: Queryable, id: string) => db.run(sql`delete from episode where id = ${id}`)

/** Whatever its state is: whoever shows it asks who is looking. */
export const findEpisode = (db: Queryable, id: string) =>
  db.maybeOne(EpisodeRow, sql`select ${shown} from episode e join podcast p on p.id = e.podcast_id where e.id = ${id}`)

/** The episodes of the same podcast with the next lower and the next higher number. */
export const findNeighbours = async (
  db: Queryable,
  { podcastId, episodeNumber }: Pick<Episode, 'podcastId' | 'episodeNumber'>,
): Promise<EpisodeNeighbours> => {
  const nearest = (side: Sql, direction: Sql) => sql`
    (
      select ${shown} from episode e join podcast p on p.id = e.podcast_id
      where e.podcast_id = ${podcastId} and ${isPublished} and e.episode_number ${side} ${episodeNumber}
      order by e.episode_number ${direction} limit 1
    )
  `
  const rows = await db.many(EpisodeRow, sql`${nearest(sql`<`, sql`desc`)} union all ${nearest(sql`>`, sql`asc`)}`)
  return {
    previous: rows.find((row) => row.episodeNumber < episodeNumber) ?? null,
    next: rows.find((row) => row.episodeNumber > episodeNumber) ?? null,
  }
}

const ByTime = defineCursor(z.tuple([Timestamp, Id]))

export interface EpisodeFilter {
  hostId?: string | undefined
  status?: EpisodeStatus | undefined
  /** Only what everybody sees. */
  publishedOnly: boolean
  search?: string | undefined
  ids?: string[] | undefined
  cursor?: string | undefined
  limit: number
}

/** Episodes of all podcasts, newest first. */
export const listEpisodes = async (db: Queryable, filter: EpisodeFilter): Promise<Page<Episode>> => {
  const { limit } = filter
  const patterns = likePatterns(filter.search ?? '')
  const list = {
    from: sql`episode e`,
    id: sql`e.id`,
    text: sql`e.search_text`,
    inReach: inReach(filter),
    order: sql`e.release_date desc, e.id desc`,
  }
  const wanted =
    patterns.length === 0
      ? list.inReach
      : sql`e.id = any(${await search(db, list, wantedEpisodes(patterns), limit + 1)}::uuid[])`
  const rows = await db.many(
    EpisodeRow,
    sql`
      select ${shown} from episode e join podcast p on p.id = e.podcast_id
      where ${wanted}
      order by ${list.order} limit ${limit + 1}
    `,
  )
  return toPage(rows, limit, (last) => ByTime.write([last.releaseDate, last.id]))
}

/** The rows after the cursor that pass the filter. */
const inReach = ({ hostId, status, publishedOnly, ids, cursor }: EpisodeFilter) => {
  const after = ByTime.read(cursor)
  return joinSql(
    [
      publishedOnly ? isPublished : sql`true`,
      ...(status === undefined ? [] : [sql`e.status = ${status}`]),
      ...(hostId === undefined ? [] : [sql`e.host_id = ${hostId}`]),
      ...(ids === undefined ? [] : [sql`e.id = any(${ids}::uuid[])`]),
      ...(after === undefined ? [] : [sql`(e.release_date, e.id) < (${after[0]}, ${after[1]})`]),
    ],
    ' and ',
  )
}

const InPodcast = defineCursor(z.tuple([z.number().int(), z.number().int()]))

const up = { beyond: sql`>`, direction: sql`asc` }
const down = { beyond: sql`<`, direction: sql`desc` }

const ORDERS: Record<EpisodeOrder, { by: Sql; keyOf: (row: Episode) => number; beyond: Sql; direction: Sql }> = {
  newest: { by: sql`e.episode_number`, keyOf: ({ episodeNumber }) => episodeNumber, ...down },
  oldest: { by: sql`e.episode_number`, keyOf: ({ episodeNumber }) => episodeNumber, ...up },
  shortest: { by: seconds, keyOf: ({ duration }) => duration, ...up },
  longest: { by: seconds, keyOf: ({ duration }) => duration, ...down },
}

export interface PodcastEpisodesPage extends Pick<EpisodeFilter, 'publishedOnly' | 'cursor' | 'limit'> {
  sort: EpisodeOrder
}

/** Episodes of one podcast; those of one length by their number. */
export const listPodcastEpisodes = async (
  db: Queryable,
  podcastId: string,
  { sort, publishedOnly, cursor, limit }: PodcastEpisodesPage,
): Promise<Page<Episode>> => {
  const { by, keyOf, beyond, direction } = ORDERS[sort]
  const after = InPodcast.read(cursor)
  const rest =
    after === undefined ? emptySql : sql`and (${by}, e.episode_number) ${beyond} (${after[0]}::int, ${after[1]}::int)`
  const rows = await db.many(
    EpisodeRow,
    sql`
      select ${shown} from episode e join podcast p on p.id = e.podcast_id
      where e.podcast_id = ${podcastId} ${publishedOnly ? sql`and ${isPublished}` : emptySql} ${rest}
      order by ${by} ${direction}, e.episode_number ${direction} limit ${limit + 1}
    `,
  )
  return toPage(rows, limit, (last) => InPodcast.write([keyOf(last), last.episodeNumber]))
}

type EpisodeAudio = z.output<typeof MediaLinked.data>

/** Takes over what media says of an episode's audio; older news than the last changes nothing. */
export const followAudio = async (
  tx: Tx,
  { episodeId, version, audioFileId, duration }: EpisodeAudio,
): Promise<void> => {
  await tx.run(sql`
    update episode
    set audio_file_id = ${audioFileId}, measured_seconds = ${audioFileId === null ? null : duration},
      audio_version = ${version}
    where id = ${episodeId} and audio_version < ${version}
  `)
  await publishIfReady(tx, episodeId)
}

export const audioVersionOf = async (db: Queryable, id: string) =>
  (
    await db.maybeOne(
      z.object({ version: z.number() }),
      sql`select audio_version as version from episode where id = ${id}`,
    )
  )?.version

/** Shows audio that media has just linked, before its news arrives; once there is news since `seenVersion`, that stands. */
export const showAudio = async (
  tx: Tx,
  { episodeId, audioFileId, duration, seenVersion }: Omit<EpisodeAudio, 'version'> & { seenVersion: number },
) => {
  await tx.run(sql`
    update episode set audio_file_id = ${audioFileId}, measured_seconds = ${duration}
    where id = ${episodeId} and audio_version = ${seenVersion}
  `)
  await publishIfReady(tx, episodeId)
}
