import { createStore, type Store } from '@griot/shell-sdk/store'
import type { Player } from './engine.ts'

/** How long the sound takes to go. */
export const FADE_SECONDS = 20
const TICK_MS = 250

type Sleep = { until: 'off' } | { until: 'time'; remainingSeconds: number } | { until: 'episode-end' }

export interface SleepTimer {
  state: Store<Sleep>
  inMinutes(minutes: number): void
  atEpisodeEnd(): void
  cancel(): void
  /** An episode has finished: whether that was the one to fall asleep with. It then is, once. */
  takeEpisodeEnd(): boolean
}

const OFF: Sleep = { until: 'off' }

/** Pauses the sound later: after some minutes, fading out at the end of them, or when the episode ends. */
export const createSleepTimer = (player: Pick<Player, 'fadeTo' | 'pause'>): SleepTimer => {
  const state = createStore<Sleep>(OFF)
  let ticking: ReturnType<typeof setInterval> | undefined

  const cancel = () => {
    clearInterval(ticking)
    player.fadeTo(1)
    state.set(OFF)
  }

  const inMinutes = (minutes: number) => {
    cancel()
    // By the clock and not by counting ticks: a page in the background gets few of them.
    const endsAt = Date.now() + minutes * 60_000
    const tick = () => {
      const seconds = (endsAt - Date.now()) / 1000
      if (seconds <= 0) {
        player.pause()
        return cancel()
      }
      player.fadeTo(seconds / FADE_SECONDS)
      const remainingSeconds = Math.ceil(seconds)
      const shown = state.get()
      if (shown.until !== 'time' || shown.remainingSeconds !== remainingSeconds) {
        state.set({ until: 'time', remainingSeconds })
      }
    }
    tick()
    ticking = setInterval(tick, TICK_MS)
  }

  return {
    state,
    inMinutes,
    cancel,
    atEpisodeEnd: () => {
      cancel()
      state.set({ until: 'episode-end' })
    },
    takeEpisodeEnd: () => {
      if (state.get().until !== 'episode-end') return false
      cancel()
      return true
    },
  }
}
