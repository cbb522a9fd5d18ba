import { createStore } from '@griot/shell-sdk/store'
import type { Player } from './engine.ts'

/** Duration of the fade-out. */
export const FADE_SECONDS = 20
const TICK_MS = 250

type Sleep = { until: 'off' } | { until: 'time'; minutes: number; remainingSeconds: number } | { until: 'episode-end' }

const OFF: Sleep = { until: 'off' }

/** Pauses after some minutes, with a fade-out, or at the end of the episode. */
export const createSleepTimer = (player: Pick<Player, 'fadeTo' | 'pause'>) => {
  const state = createStore<Sleep>(OFF)
  let ticking: ReturnType<typeof setInterval> | undefined

  const cancel = () => {
    clearInterval(ticking)
    player.fadeTo(1)
    state.set(OFF)
  }

  const inMinutes = (minutes: number) => {
    cancel()
    // By the clock: browsers delay timers of pages in the background.
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
        state.set({ until: 'time', minutes, remainingSeconds })
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
    /** Call it when an episode has ended. Returns whether playback should stop, and turns the timer off if so. */
    takeEpisodeEnd: () => {
      if (state.get().until !== 'episode-end') return false
      cancel()
      return true
    },
  }
}

export type SleepTimer = ReturnType<typeof createSleepTimer>
