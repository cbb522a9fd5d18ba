import { createStore } from '@griot/shell-sdk/store'
import { isRecord, stored } from '../stored.ts'

export interface Preferences {
  /** When nothing is queued, the next episode of the show follows. */
  autoplay: boolean
  /** Keys steer the player from anywhere on the page. Single letters must be possible to turn off: WCAG 2.1.4. */
  shortcuts: boolean
}

const isPreferences = (value: unknown): value is Preferences =>
  isRecord(value) && typeof value.autoplay === 'boolean' && typeof value.shortcuts === 'boolean'

/** What a person has chosen about playing, in this browser. */
export const createPreferences = () => {
  const memory = stored('griot:playing', isPreferences)
  const state = createStore<Preferences>(memory.read() ?? { autoplay: true, shortcuts: true })
  return {
    state,
    choose: (part: Partial<Preferences>) => {
      state.set({ ...state.get(), ...part })
      memory.write(state.get())
    },
  }
}

export type PreferenceStore = ReturnType<typeof createPreferences>
