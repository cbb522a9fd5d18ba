import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { ByteRanges } from './byte-ranges.ts'

const SentFile = z.object({
  userId: z.string(),
  mediaId: z.string(),
  objectKey: z.string(),
  sizeBytes: z.number(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
  /** Milliseconds since 1970. */
  usedAt: z.number(),
})
export interface StoredFile extends Omit<z.infer<typeof SentFile>, 'ranges'> {
  ranges: ByteRanges
}

/** The recordings that each user was sent last. */
export const readAudioSent = (db: Queryable, userIds: readonly string[], mostFiles: number): Promise<StoredFile[]> =>
  db.many(
    SentFile,
    sql`
      select file.user_id as "userId", file.media_id as "mediaId", file.object_key as "objectKey",
        file.size_bytes as "sizeBytes", extract(epoch from file.updated_at) * 1000 as "usedAt",
        (select coalesce(json_agg(json_build_array(lower(range), upper(range)) order by range), '[]')
          from unnest(file.sent_bytes) range) as ranges
      from unnest(${userIds}::uuid[]) as listener(id)
      cross join lateral (
        select * from audio_sent where user_id = listener.id order by updated_at desc limit ${mostFiles}
      ) file
    `,
  )

/** Adds the ranges to those that other instances have stored. Skips users whose account was deleted. */
export const storeAudioSent = (db: Queryable, files: readonly StoredFile[]) => {
  const rows = files.map(({ userId, mediaId, objectKey, sizeBytes, ranges, usedAt }) => {
    const sentBytes = `{${ranges.map(([start, end]) => `[${start},${end})`).join()}}`
    return { userId, mediaId, objectKey, sizeBytes, sentBytes, usedAt }
  })
  // In the order of the key: two instances lock rows in the same order.
  return db.run(sql`
    insert into audio_sent (user_id, media_id, object_key, size_bytes, sent_bytes, updated_at, sent_on)
    select "userId", "mediaId", "objectKey", "sizeBytes", "sentBytes"::int8multirange,
      to_timestamp("usedAt" / 1000), to_timestamp("usedAt" / 1000)::date
    from json_to_recordset(${JSON.stringify(rows)}::json) as sent("userId" uuid, "mediaId" uuid, "objectKey" text,
      "sizeBytes" bigint, "sentBytes" text, "usedAt" float8)
    join user_account on user_account.id = "userId"
    order by "userId", "mediaId", "objectKey"
    on conflict (user_id, media_id, object_key) do update set size_bytes = excluded.size_bytes,
      sent_bytes = audio_sent.sent_bytes + excluded.sent_bytes,
      updated_at = greatest(audio_sent.updated_at, excluded.updated_at),
      sent_on = greatest(audio_sent.sent_on, excluded.sent_on)
  `)
}

export const deleteOldAudioSent = (db: Queryable, days: number) =>
  db.run(sql`delete from audio_sent where sent_on < current_date - ${days}::int`)
