import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { StoredPlayer } from './apply-change.ts'

const StoredRow = z.object({
  version: z.number(),
  episodeId: z.string().nullable(),
  rate: z.number(),
  playingOn: z.string().nullable(),
  playedAt: z.string(),
  queue: z.array(z.string()),
  queuedAt: z.string(),
})

/**
 * A device plays while it has an open session, and for 30 seconds after an action, because its session starts after its
 * sound.
 */
const playingOn = sql`
  case
    when state.played_at > wall_clock() - interval '30 seconds'
      or exists (select from listening_session where user_id = state.user_id and ended_at is null)
    then state.playing_on
  end as "playingOn"
`

const LockedRow = StoredRow.extend({ actedAt: z.string() })

export const lockPlayer = async (tx: Tx, userId: string, ageMs: number) => {
  await tx.run(sql`insert into player_state (user_id) values (${userId}) on conflict (user_id) do nothing`)
  return tx.one(
    LockedRow,
    sql`
      select version, episode_id as "episodeId", rate, ${playingOn}, played_at as "playedAt", queue,
        queued_at as "queuedAt", wall_clock() - ${ageMs} * interval '1 millisecond' as "actedAt"
      from player_state state where user_id = ${userId} for update
    `,
  )
}

export const storePlayer = (tx: Tx, userId: string, player: StoredPlayer) =>
  tx.run(sql`
    update player_state set version = ${player.version}, episode_id = ${player.episodeId}, rate = ${player.rate},
      playing_on = ${player.playingOn}, played_at = ${player.playedAt}, queue = ${player.queue}::uuid[],
      queued_at = ${player.queuedAt}
    where user_id = ${userId}
  `)

const SavedRow = z.object({
  version: z.number(),
  episodeId: z.string().nullable(),
  rate: z.number(),
  queue: z.array(z.string()),
  playingOn: z.string().nullable(),
  positionSeconds: z.number(),
  lengthSeconds: z.number(),
})

/** The position is that of the open session, if it plays the episode. */
export const findPlayer = (db: Queryable, userId: string) =>
  db.maybeOne(
    SavedRow,
    sql`
      select state.version, state.episode_id as "episodeId", state.rate, state.queue, ${playingOn},
        coalesce(
          case when open.episode_id = state.episode_id and open.beats > 0 then open.position_seconds end,
          history.position_seconds, 0
        ) as "positionSeconds",
        coalesce(history.length_seconds, 0) as "lengthSeconds"
      from player_state state
      left join listening_session open on open.user_id = state.user_id and open.ended_at is null
      left join history_entry history on history.user_id = state.user_id and history.episode_id = state.episode_id
      where state.user_id = ${userId}
    `,
  )

const IdleEntry = z.object({ id: z.string(), lengthSeconds: z.number() })

/** The history entry of an episode, unless an open session reports its position or a newer action has moved it. */
export const findIdleEntry = (tx: Tx, userId: string, episodeId: string, actedAt: string) =>
  tx.maybeOne(
    IdleEntry,
    sql`
      select id, length_seconds as "lengthSeconds" from history_entry history
      where user_id = ${userId} and episode_id = ${episodeId} and last_listened_at <= ${actedAt}::timestamptz
        and not exists (
          select from listening_session open
          where open.user_id = history.user_id and open.episode_id = history.episode_id and open.ended_at is null
        )
      for no key update
    `,
  )

/** Does not move the entry to the top of the history: the listener has not listened. */
export const setPosition = (tx: Tx, id: string, positionSeconds: number, progress: number) =>
  tx.run(sql`
    update history_entry set position_seconds = ${positionSeconds}, progress = ${progress} where id = ${id}
  `)
