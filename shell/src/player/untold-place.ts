import { type CallOptions, call } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { CreateHistoryEntry, ListHistory, UpdateHistoryEntry } from '@griot/contracts/library'
import { EndListening } from '@griot/contracts/listening'
import type { Store } from '@griot/shell-sdk/store'
import { isRecord, stored } from '../stored.ts'

type End = BodyOf<typeof EndListening>

interface Place {
  userId: string
  episodeId: string
  podcastId: string
  position: number
  duration: number
  /** How the session would have ended; null when the server never told its name. */
  end: End | null
}

const isPlace = (value: unknown): value is Place =>
  isRecord(value) &&
  [value.userId, value.episodeId, value.podcastId].every((id) => typeof id === 'string') &&
  [value.position, value.duration].every((seconds) => typeof seconds === 'number' && seconds > 0) &&
  (value.end === null || isRecord(value.end))

/** Where somebody was when the page went and the server could not be told: this browser keeps it until it can. */
export const createUntoldPlace = (user: Store<{ id: string } | null>) => {
  const memory = stored<Place | null>('griot:untold-place', (value) => value === null || isPlace(value))

  return {
    keep: ({ episodeId, podcastId, position, duration, end }: Omit<Place, 'userId'>) => {
      const userId = user.get()?.id
      if (userId === undefined || position < 1 || duration <= 0) return
      memory.write({ userId, episodeId, podcastId, position, duration, end })
    },

    /** Tells it now, if it is this person's. Answers the episode whose place may have moved. */
    tell: async (options: CallOptions): Promise<string | null> => {
      const place = memory.read()
      if (!place || place.userId !== user.get()?.id) return null
      try {
        await tell(place, options)
      } catch (error) {
        if (!isRefused(error)) throw error
      }
      memory.write(null)
      return place.episodeId
    },
  }
}

const tell = async ({ episodeId, podcastId, position, duration, end }: Place, options: CallOptions) => {
  // First: a session that is still open would end at the last place that it has proven.
  if (end) await call(EndListening, { body: end }, options)
  const [entry] = await call(ListHistory, { params: { id: 'me' }, query: { episodeId } }, options)
  const body = { progress: Math.min(100, (position / duration) * 100), completed: false }
  if (!entry) await call(CreateHistoryEntry, { body: { episodeId, podcastId, ...body } }, options)
  // Never back: they may have gone on elsewhere, or never have been taken to where they were.
  else if (position > entry.positionSeconds) await call(UpdateHistoryEntry, { params: { id: entry.id }, body }, options)
}

/** The episode is gone, say: telling it again would not help. */
const isRefused = (error: unknown) => error instanceof ApiError && [400, 403, 404, 409, 422].includes(error.status)
