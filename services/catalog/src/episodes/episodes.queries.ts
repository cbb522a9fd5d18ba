import { Episode } from '@griot/contracts/catalog'
import { pathFor } from '@griot/contracts/endpoint'
import type { MediaLinked } from '@griot/contracts/events'
import { StreamMedia } from '@griot/contracts/media'
import { Id, Timestamp } from '@griot/contracts/values'
import { defineCursor, type Page, toPage } from '@griot/service-kit/cursor'
import { brokenConstraint, emptySql, joinSql, type Queryable, sql } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import { z } from 'zod'
import { likePatterns, searchText } from '../search-text.ts'
import { searchEpisodes } from './search-episodes.ts'

const EpisodeRow = Episode.omit({ audioUrl: true }).transform((row) => ({
  ...row,
  audioUrl: row.audioFileId === null ? null : pathFor(StreamMedia, { params: { id: row.audioFileId } }),
}))

const shown = sql`
  e.id, e.podcast_id as "podcastId", e.title, e.description, e.audio_file_id as "audioFileId",
  coalesce(e.measured_seconds, e.typed_seconds) as duration, e.episode_number as "episodeNumber",
  e.release_date as "releaseDate", p.title as "podcastTitle", e.host_id as "hostId"
`

export interface NewEpisodeRow {
  podcastId: string
  hostId: string
  title: string
  description: string
  duration: number
  episodeNumber: number
}

/** Nothing when that person hosts no such podcast. */
export const insertEpisode = async (db: Queryable, episode: NewEpisodeRow) => {
  try {
    return await db.maybeOne(
      EpisodeRow,
      sql`
        with e as (
          insert into episode (podcast_id, host_id, title, description, typed_seconds, episode_number, search_text)
          select
            id, host_id, ${episode.title}, ${episode.description}, ${episode.duration}, ${episode.episodeNumber},
            ${searchText(episode.title)}
          from podcast where id = ${episode.podcastId} and host_id = ${episode.hostId}
          returning *
        )
        select ${shown} from e join podcast p on p.id = e.podcast_id
      `,
    )
  } catch (error) {
    if (brokenConstraint(error) !== 'episode_number_once') throw error
    const sentence = `This podcast already has an episode ${episode.episodeNumber}.`
    throw new AppError(409, 'episode.number_taken', sentence, { fields: { episodeNumber: sentence }, cause: error })
  }
}

/** Takes back an episode that was only just made. */
export const deleteEpisode = (db: Queryable, id: string) => db.run(sql`delete from episode where id = ${id}`)

export const findEpisode = (db: Queryable, id: string) =>
  db.maybeOne(EpisodeRow, sql`select ${shown} from episode e join podcast p on p.id = e.podcast_id where e.id = ${id}`)

const ByTime = defineCursor(z.tuple([Timestamp, Id]))

export interface EpisodeFilter {
  hostId?: string | undefined
  search?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Episodes of all podcasts, newest first. */
export const listEpisodes = async (db: Queryable, filter: EpisodeFilter): Promise<Page<Episode>> => {
  const { search = '', limit } = filter
  const patterns = likePatterns(search)
  const wanted =
    patterns.length === 0
      ? inReach(filter)
      : sql`e.id = any(${await searchEpisodes(db, patterns, inReach(filter), limit + 1)}::uuid[])`
  const rows = await db.many(
    EpisodeRow,
    sql`
      select ${shown} from episode e join podcast p on p.id = e.podcast_id
      where ${wanted}
      order by e.release_date desc, e.id desc limit ${limit + 1}
    `,
  )
  return toPage(rows, limit, (last) => ByTime.write([last.releaseDate, last.id]))
}

/** The rows after the cursor that pass the filter. */
const inReach = ({ hostId, cursor }: EpisodeFilter) => {
  const after = ByTime.read(cursor)
  return joinSql(
    [
      sql`true`,
      ...(hostId === undefined ? [] : [sql`e.host_id = ${hostId}`]),
      ...(after === undefined ? [] : [sql`(e.release_date, e.id) < (${after[0]}, ${after[1]})`]),
    ],
    ' and ',
  )
}

const ByNumber = defineCursor(z.number().int())

/** Episodes of one podcast, highest number first. */
export const listPodcastEpisodes = async (
  db: Queryable,
  podcastId: string,
  { cursor, limit }: Pick<EpisodeFilter, 'cursor' | 'limit'>,
): Promise<Page<Episode>> => {
  const after = ByNumber.read(cursor)
  const rows = await db.many(
    EpisodeRow,
    sql`
      select ${shown} from episode e join podcast p on p.id = e.podcast_id
      where e.podcast_id = ${podcastId} ${after === undefined ? emptySql : sql`and e.episode_number < ${after}`}
      order by e.episode_number desc limit ${limit + 1}
    `,
  )
  return toPage(rows, limit, (last) => ByNumber.write(last.episodeNumber))
}

type EpisodeAudio = z.output<typeof MediaLinked.data>

/** Takes over what media says of an episode's audio; older news than the last changes nothing. */
export const followAudio = async (
  db: Queryable,
  { episodeId, version, audioFileId, duration }: EpisodeAudio,
): Promise<void> => {
  await db.run(sql`
    update episode
    set audio_file_id = ${audioFileId}, measured_seconds = ${audioFileId === null ? null : duration},
      audio_version = ${version}
    where id = ${episodeId} and audio_version < ${version}
  `)
}

/** Shows audio that media has just linked, before its news arrives; once there was any news, that stands. */
export const showAudio = (
  db: Queryable,
  { episodeId, audioFileId, duration }: Pick<EpisodeAudio, 'episodeId' | 'audioFileId' | 'duration'>,
) =>
  db.run(sql`
    update episode set audio_file_id = ${audioFileId}, measured_seconds = ${duration}
    where id = ${episodeId} and audio_version = 0
  `)
