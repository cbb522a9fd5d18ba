import { chaptersInside } from '@griot/contracts/catalog/chapter-rules'
import { Chapter } from '@griot/contracts/catalog/chapters'
import { EpisodeDetails } from '@griot/contracts/catalog/episode-details'
import {
  Episode,
  type EpisodeNeighbours,
  type EpisodeOrder,
  type ListEpisodes,
  type ListNewestEpisodes,
  type ListPodcastEpisodes,
} from '@griot/contracts/catalog/episodes'
import { pathFor, type QueryOf } from '@griot/contracts/endpoint'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { Id, Timestamp } from '@griot/contracts/values'
import { joinSql, type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { ListScope } from '../catalog.ts'
import { listPage, TimePosition } from '../lists.ts'
import { isOfMember, roleColumn } from '../members/access.ts'
import { episodeHiddenReason } from '../publishing/hidden.queries.ts'
import { isListed, isPlayable, isPublished, isShown } from '../publishing/publishing.queries.ts'
import { containsAll } from '../search-text.ts'

/** From here on, `episode_number` is a value of the sequence, for the previous release; see migration 0031. */
export const FIRST_WITHOUT_NUMBER = sql`1000000`
/** Larger than every number. */
const SEASON_STEP = sql`1000000::bigint`

const EpisodeRow = Episode.omit({ audioUrl: true, hiddenReason: true, isHiddenWithShow: true })
  .extend({ hiddenReason: z.string().nullable(), isHiddenWithShow: z.boolean() })
  .transform(({ hiddenReason, isHiddenWithShow, ...row }) => ({
    ...row,
    ...(hiddenReason !== null && { hiddenReason }),
    ...(isHiddenWithShow && { isHiddenWithShow }),
    audioUrl: row.audioFileId === null ? null : pathFor(StreamMedia, { params: { id: row.audioFileId } }),
  }))

/** The number of episode `e`; null if it has none. */
export const episodeNumber = sql`(case when e.episode_number < ${FIRST_WITHOUT_NUMBER} then e.episode_number else e.number end)`

/** The identifier of episode `e` in feeds. */
export const episodeGuid = sql`coalesce(e.guid, e.id::text)`

const seconds = sql`coalesce(e.measured_seconds, e.typed_seconds)`

const shown = sql`
  e.id, e.podcast_id as "podcastId", e.title, e.description, e.audio_file_id as "audioFileId", ${seconds} as duration,
  ${episodeNumber} as "episodeNumber", e.season, e.kind, e.release_date as "releaseDate", p.title as "podcastTitle",
  p.host_name as "hostName", e.host_id as "hostId",
  e.status, e.publish_at as "publishAt", ${episodeHiddenReason} as "hiddenReason",
  (e.podcast_hidden and e.hidden_at is null) as "isHiddenWithShow"
`

const FoundEpisode = EpisodeRow.and(
  EpisodeDetails.extend({ audioSha256: z.string().nullable(), chapters: z.array(Chapter).nullable() }),
).transform(({ audioSha256, chapters, ...episode }) => ({
  ...episode,
  ...(audioSha256 !== null && { audioSha256 }),
  ...(chapters !== null && { chapters: chaptersInside(chapters, episode.duration) }),
}))

/** Finds an episode in any state. The caller of this function checks who may see it. */
export const findEpisode = (db: Queryable, id: string) =>
  db.maybeOne(
    FoundEpisode,
    sql`
      select ${shown}, encode(e.audio_sha256, 'hex') as "audioSha256", e.notes_html as "notesHtml",
        e.explicit as "isExplicit", e.people, ${episodeGuid} as guid, e.first_published_at is not null as "isGuidFixed",
        e.is_backdated as "isBackdated", e.chapters
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

/**
 * The place of an episode among those of its podcast, as columns of `e`: season and number, in one value. An episode without a
 * number follows the one before it by date, inside its season if it has one.
 */
const placedEpisodes = (podcastId: Sql) => sql`
  (
    select numbered.*, case
      when given is not null then given
      when season is not null then greatest(season * ${SEASON_STEP}, least(before, (season + 1) * ${SEASON_STEP} - 1))
      else coalesce(before, 0)
    end as place
    from (
      select known.*, max(given) over (order by release_date, id) as before
      from (
        select e.*, ${episodeNumber} + coalesce(e.season, 0) * ${SEASON_STEP} as given
        from episode e where e.podcast_id = ${podcastId}
      ) known
    ) numbered
  ) e
`

const PLACE_ORDER = [sql`e.place`, sql`e.release_date`]

/** The published episodes before and after this one in their podcast. */
export const findAdjacent = async (
  db: Queryable,
  { podcastId, id }: Pick<Episode, 'podcastId' | 'id'>,
): Promise<EpisodeNeighbours> => {
  const rows = await db.many(
    EpisodeRow.and(z.object({ isBefore: z.boolean() })),
    sql`
      with placed as materialized (
        select e.*, row_number() over (order by ${joinSql([...PLACE_ORDER, sql`e.id`])}) as at
        from ${placedEpisodes(sql`${podcastId}::uuid`)} where ${isPublished} or e.id = ${id}
      )
      select ${shown}, e.at < own.at as "isBefore"
      from placed own join placed e on e.at in (own.at - 1, own.at + 1) join podcast p on p.id = e.podcast_id
      where own.id = ${id}
    `,
  )
  const at = (isBefore: boolean) => {
    const row = rows.find((other) => other.isBefore === isBefore)
    if (row === undefined) return null
    const { isBefore: _, ...episode } = row
    return episode
  }
  return { previous: at(true), next: at(false) }
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

const byPlace = { sortedBy: PLACE_ORDER, position: z.tuple([z.number().int(), Timestamp, Id]) }
const byLength = {
  sortedBy: [seconds, ...PLACE_ORDER],
  position: z.tuple([z.number().int(), z.number().int(), Timestamp, Id]),
}

const ORDERS = {
  newest: { ...byPlace, isAscending: false },
  oldest: { ...byPlace, isAscending: true },
  shortest: { ...byLength, isAscending: true },
  longest: { ...byLength, isAscending: false },
} satisfies Record<EpisodeOrder, unknown>

type PodcastEpisodes = Omit<QueryOf<typeof ListPodcastEpisodes>, 'include'> & {
  podcastId: string
  /** Each row names the role of this user. */
  viewerId?: string | undefined
  /** `public`: those that everyone sees. `published`: also hidden ones, and those of a podcast that is not listed. */
  shows: 'public' | 'published' | 'all'
}

/** Episodes of one podcast. Equal durations are sorted by place. */
export const listPodcastEpisodes = (db: Queryable, { podcastId, viewerId, sort, shows, ...page }: PodcastEpisodes) =>
  listPage(
    db,
    {
      ...list,
      ...(viewerId !== undefined && { columns: sql`${shown}, ${roleColumn(PLACE, viewerId)} as role` }),
      from: placedEpisodes(sql`${podcastId}::uuid`),
      filter: [
        shows === 'public' && isPublished,
        shows === 'public' && isListed(sql`${podcastId}::uuid`),
        shows === 'published' && sql`e.status = 'published'`,
      ],
      ...ORDERS[sort],
      id: sql`e.id`,
    },
    page,
  )
