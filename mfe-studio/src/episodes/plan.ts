import type { Episode, EpisodeStatus } from '@griot/contracts/catalog/episodes'

/** When an episode is published. "now" waits for the audio if that is still being processed. */
export type Plan = 'now' | 'scheduled' | 'draft'

export const planOf = ({ status }: Pick<Episode, 'status'>): Plan =>
  status === 'draft' || status === 'scheduled' ? status : 'now'

export const statusFor = (plan: Plan, audioIsReady: boolean): EpisodeStatus => {
  if (plan !== 'now') return plan
  return audioIsReady ? 'published' : 'when_ready'
}
