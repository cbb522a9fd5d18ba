import { MAX_SECONDS } from '@griot/contracts/values'
import type { PlayerEpisode } from '@griot/shell-sdk/contract'
import type { Played } from './engine.ts'

export const COMPLETED_SHARE = 0.95

/** What was heard of one episode since its session began, by the page's monotonic clock. */
export interface Listening {
  /** Null until the server has answered. */
  id: string | null
  episodeId: string
  podcastId: string
  heardMs: number
  /** When the sound last began; null while it is silent. */
  soundingSince: number | null
  silentSince: number | null
  creditedBefore: number
  isCompletionPaid: boolean
  /** The most that listening can still bring; null without a limit. */
  pointsLeft: number | null
}

export const newListening = ({ id: episodeId, podcastId }: PlayerEpisode): Listening => ({
  id: null,
  episodeId,
  podcastId,
  heardMs: 0,
  soundingSince: null,
  silentSince: null,
  creditedBefore: 0,
  isCompletionPaid: false,
  pointsLeft: null,
})

export const heardSeconds = (listening: Listening) => {
  const sounding = listening.soundingSince === null ? 0 : performance.now() - listening.soundingSince
  return Math.min(MAX_SECONDS, Math.floor((listening.heardMs + sounding) / 1000))
}

/** What a heartbeat says. */
export const claim = (listening: Listening, sessionId: string, { position }: Pick<Played, 'position'>) => ({
  sessionId,
  listeningDuration: heardSeconds(listening),
  totalProgress: Math.min(MAX_SECONDS, Math.floor(position)),
})

/** What the end of a session says. */
export const endClaim = (listening: Listening, sessionId: string, played: Pick<Played, 'position' | 'duration'>) => ({
  ...claim(listening, sessionId, played),
  completed: played.duration > 0 && played.position / played.duration >= COMPLETED_SHARE,
})

/** The sound is silent from now on. */
export const hush = (listening: Listening) => {
  if (listening.soundingSince === null) return
  listening.heardMs += performance.now() - listening.soundingSince
  listening.soundingSince = null
  listening.silentSince = performance.now()
}
