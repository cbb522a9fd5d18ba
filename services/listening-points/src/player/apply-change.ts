import type { PlayerChange } from '@griot/contracts/player'

export interface StoredPlayer {
  version: number
  episodeId: string | null
  rate: number
  playingOn: string | null
  playedAt: string
  queue: string[]
  queuedAt: string
}

type Action = Omit<PlayerChange, 'ageMs'> & { actedAt: string }

/** The newer action wins: one that is older than the stored one changes nothing. Compares the queue and the rest separately. */
export const applyChange = (stored: StoredPlayer, action: Action): StoredPlayer => {
  const { deviceId, actedAt, episodeId, rate, isPlaying, queue, positionSeconds } = action
  const changed = { ...stored, version: stored.version + 1 }
  const isAboutEpisode = [episodeId, rate, isPlaying, positionSeconds].some((value) => value !== undefined)
  const isPlayed = isAboutEpisode && actedAt >= stored.playedAt
  const isQueued = queue !== undefined && actedAt >= stored.queuedAt
  if (isPlayed) {
    changed.playedAt = actedAt
    changed.episodeId = episodeId ?? stored.episodeId
    changed.rate = rate ?? stored.rate
    if (isPlaying) changed.playingOn = deviceId
    // A device that pauses because another one plays does not stop that one.
    else if (isPlaying === false && stored.playingOn === deviceId) changed.playingOn = null
  }
  if (isQueued) {
    changed.queuedAt = actedAt
    changed.queue = [...new Set(queue)]
  }
  return isPlayed || isQueued ? changed : stored
}
