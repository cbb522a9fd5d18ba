import { isRecord, type Stored, stored } from '../stored.ts'

export const SLOWEST = 0.5
export const FASTEST = 3
export const SPEED_STEP = 0.1
/** Shows whose speed is remembered; those chosen longest ago go first. */
const MOST_SHOWS = 200

export interface Speeds {
  of(podcastId: string): number
  /** Answers the speed as it was understood: within bounds, to the tenth. */
  remember(podcastId: string, rate: number): number
}

type Chosen = Record<string, number>

const isChosen = (value: unknown): value is Chosen =>
  isRecord(value) && Object.values(value).every((rate) => typeof rate === 'number')

const withinSpeeds = (rate: number) =>
  Number.isFinite(rate) ? Math.min(FASTEST, Math.max(SLOWEST, Math.round(rate * 10) / 10)) : 1

/** How fast a person listens to each show, in this browser. */
export const createSpeeds = (memory: Stored<Chosen> = stored('griot:speeds', isChosen)): Speeds => ({
  of: (podcastId) => withinSpeeds(memory.read()?.[podcastId] ?? 1),
  remember: (podcastId, rate) => {
    const speed = withinSpeeds(rate)
    const { [podcastId]: _, ...others } = memory.read() ?? {}
    const kept = Object.entries(others).slice(1 - MOST_SHOWS)
    memory.write(Object.fromEntries(speed === 1 ? kept : [...kept, [podcastId, speed]]))
    return speed
  },
})
