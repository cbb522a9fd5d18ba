import type { EpisodeDetailsInput } from '@griot/contracts/catalog/episode-details'
import type { EpisodeEdit, NewEpisode } from '@griot/contracts/catalog/episodes'
import { Id } from '@griot/contracts/values'
import { brokenConstraint } from '@griot/service-kit/db/database-errors'
import { type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { isHiddenPodcast } from '../publishing/hidden.queries.ts'
import { searchText } from '../search-text.ts'
import { FIRST_WITHOUT_NUMBER } from './episodes.queries.ts'

type NewEpisodeRow = Omit<z.output<typeof NewEpisode>, 'audioFileId'>

/** The value of `episode_number`: the number if no other episode of the show has it, else one of the sequence. */
const uniqueNumber = (number: number | null, { podcastId, ownId }: { podcastId: Sql; ownId: Sql }, kept: Sql) => {
  if (number === null) return kept
  return sql`
    case when exists (
      select from episode o where o.podcast_id = ${podcastId} and o.episode_number = ${number}::int and o.id is distinct from ${ownId}
    ) then ${kept} else ${number}::int end
  `
}

const NEXT_VALUE = sql`nextval('episode_without_number')`

const people = (given: EpisodeDetailsInput['people']) => (given ? JSON.stringify(given) : null)

export const guidTaken = (cause?: unknown) => {
  const sentence = 'Another episode of this show has this identifier.'
  return new AppError(409, 'episode.guid_taken', sentence, { fields: { guid: sentence }, cause })
}

const isGuidTaken = (error: unknown) => brokenConstraint(error) === 'episode_guid_once'

/** Returns the id; undefined if the podcast does not exist. The caller has checked the permission and locked the show. */
export const insertEpisode = async (tx: Tx, episode: NewEpisodeRow) => {
  const { podcastId, title, description, duration, episodeNumber, status, publishAt, releaseDate } = episode
  try {
    const row = await tx.maybeOne(
      z.object({ id: Id }),
      sql`
        insert into episode (
          podcast_id, host_id, title, description, typed_seconds, episode_number, number, search_text,
          status, publish_at, first_published_at, podcast_hidden,
          notes_html, season, kind, explicit, people, guid, release_date, is_backdated
        )
        select
          p.id, p.host_id, ${title}, ${description}, ${duration},
          ${uniqueNumber(episodeNumber, { podcastId: sql`p.id`, ownId: sql`null` }, NEXT_VALUE)}, ${episodeNumber},
          ${searchText(title)}, ${status}, ${publishAt}::timestamptz,
          case when ${status} = 'published' then clock_timestamp() end,
          ${isHiddenPodcast},
          ${episode.notesHtml ?? null}, ${episode.season ?? null}, ${episode.kind ?? 'full'},
          ${episode.isExplicit ?? null}, ${people(episode.people)}::jsonb, ${episode.guid ?? null},
          coalesce(${releaseDate ?? null}::timestamptz, clock_timestamp()), ${releaseDate != null}
        from podcast p where p.id = ${podcastId}
        returning id
      `,
    )
    return row?.id
  } catch (error) {
    throw isGuidTaken(error) ? guidTaken(error) : error
  }
}

const PLACE = { podcastId: sql`podcast_id`, ownId: sql`episode.id` }
// A value of the sequence stays, so that an edit without a change changes nothing.
const OWN_VALUE = sql`(case when episode_number >= ${FIRST_WITHOUT_NUMBER} then episode_number else ${NEXT_VALUE} end)`

const or = (value: unknown, column: Sql, cast: Sql) => (value === undefined ? column : sql`${value}::${cast}`)

/** Updates the given fields of an episode whose show is locked. Returns the typed duration, 0 if it is unknown. */
export const updateEpisodeRow = async (tx: Tx, id: string, edit: z.output<typeof EpisodeEdit>) => {
  const { title, description = sql`description`, duration = sql`typed_seconds`, episodeNumber, releaseDate } = edit
  const { notesHtml, season, kind = sql`kind`, isExplicit, guid = sql`guid` } = edit
  try {
    return await tx.one(
      z.object({ typedSeconds: z.number() }),
      sql`
        update episode set
          title = ${title ?? sql`title`},
          search_text = ${title === undefined ? sql`search_text` : searchText(title)},
          description = ${description},
          typed_seconds = ${duration},
          episode_number = ${episodeNumber === undefined ? sql`episode_number` : uniqueNumber(episodeNumber, PLACE, OWN_VALUE)},
          number = ${or(episodeNumber, sql`number`, sql`integer`)},
          notes_html = ${or(notesHtml, sql`notes_html`, sql`text`)},
          season = ${or(season, sql`season`, sql`integer`)},
          kind = ${kind},
          explicit = ${or(isExplicit, sql`explicit`, sql`boolean`)},
          people = ${edit.people === undefined ? sql`people` : sql`${people(edit.people)}::jsonb`},
          guid = ${guid},
          ${releaseDate === undefined ? sql`` : assignReleaseDate(releaseDate)}
          is_backdated = ${releaseDate === undefined ? sql`is_backdated` : releaseDate !== null}
        where id = ${id} returning typed_seconds as "typedSeconds"
      `,
    )
  } catch (error) {
    throw isGuidTaken(error) ? guidTaken(error) : error
  }
}

const assignReleaseDate = (releaseDate: string | null) => sql`
  release_date = coalesce(${releaseDate}::timestamptz, first_published_at, release_date),
`

/** Deletes an episode that no other service has seen. */
export const deleteUnseenEpisode = (db: Queryable, id: string) => db.run(sql`delete from episode where id = ${id}`)

/** Deletes an episode. The addresses of a published one return 410 from then on. */
export const deleteEpisodeRow = (tx: Tx, id: string) =>
  tx.run(sql`
    with deleted as (delete from episode where id = ${id} returning id, first_published_at)
    insert into removed_address (id) select id from deleted where first_published_at is not null
    on conflict do nothing
  `)

/** Whether another episode of the show has the id as its identifier. */
export const isIdentifierOfOther = async (
  tx: Tx,
  { id, podcastId, guid }: Record<'podcastId' | 'guid', string> & { id: string | null },
) =>
  (await tx.run(sql`
    select from episode
    where podcast_id = ${podcastId} and id::text = ${guid} and id is distinct from ${id}::uuid and guid is null limit 1
  `)) > 0
