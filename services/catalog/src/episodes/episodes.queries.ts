import {
  Episode,
  type EpisodeEdit,
  type EpisodeNeighbours,
  type EpisodeOrder,
  type ListEpisodes,
  type ListNewestEpisodes,
  type ListPodcastEpisodes,
  type NewEpisode,
} from '@griot/contracts/catalog/episodes'
import { pathFor, type QueryOf } from '@griot/contracts/endpoint'
import type { MediaLinked } from '@griot/contracts/events'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { Id } from '@griot/contracts/values'
import { brokenConstraint } from '@griot/service-kit/db/database-errors'
import { type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import type { ListScope } from '../catalog.ts'
import { listPage, TimePosition } from '../lists.ts'
import { isOfMember, roleColumn } from '../members/access.ts'
import { episodeHiddenReason, isHiddenPodcast } from '../publishing/hidden.queries.ts'
import { isListed, isPlayable, isPublished, isShown, publishIfReady } from '../publishing/publishing.queries.ts'
import { containsAll, searchText } from '../search-text.ts'

const EpisodeRow = Episode.omit({ audioUrl: true, hiddenReason: true, isHiddenWithShow: true })
  .extend({ hiddenReason: z.string().nullable(), isHiddenWithShow: z.boolean() })
  .transform(({ hiddenReason, isHiddenWithShow, ...row }) => ({
    ...row,
    ...(hiddenReason !== null && { hiddenReason }),
    ...(isHiddenWithShow && { isHiddenWithShow }),
    audioUrl: row.audioFileId === null ? null : pathFor(StreamMedia, { params: { id: row.audioFileId } }),
  }))

const seconds = sql`coalesce(e.measured_seconds, e.typed_seconds)`

const shown = sql`
  e.id, e.podcast_id as "podcastId", e.title, e.description, e.audio_file_id as "audioFileId", ${seconds} as duration,
  e.episode_number as "episodeNumber", e.release_date as "releaseDate", p.title as "podcastTitle",
  p.host_name as "hostName", e.host_id as "hostId",
  e.status, e.publish_at as "publishAt", ${episodeHiddenReason} as "hiddenReason",
  (e.podcast_hidden and e.hidden_at is null) as "isHiddenWithShow"
`

type NewEpisodeRow = Omit<z.output<typeof NewEpisode>, 'audioFileId'>

/** Undefined if the podcast does not exist. The caller of this function has checked the permission. */
export const insertEpisode = async (db: Queryable, episode: NewEpisodeRow) => {
  try {
    return await db.maybeOne(
      EpisodeRow,
      sql`
        with e as (
          insert into episode (
            podcast_id, host_id, title, description, typed_seconds, episode_number, search_text,
            status, publish_at, first_published_at, podcast_hidden
          )
          select
            p.id, p.host_id, ${episode.title}, ${episode.description}, ${episode.duration}, ${episode.episodeNumber},
            ${searchText(episode.title)}, ${episode.status}, ${episode.publishAt}::timestamptz,
            case when ${episode.status} = 'published' then clock_timestamp() end,
            ${isHiddenPodcast}
          from podcast p where p.id = ${episode.podcastId}
          -- Waits for a transaction that hides the podcast.
          for share
          returning *
        )
        select ${shown} from e join podcast p on p.id = e.podcast_id
      `,
    )
  } catch (error) {
    // The podcast was deleted in parallel.
    if (brokenConstraint(error) === 'episode_of_hosted_podcast') return undefined
    throw numberTaken(error, episode.episodeNumber)
  }
}

const numberTaken = (error: unknown, episodeNumber: number | undefined) => {
  if (brokenConstraint(error) !== 'episode_number_once') return error
  const sentence = `This podcast already has an episode ${episodeNumber}.`
  return new AppError(409, 'episode.number_taken', sentence, { fields: { episodeNumber: sentence }, cause: error })
}

/** Updates the given fields. Returns the typed duration, 0 if it is unknown. */
export const updateEpisodeRow = async (tx: Tx, id: string, edit: z.output<typeof EpisodeEdit>) => {
  const { title, description = sql`description`, duration = sql`typed_seconds`, episodeNumber } = edit
  try {
    return await tx.one(
      z.object({ typedSeconds: z.number() }),
      sql`
      update episode set
        title = ${title ?? sql`title`},
        search_text = ${title === undefined ? sql`search_text` : searchText(title)},
        description = ${description},
        typed_seconds = ${duration},
        episode_number = ${episodeNumber ?? sql`episode_number`}
      where id = ${id} returning typed_seconds as "typedSeconds"
    `,
    )
  } catch (error) {
    throw numberTaken(error, episodeNumber)
  }
}

export const deleteEpisodeRow = (db: Queryable, id: string) => db.run(sql`delete from episode where id = ${id}`)

const FoundEpisode = EpisodeRow.and(z.object({ audioSha256: z.string().nullable() })).transform(
  ({ audioSha256, ...episode }) => ({ ...episode, ...(audioSha256 !== null && { audioSha256 }) }),
)

/** Finds an episode in any state. The caller of this function checks who may see it. */
export const findEpisode = (db: Queryable, id: string) =>
  db.maybeOne(
    FoundEpisode,
    sql`
      select ${shown}, encode(e.audio_sha256, 'hex') as "audioSha256"
      from episode e join podcast p on p.id = e.podcast_id where e.id = ${id}
    `,
  )

/** Whether everyone may see the episode. */
export const isShownToAll = async (db: Queryable, id: string) =>
  (await db.maybeOne(z.object({ id: Id }), sql`select e.id from episode e where e.id = ${id} and ${isShown}`)) !==
  undefined

/** Episodes in the order of the ids. */
export const readEpisodes = (db: Queryable, ids: string[]) =>
  db.many(
    EpisodeRow,
    sql`
      select ${shown} from unnest(${ids}::uuid[]) with ordinality as given (id, at)
      join episode e on e.id = given.id join podcast p on p.id = e.podcast_id order by given.at
    `,
  )

/** The newest playable episode of each podcast, newest first. */
export const listNewestEpisodes = (db: Queryable, { podcastIds, limit }: QueryOf<typeof ListNewestEpisodes>) =>
  db.many(
    EpisodeRow,
    sql`
      select ${shown} from podcast p cross join lateral (
        select e.* from episode e where e.podcast_id = p.id and ${isPublished} and ${isPlayable}
        order by e.release_date desc, e.id desc limit 1
      ) e
      where p.id = any(${podcastIds}::uuid[])
      order by e.release_date desc, e.id desc limit ${limit}
    `,
  )

/** The episodes of the same podcast with the next lower and the next higher number. */
export const findAdjacent = async (
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

const list = {
  row: EpisodeRow,
  columns: shown,
  from: sql`episode e`,
  joins: sql`join podcast p on p.id = e.podcast_id`,
}

type EpisodeFilter = Omit<QueryOf<typeof ListEpisodes>, 'scope'> &
  Omit<ListScope, 'includesUnpublished'> & { limit: number; shownOnly: boolean }

const PLACE = { podcastId: sql`e.podcast_id`, hostId: sql`e.host_id` }

/** Episodes of all podcasts, newest first. */
export const listEpisodes = (
  db: Queryable,
  { hostId, memberId, viewerId, status, shownOnly, search, ids, ...page }: EpisodeFilter,
) => {
  const contains = containsAll(search)
  return listPage(
    db,
    {
      ...list,
      ...(viewerId !== undefined && { columns: sql`${shown}, ${roleColumn(PLACE, viewerId)} as role` }),
      filter: [
        shownOnly && isShown,
        status && sql`e.status = ${status}`,
        hostId && sql`e.host_id = ${hostId}`,
        memberId && isOfMember(PLACE, memberId),
        ids && sql`e.id = any(${ids}::uuid[])`,
      ],
      sortedBy: [sql`e.release_date`],
      id: sql`e.id`,
      position: TimePosition,
      search: contains && {
        text: sql`e.search_text`,
        isHit: contains(sql`r.text`),
        hits: sql`select h.id from episode h where ${contains(sql`h.search_text`)}`,
      },
    },
    page,
  )
}

const number = sql`e.episode_number`

const ORDERS: Record<EpisodeOrder, { sortedBy: Sql[]; isAscending: boolean }> = {
  newest: { sortedBy: [number], isAscending: false },
  oldest: { sortedBy: [number], isAscending: true },
  shortest: { sortedBy: [seconds], isAscending: true },
  longest: { sortedBy: [seconds], isAscending: false },
}

type PodcastEpisodes = Omit<QueryOf<typeof ListPodcastEpisodes>, 'include'> & {
  podcastId: string
  /** Each row names the role of this user. */
  viewerId?: string | undefined
  /** `public`: those that everyone sees. `published`: also hidden ones, and those of a podcast that is not listed. */
  shows: 'public' | 'published' | 'all'
}

/** Episodes of one podcast. Equal durations are sorted by number. */
export const listPodcastEpisodes = (db: Queryable, { podcastId, viewerId, sort, shows, ...page }: PodcastEpisodes) =>
  listPage(
    db,
    {
      ...list,
      ...(viewerId !== undefined && { columns: sql`${shown}, ${roleColumn(PLACE, viewerId)} as role` }),
      filter: [
        sql`e.podcast_id = ${podcastId}`,
        shows === 'public' && isPublished,
        shows === 'public' && isListed(sql`${podcastId}::uuid`),
        shows === 'published' && sql`e.status = 'published'`,
      ],
      ...ORDERS[sort],
      id: number,
      position: z.tuple([z.number().int(), z.number().int()]),
    },
    page,
  )

type EpisodeAudio = z.output<typeof MediaLinked.data>

/** Applies an audio event of media. Ignores an event older than the last one. */
export const applyAudioEvent = async (
  tx: Tx,
  { episodeId, version, audioFileId, duration, audioSha256 = null }: EpisodeAudio,
): Promise<void> => {
  await tx.run(sql`
    update episode
    set audio_file_id = ${audioFileId}, measured_seconds = ${audioFileId === null ? null : duration},
      audio_sha256 = decode(${audioSha256}, 'hex'), audio_version = ${version}
    where id = ${episodeId} and audio_version < ${version}
  `)
  await publishIfReady(tx, episodeId)
}

const Version = z.object({ version: z.number() })

export const audioVersionOf = async (db: Queryable, id: string) =>
  (await db.maybeOne(Version, sql`select audio_version as version from episode where id = ${id}`))?.version

/** Sets audio that was just linked, before its event arrives. Does nothing if an event newer than `seenVersion` was applied. */
export const setLinkedAudio = async (
  tx: Tx,
  {
    episodeId,
    audioFileId,
    duration,
    audioSha256 = null,
    seenVersion,
  }: Omit<EpisodeAudio, 'version'> & { seenVersion: number },
) => {
  await tx.run(sql`
    update episode set audio_file_id = ${audioFileId}, measured_seconds = ${duration},
      audio_sha256 = decode(${audioSha256}, 'hex')
    where id = ${episodeId} and audio_version = ${seenVersion}
  `)
  await publishIfReady(tx, episodeId)
}
