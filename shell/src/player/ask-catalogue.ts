import { GetEpisode, GetEpisodeNeighbours } from '@griot/contracts/catalog/episodes'
import { ApiError } from '@griot/contracts/errors'
import { call } from '@griot/shell-sdk/http'
import type { FindCurrent, FindFollowing } from './up-next.ts'

const FACTS_TIMEOUT_MS = 5000

/** As it is now: with other audio perhaps than when it was queued. */
export const findCurrent: FindCurrent = async (id) => {
  try {
    const signal = AbortSignal.timeout(FACTS_TIMEOUT_MS)
    const episode = await call(GetEpisode, { params: { id } }, { signal })
    return episode.audioUrl === null ? null : episode
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

/** The episode with the next higher number that can be heard. Asked for when it is needed: shows grow. */
export const findFollowing: FindFollowing = async ({ id }) => {
  const following = async (of: string) => (await call(GetEpisodeNeighbours, { params: { id: of } })).next
  let next = await following(id)
  while (next !== null && next.audioUrl === null) next = await following(next.id)
  return next
}
