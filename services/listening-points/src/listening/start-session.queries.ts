import { sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { rowsOf } from '../ledger/ledger.queries.ts'
import { type BonusKind, type HeardAs, SILENCE_SECONDS } from '../rules/rules.ts'

const StartState = z.object({
  userId: z.string(),
  openSessionId: z.string().nullable(),
  /** False if the listener starts the episode for the first time. */
  isKnown: z.boolean(),
  positionSeconds: z.number(),
  creditedSeconds: z.number(),
  isStartPaid: z.boolean(),
  isCompletionPaid: z.boolean(),
  /** In another episode, too. */
  isAudioStartPaid: z.boolean(),
  isAudioCompletionPaid: z.boolean(),
})
export type StartState = z.infer<typeof StartState>

const isAudioPaid = (kind: BonusKind) => sql`exists (
  select from audio_bonus paid
  where paid.user_id = start."userId" and paid.audio_sha256 = decode(start."audioSha256", 'hex') and paid.kind = ${kind}
)`

/** For each listener the open session, and the history of the episode that they start. */
export const readStartStates = async (
  tx: Tx,
  starts: readonly { userId: string; episodeId: string; audioSha256: string | null }[],
) => {
  const states = await tx.many(
    StartState,
    sql`
      select start."userId", open.id as "openSessionId", history.id is not null as "isKnown",
        coalesce(history.position_seconds, 0) as "positionSeconds",
        coalesce(history.credited_seconds, 0) as "creditedSeconds",
        coalesce(history.start_paid, false) as "isStartPaid",
        coalesce(history.completion_paid, false) as "isCompletionPaid",
        ${isAudioPaid('started')} as "isAudioStartPaid", ${isAudioPaid('completed')} as "isAudioCompletionPaid"
      from ${rowsOf(starts, sql`"userId" uuid, "episodeId" uuid, "audioSha256" text`)} start
      left join listening_session open on open.user_id = start."userId" and open.ended_at is null
      left join history_entry history on history.user_id = start."userId" and history.episode_id = start."episodeId"
    `,
  )
  return new Map(states.map((state) => [state.userId, state]))
}

export interface NewSession {
  id: string
  userId: string
  episodeId: string
  podcastId: string
  hostId: string
  episodeTitle: string
  heardAs: HeardAs
  lengthSeconds: number
  leftSeconds: number
  audioSha256: string | null
  audioFileId: string | null
  isAudioStartPaid: boolean
  isAudioCompletionPaid: boolean
  addressHash: string | null
  startedAt: string
  countsFrom: string
  endAhead: string | null
}

/**
 * Stores new sessions and their addresses, and adds the episodes to the listeners' histories, or moves them to the top. One
 * statement, because a statement costs more than a session in it: docs/decisions.md.
 */
export const insertSessions = (tx: Tx, sessions: readonly NewSession[]) =>
  tx.send(sql`
    with opened as (
      select * from ${rowsOf(
        sessions,
        sql`id uuid, "userId" uuid, "episodeId" uuid, "podcastId" uuid, "hostId" uuid, "episodeTitle" text, "heardAs" text,
          "lengthSeconds" int, "leftSeconds" int, "audioSha256" text, "audioFileId" uuid,
          "isAudioStartPaid" boolean, "isAudioCompletionPaid" boolean, "addressHash" text, "startedAt" timestamptz,
          "countsFrom" timestamptz, "endAhead" timestamptz`,
      )} session
    ), session as (
      insert into listening_session (id, user_id, episode_id, podcast_id, host_id, episode_title, heard_as, length_seconds,
        left_seconds, audio_sha256, audio_file_id, audio_start_paid, audio_completion_paid, start_points, points_earned,
        started_at, last_heard_at, check_at, counts_from, end_ahead)
      select id, "userId", "episodeId", "podcastId", "hostId", "episodeTitle", "heardAs", "lengthSeconds", "leftSeconds",
        decode("audioSha256", 'hex'), "audioFileId", "isAudioStartPaid", "isAudioCompletionPaid", 0, 0, "startedAt",
        "startedAt", "startedAt" + ${SILENCE_SECONDS} * interval '1 second', "countsFrom", "endAhead"
      from opened
    ), address as (
      insert into session_address (session_id, user_id, address_hash, started_at)
      select id, "userId", "addressHash", "startedAt" from opened where "addressHash" is not null
    )
    insert into history_entry (user_id, episode_id, podcast_id, length_seconds, last_listened_at)
    select "userId", "episodeId", "podcastId", "lengthSeconds", "startedAt" from opened
    on conflict (user_id, episode_id) do update set podcast_id = excluded.podcast_id,
      length_seconds = excluded.length_seconds, last_listened_at = excluded.last_listened_at
  `)
