import type { EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { EpisodeVisibility } from '@griot/contracts/events'
import { Id } from '@griot/contracts/values'
import { type Db, inTransaction, type Queryable, type Sql, sql, type Tx } from '@griot/service-kit/db'
import { publish } from '@griot/service-kit/outbox'
import { z } from 'zod'

/** The one condition under which an episode `e` is there for everybody. */
export const isPublished = sql`e.status = 'published'`

/** An episode `e` has audio that can be played: its length is measured when media has found it to be audio. */
const isPlayable = sql`(e.audio_file_id is not null and e.measured_seconds is not null)`

/** Assignments that bring an episode `e` into a state; all that follows from a state is decided here. */
const become = (status: Sql, publishAt: Sql = sql`null`) => sql`
  status = ${status},
  publish_at = ${publishAt},
  first_published_at = case when ${status} = 'published' then coalesce(e.first_published_at, clock_timestamp())
    else e.first_published_at end,
  release_date = case when ${status} = 'published' and e.first_published_at is null then clock_timestamp()
    else e.release_date end,
  visibility_version = e.visibility_version + ((${status} = 'published') <> (e.status = 'published'))::integer
`

/** Where an episode is after its visibility may have changed. */
export const Shown = z.object({ id: Id, isPublished: z.boolean(), version: z.number().int() })
type Shown = z.infer<typeof Shown>
export const whatIsShown = sql`e.id, e.status = 'published' as "isPublished", e.visibility_version as version`

/** Tells media whether everybody may hear what these episodes play. */
export const tellVisibility = async (tx: Tx, episodes: readonly Shown[]) => {
  for (const { id, version, isPublished } of episodes) {
    await publish(tx, EpisodeVisibility, { episodeId: id, version, isPublished, isDeleted: false })
  }
}

/** Tells media that these episodes, as they were before, are gone: the last news of each. */
export const tellDeleted = async (tx: Tx, episodes: readonly Shown[]) => {
  for (const { id, version } of episodes) {
    await publish(tx, EpisodeVisibility, { episodeId: id, version: version + 1, isPublished: false, isDeleted: true })
  }
}

export const setStatus = (tx: Tx, id: string, status: EpisodeStatus, publishAt: string | null) =>
  tx.one(
    Shown,
    sql`
      update episode e set ${become(sql`${status}::text`, sql`${publishAt}::timestamptz`)}
      where e.id = ${id}
      returning ${whatIsShown}
    `,
  )

/** Publishes an episode that waits for its audio, if that can be played by now. */
export const publishIfReady = async (tx: Tx, episodeId: string) => {
  const published = await tx.many(
    Shown,
    sql`
      update episode e set ${become(sql`'published'`)}
      where e.id = ${episodeId} and e.status = 'when_ready' and ${isPlayable}
      returning ${whatIsShown}
    `,
  )
  await tellVisibility(tx, published)
}

const MOST_AT_ONCE = 100

/**
 * Publishes what is due by the clock of the database; an episode whose audio is not there yet waits for it from now on.
 * Any number of copies may do this at the same time: each episode is taken by one of them. Answers how many it took.
 */
export const publishDue = (db: Db) =>
  inTransaction(db, async (tx) => {
    const taken = await tx.many(
      Shown,
      sql`
        update episode e set ${become(sql`(case when ${isPlayable} then 'published' else 'when_ready' end)`)}
        where e.id in (
          select id from episode where status = 'scheduled' and publish_at <= clock_timestamp()
          order by publish_at limit ${MOST_AT_ONCE} for update skip locked
        )
        returning ${whatIsShown}
      `,
    )
    await tellVisibility(
      tx,
      taken.filter(({ isPublished }) => isPublished),
    )
    return taken.length
  })

/** Milliseconds until the next episode is due, by the clock of the database; null when none is scheduled. */
export const nextDueIn = async (db: Queryable) => {
  const { ms } = await db.one(
    z.object({ ms: z.number().nullable() }),
    sql`
      select extract(epoch from min(publish_at) - clock_timestamp())::float8 * 1000 as ms
      from episode where status = 'scheduled'
    `,
  )
  return ms
}

/** Whether this is a time that an episode may be scheduled for. */
export const isPlannable = async (db: Queryable, publishAt: string) => {
  const { fits } = await db.one(
    z.object({ fits: z.boolean() }),
    sql`
      select ${publishAt}::timestamptz between clock_timestamp() and clock_timestamp() + interval '2 years' as fits
    `,
  )
  return fits
}

/** What decides how an episode may change. */
const Locked = z.object({
  id: Id,
  podcastId: Id,
  audioFileId: Id.nullable(),
  isPlayable: z.boolean(),
  version: z.number().int(),
  isPublished: z.boolean(),
})

/** An episode of this host, which nobody else changes until the transaction ends. */
export const lockEpisode = (tx: Tx, id: string, hostId: string) =>
  tx.maybeOne(
    Locked,
    sql`
      select ${whatIsShown}, e.podcast_id as "podcastId", e.audio_file_id as "audioFileId",
        ${isPlayable} as "isPlayable"
      from episode e where e.id = ${id} and e.host_id = ${hostId} for update
    `,
  )
