import type { ListeningRecorded } from '@griot/contracts/events'
import { sql, type Tx } from '@griot/service-kit/db/db'
import type { z } from 'zod'

/**
 * Counts listeners once per podcast, at the time of their last session. Several events of a listener and podcast are
 * one. The table's comment explains the score.
 */
export const countListeners = async (tx: Tx, events: z.output<typeof ListeningRecorded.data>[]): Promise<void> => {
  const podcastIds = [...new Set(events.map(({ podcastId }) => podcastId))]
  // Without this order, two batches could wait for each other's podcasts.
  tx.send(sql`
    select from podcast_popularity where podcast_id = any(${podcastIds}::uuid[]) order by podcast_id for no key update
  `)
  await tx.run(sql`
    with heard as (
      insert into podcast_listener as l (podcast_id, user_id, last_listened_at)
      select podcast.id, event."userId", date_trunc('hour', max(event."recordedAt"), 'UTC')
      from json_to_recordset(${JSON.stringify(events)}::json)
        as event ("podcastId" uuid, "userId" uuid, "recordedAt" timestamptz)
      join podcast on podcast.id = event."podcastId"
      group by podcast.id, event."userId"
      on conflict (podcast_id, user_id) do update
      set last_listened_at = excluded.last_listened_at, listened_before_at = l.last_listened_at
      where excluded.last_listened_at > l.last_listened_at
      returning podcast_id, last_listened_at, listened_before_at
    ), counted as (
      select podcast_id,
        extract(epoch from last_listened_at)::float8 / 604800 as weeks,
        extract(epoch from listened_before_at)::float8 / 604800 as weeks_before,
        extract(epoch from max(last_listened_at) over (partition by podcast_id))::float8 / 604800 as latest
      from heard
    ), gained as (
      -- log2(sum(2^weeks - 2^weeks_before)), with the greatest taken out so that no power overflows
      select podcast_id, count(*) filter (where weeks_before is null) as listeners,
        latest + ln(sum(
          power(2, greatest(weeks - latest, -1000)) - coalesce(power(2, greatest(weeks_before - latest, -1000)), 0)
        )) / ln(2::float8) as trending
      from counted group by podcast_id, latest
    )
    update podcast_popularity a set
      listeners = a.listeners + gained.listeners,
      trending = case
        when a.listeners = 0 then gained.trending
        -- log2(2^a.trending + 2^gained.trending)
        else greatest(a.trending, gained.trending)
          + ln(1 + power(2, greatest(-abs(a.trending - gained.trending), -1000))) / ln(2::float8)
      end
    from gained where a.podcast_id = gained.podcast_id
  `)
}
