import type { ListeningRecorded } from '@griot/contracts/events'
import { sql, type Tx } from '@griot/service-kit/db/db'
import type { z } from 'zod'

/** Counts a listener once per podcast, at the time of their last session. The table's comment explains the score. */
export const countListener = async (
  tx: Tx,
  { podcastId, userId, recordedAt }: z.output<typeof ListeningRecorded.data>,
): Promise<void> => {
  await tx.run(sql`
    with heard as (
      insert into podcast_listener as l (podcast_id, user_id, last_listened_at)
      select id, ${userId}, date_trunc('hour', ${recordedAt}::timestamptz, 'UTC') from podcast where id = ${podcastId}
      on conflict (podcast_id, user_id) do update
      set last_listened_at = excluded.last_listened_at, listened_before_at = l.last_listened_at
      where excluded.last_listened_at > l.last_listened_at
      returning podcast_id, last_listened_at, listened_before_at
    ), counted as (
      select podcast_id,
        extract(epoch from last_listened_at)::float8 / 604800 as weeks,
        extract(epoch from listened_before_at)::float8 / 604800 as weeks_before
      from heard
    )
    update podcast_popularity a set
      listeners = a.listeners + (weeks_before is null)::integer,
      trending = case
        when a.listeners = 0 then weeks
        -- log2(2^trending + 2^weeks - 2^weeks_before), with the greatest taken out so that no power overflows
        else greatest(a.trending, weeks) + ln(
          1 + power(2, greatest(least(a.trending, weeks) - greatest(a.trending, weeks), -1000))
          - coalesce(power(2, greatest(weeks_before - greatest(a.trending, weeks), -1000)), 0)
        ) / ln(2::float8)
      end
    from counted where a.podcast_id = counted.podcast_id
  `)
}
