import { Id } from '@griot/contracts/values'
import { sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isPublished } from './publishing.queries.ts'

/** The columns of podcast `p` that its feed shows. A part that shows another one adds it here. */
const ofShow = sql`
  p.title, p.description, p.description_html, p.host_name, p.category, p.kind, p.cover_id, p.language, p.explicit, p.author,
  p.website, p.copyright, p.license, p.license_url, p.is_complete, p.locked, p.apple_category, p.apple_subcategory,
  p.funding, p.people, p.txt, p.feed_guid, p.new_feed_url, p.imported_from
`

/** The columns of episode `e` that the feed shows. */
const ofEpisode = sql`
  e.title, e.description, e.notes_html, e.episode_number, e.number, e.season, e.kind, e.guid, e.explicit, e.people,
  e.chapters, e.release_date, e.audio_file_id, e.measured_seconds, e.mp3_bytes
`

interface Subject {
  podcastIds?: readonly string[]
  episodeIds?: readonly string[]
}

const Shown = z.object({ podcastId: Id, id: Id, state: z.string(), isBackdated: z.boolean() })

/** What feeds show of the podcasts, and of those of the episodes that are published. */
const readShown = async (tx: Tx, { podcastIds = [], episodeIds = [] }: Subject) => {
  const rows = await tx.many(
    Shown,
    sql`
      select p.id as "podcastId", p.id, md5(row(${ofShow})::text) as state, false as "isBackdated"
      from podcast p where p.id = any(${podcastIds}::uuid[])
      union all
      select e.podcast_id, e.id, md5(row(${ofEpisode})::text), e.is_backdated
      from episode e where e.id = any(${episodeIds}::uuid[]) and ${isPublished}
    `,
  )
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}

/** Always podcasts before their episodes, in the order of the ids, so that parallel changes cannot deadlock. */
export const lockShows = (tx: Tx, { podcastIds = [], episodeIds = [] }: Subject) =>
  tx.run(sql`
    select from podcast p
    where p.id = any(${podcastIds}::uuid[])
      or p.id in (select e.podcast_id from episode e where e.id = any(${episodeIds}::uuid[]))
    order by p.id for no key update
  `)

/** All podcasts of a host, in the same order. */
export const lockShowsOf = (tx: Tx, hostId: string) =>
  tx.run(sql`select from podcast where host_id = ${hostId} order by id for no key update`)

/**
 * Runs a change of these podcasts and episodes, and sets the time of the last change of each feed that shows it. The time is
 * later than the one before, even within a millisecond.
 */
export const changeFeeds = async <Result>(tx: Tx, subject: Subject, change: () => Promise<Result>) => {
  await lockShows(tx, subject)
  const before = await readShown(tx, subject)
  const result = await change()
  const after = await readShown(tx, subject)
  const changed = [...new Map([...before, ...after])].flatMap(([id, shown]) =>
    before.get(id)?.state === after.get(id)?.state ? [] : [shown],
  )
  const notified = new Set(changed.flatMap(({ podcastId, isBackdated }) => (isBackdated ? [] : [podcastId])))
  const unnotified = new Set(changed.map(({ podcastId }) => podcastId).filter((id) => !notified.has(id)))
  await setFeedChanged(tx, [...notified])
  await setFeedChanged(tx, [...unnotified], { isNotified: false })
  return result
}

/**
 * To be called by a change that `changeFeeds` cannot see: that of a new episode. Changes of backdated episodes are not
 * notified to hubs and directories.
 */
export const setFeedChanged = async (tx: Tx, podcastIds: readonly string[], { isNotified = true } = {}) => {
  if (podcastIds.length === 0) return
  await tx.run(sql`
    update podcast p
    set feed_changed_at = change.at,
      feed_notified_at = case
        when not ${isNotified}::boolean and p.feed_notified_at >= p.feed_changed_at then change.at
        else p.feed_notified_at
      end
    from (
      select id, greatest(clock_timestamp(), feed_changed_at + interval '1 millisecond')::timestamptz(3) as at
      from podcast where id = any(${podcastIds}::uuid[])
    ) change
    where p.id = change.id
  `)
}
