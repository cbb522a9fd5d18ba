import { FASTEST, SLOWEST } from '@griot/contracts/player'
import { createStoredValue, isRecord } from '../storage/stored-value.ts'

export const SPEED_STEP = 0.1
/** Above this number, the speed that was chosen first is dropped. */
const MAX_PODCASTS = 200

type Chosen = Record<string, number>

const isChosen = (value: unknown): value is Chosen =>
  isRecord(value) && Object.values(value).every((rate) => typeof rate === 'number')

const toSpeed = (rate: number) =>
  Number.isFinite(rate) ? Math.min(FASTEST, Math.max(SLOWEST, Math.round(rate * 10) / 10)) : 1

/** The playback speed of each podcast, stored in this browser. */
export const createSpeeds = () => {
  const stored = createStoredValue('griot:speeds', isChosen)
  return {
    of: (podcastId: string) => toSpeed(stored.read()?.[podcastId] ?? 1),
    /** Returns the stored speed: within bounds, rounded to a tenth. */
    remember: (podcastId: string, rate: number) => {
      const speed = toSpeed(rate)
      const { [podcastId]: _, ...others } = stored.read() ?? {}
      const kept = Object.entries(others).slice(1 - MAX_PODCASTS)
      stored.write(Object.fromEntries(speed === 1 ? kept : [...kept, [podcastId, speed]]))
      return speed
    },
  }
}
