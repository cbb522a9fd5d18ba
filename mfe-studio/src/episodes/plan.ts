import type { Episode, EpisodeStatus } from '@griot/contracts/catalog/episodes'

/** What a creator decides about an episode; whether "now" has to wait for its audio follows from the audio. */
export type Plan = 'now' | 'scheduled' | 'draft'

export const planOf = ({ status }: Pick<Episode, 'status'>): Plan =>
  status === 'draft' || status === 'scheduled' ? status : 'now'

export const statusFor = (plan: Plan, audioIsReady: boolean): EpisodeStatus => {
  if (plan !== 'now') return plan
  return audioIsReady ? 'published' : 'when_ready'
}

/** A moment as a `datetime-local` field has it: in the reader's time zone, without saying so. */
export const toLocal = (iso: string) => {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What a `datetime-local` field says, as a moment; as it is when it says none. */
export const fromLocal = (local: string) => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** As in "Europe/Berlin". */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
