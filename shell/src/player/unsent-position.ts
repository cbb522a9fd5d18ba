import type { CallOptions } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { CreateHistoryEntry, ListHistory, UpdateHistoryEntry } from '@griot/contracts/library'
import { EndListening } from '@griot/contracts/listening'
import type { PlayerEpisode } from '@griot/shell-sdk/contract'
import { call } from '@griot/shell-sdk/http'
import { createStoredValue, isRecord } from '../storage/stored-value.ts'
import type { Played } from './engine-state.ts'
import { type ListenerSession, listenerOf } from './listener-of.ts'

interface UnsentPosition {
  userId: string
  episodeId: string
  podcastId: string
  /** Seconds, like `duration`. */
  position: number
  duration: number
  /** The request that would have ended the session; null if the server had not returned the session's id. */
  end: BodyOf<typeof EndListening> | null
}

const isUnsentPosition = (value: unknown): value is UnsentPosition =>
  isRecord(value) &&
  [value.userId, value.episodeId, value.podcastId].every((id) => typeof id === 'string') &&
  [value.position, value.duration].every((seconds) => typeof seconds === 'number' && seconds > 0) &&
  (value.end === null || isRecord(value.end))

/** Stores a position in this browser that the server has not accepted, until it does. */
export const createUnsentPosition = (session: ListenerSession) => {
  const stored = createStoredValue<UnsentPosition | null>(
    'griot:untold-place',
    (value) => value === null || isUnsentPosition(value),
  )
  return {
    store: (
      { id: episodeId, podcastId }: PlayerEpisode,
      { position, duration }: Played,
      end: UnsentPosition['end'],
    ) => {
      const userId = listenerOf(session)
      if (userId === undefined || position < 1 || duration <= 0) return
      stored.write({ userId, episodeId, podcastId, position, duration, end })
    },

    /** Sends the stored position of the signed-in user. Returns the id of the episode, or null without one. */
    send: async (options: CallOptions): Promise<string | null> => {
      const position = stored.read()
      if (!position || position.userId !== session.user.get()?.id) return null
      await sendPosition(position, options).catch((error: unknown) => {
        // For example because the episode is deleted.
        const isPermanent = error instanceof ApiError && [400, 403, 404, 409, 422].includes(error.status)
        if (!isPermanent) throw error
      })
      stored.write(null)
      return position.episodeId
    },
  }
}

const sendPosition = async (
  { episodeId, podcastId, position, duration, end }: UnsentPosition,
  options: CallOptions,
) => {
  // First: otherwise the server ends an open session at the position of its last heartbeat.
  if (end) await call(EndListening, { body: end }, options)
  const [entry] = await call(ListHistory, { params: { id: 'me' }, query: { episodeId } }, options)
  const body = { progress: Math.min(100, (position / duration) * 100), completed: false }
  if (!entry) await call(CreateHistoryEntry, { body: { episodeId, podcastId, ...body } }, options)
  // Never back: the user may have continued on another device.
  else if (position > entry.positionSeconds) await call(UpdateHistoryEntry, { params: { id: entry.id }, body }, options)
}
