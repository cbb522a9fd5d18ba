import type { PlayerChange } from '@griot/contracts/player'
import { createStoredValue, isRecord } from '../storage/stored-value.ts'
import { isSounding } from './empty-player.ts'
import type { PlayerSnapshot } from './engine-state.ts'
import { type ListenerSession, listenerOf } from './listener-of.ts'

/** An older change is dropped. */
const MAX_AGE_MS = 30 * 86_400_000

export type Change = Omit<PlayerChange, 'deviceId' | 'ageMs'>

/** `at`: milliseconds since 1970, because it is read after a reload. */
interface Unsent {
  at: number
  change: Change
}

const isUnsent = (value: unknown): value is Unsent | null =>
  value === null || (isRecord(value) && typeof value.at === 'number' && isRecord(value.change))

/** Changes that the server has not confirmed, stored in this browser, because the page may close while it is offline. */
export const createUnsentChanges = (session: ListenerSession) => {
  const stored = () => createStoredValue<Unsent | null>(`griot:unsent-player:${listenerOf(session)}`, isUnsent)
  const read = () => {
    const unsent = stored().read()
    return unsent && Date.now() - unsent.at < MAX_AGE_MS ? unsent : null
  }
  return {
    read,
    add: (change: Change) => stored().write({ at: Date.now(), change: { ...read()?.change, ...change } }),
    /** Keeps what has changed since. */
    remove: ({ at }: Unsent) => {
      if (read()?.at === at) stored().write(null)
    },
  }
}

export type UnsentChanges = ReturnType<typeof createUnsentChanges>

/** What the listener has changed in the player; undefined if playback itself changed it. */
export const changeOf = (before: PlayerSnapshot, now: PlayerSnapshot): Change | undefined => {
  if (!now.episode) return undefined
  const about = { episodeId: now.episode.id, rate: now.rate }
  const [wasOn, isOn] = [isSounding(before), isSounding(now)]
  const isOther = before.episode?.id !== now.episode.id
  if (isOn && (!wasOn || isOther)) return { ...about, isPlaying: true }
  // With a problem, for example because another tab plays, the listener has not paused.
  if (wasOn && !isOn) return now.problem === null ? { ...about, isPlaying: false } : undefined
  if (isOther || before.rate !== now.rate) return about
  const position = Math.floor(now.position)
  return !isOn && position !== Math.floor(before.position) ? { ...about, positionSeconds: position } : undefined
}
