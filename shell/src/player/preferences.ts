import { createStore } from '@griot/shell-sdk/store'
import { createStoredValue, isRecord } from '../storage/stored-value.ts'

export interface Preferences {
  /** If the queue is empty, the next episode of the podcast follows. */
  autoplay: boolean
  /** WCAG 2.1.4 requires that single-letter shortcuts can be turned off. */
  shortcuts: boolean
}

const isPreferences = (value: unknown): value is Preferences =>
  isRecord(value) && typeof value.autoplay === 'boolean' && typeof value.shortcuts === 'boolean'

/** Playback preferences, stored in this browser. */
export const createPreferences = () => {
  const stored = createStoredValue('griot:playing', isPreferences)
  const state = createStore<Preferences>(stored.read() ?? { autoplay: true, shortcuts: true })
  return {
    state,
    choose: (part: Partial<Preferences>) => {
      state.set({ ...state.get(), ...part })
      stored.write(state.get())
    },
  }
}

export type PreferenceStore = ReturnType<typeof createPreferences>
