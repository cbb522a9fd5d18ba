import type { Episode, EpisodeStatus } from '@griot/contracts/catalog/episodes'

/** When an episode is published. "now" waits for the audio if that is still being processed. */
export type Plan = 'now' | 'scheduled' | 'draft'

export const planOf = ({ status }: Pick<Episode, 'status'>): Plan =>
  status === 'draft' || status === 'scheduled' ? status : 'now'

export const statusFor = (plan: Plan, audioIsReady: boolean): EpisodeStatus => {
  if (plan !== 'now') return plan
  return audioIsReady ? 'published' : 'when_ready'
}

/** The value of a `datetime-local` field for a time: local, without a time zone. */
export const toLocal = (iso: string) => {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The time of a `datetime-local` value; an invalid value is returned unchanged. */
export const fromLocal = (local: string) => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** As in "Europe/Berlin". */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
