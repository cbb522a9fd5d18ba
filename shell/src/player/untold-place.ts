import type { CallOptions } from '@griot/contracts/client'
import type { BodyOf } from '@griot/contracts/endpoint'
import type { EndListening } from '@griot/contracts/listening'
import type { Store } from '@griot/shell-sdk/store'
import { isRecord, stored } from '../stored.ts'

type End = BodyOf<typeof EndListening>

export interface Place {
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
      const { tellPlace } = await import('./tell-place.ts')
      await tellPlace(place, options)
      memory.write(null)
      return place.episodeId
    },
  }
}
