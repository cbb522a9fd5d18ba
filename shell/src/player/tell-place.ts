import type { CallOptions } from '@griot/contracts/client'
import { ApiError } from '@griot/contracts/errors'
import { CreateHistoryEntry, ListHistory, UpdateHistoryEntry } from '@griot/contracts/library'
import { EndListening } from '@griot/contracts/listening'
import { call } from '@griot/shell-sdk/http'
import type { Place } from './untold-place.ts'

/** Tells the server where somebody was. What it refuses is told as well: again would not help. */
export const tellPlace = async (place: Place, options: CallOptions) => {
  try {
    await tellAll(place, options)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

const tellAll = async ({ episodeId, podcastId, position, duration, end }: Place, options: CallOptions) => {
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
