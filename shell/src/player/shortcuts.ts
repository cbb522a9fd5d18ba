import { hasOwnKeys } from '../keys.ts'
import type { CurrentChapters } from './current-chapters.ts'
import { isSounding } from './empty-player.ts'
import type { Player } from './engine.ts'
import { SKIP_SECONDS } from './media-session.ts'
import type { PreferenceStore } from './preferences.ts'
import type { UpNext } from './up-next.ts'

const VOLUME_STEP = 5

const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="tab"], [role="switch"], [role="checkbox"]'
const MOVED_BY_ARROWS = '[role="tablist"], [role="menu"], [role="listbox"], [role="radiogroup"], [role="slider"]'

interface Options {
  player: Player
  upNext: Pick<UpNext, 'next'>
  chapters: CurrentChapters
  preferences: PreferenceStore
}

interface Action {
  act: () => void
  /** Selects elements where the key has another meaning. */
  notIn?: string
  repeats?: true
  needsChapters?: true
}

/** Handles player keys on the whole page, except where a key has another meaning. */
export const listenForShortcuts = ({ player, upNext, chapters, preferences }: Options) => {
  const volumeBy = (step: number) => {
    const { volume, muted } = player.state.get()
    player.setVolume((muted ? 0 : volume) + step)
  }
  const togglePlaying = () => {
    if (isSounding(player.state.get())) player.pause()
    else player.play()
  }

  const actions: Record<string, Action> = {
    ' ': { act: togglePlaying, notIn: PRESSED_BY_SPACE },
    ArrowLeft: { act: () => player.skip(-SKIP_SECONDS), notIn: MOVED_BY_ARROWS, repeats: true },
    ArrowRight: { act: () => player.skip(SKIP_SECONDS), notIn: MOVED_BY_ARROWS, repeats: true },
    'Shift ArrowLeft': { act: chapters.previous, notIn: MOVED_BY_ARROWS, needsChapters: true },
    'Shift ArrowRight': { act: chapters.next, notIn: MOVED_BY_ARROWS, needsChapters: true },
    ArrowUp: { act: () => volumeBy(VOLUME_STEP), notIn: MOVED_BY_ARROWS, repeats: true },
    ArrowDown: { act: () => volumeBy(-VOLUME_STEP), notIn: MOVED_BY_ARROWS, repeats: true },
    m: { act: player.toggleMute },
    n: { act: () => void upNext.next() },
  }

  const handleKey = (event: KeyboardEvent) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const action = actions[event.shiftKey ? `Shift ${key}` : key]
    if (!action || event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (action.needsChapters && chapters.state.get().length === 0) return
    if (player.state.get().status === 'empty' || !preferences.state.get().shortcuts) return
    if (hasOwnKeys(event.target, action.notIn)) return
    event.preventDefault()
    if (!event.repeat || action.repeats) action.act()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
