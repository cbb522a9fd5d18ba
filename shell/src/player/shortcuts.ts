import type { Player } from './engine.ts'
import { SKIP_SECONDS } from './media-session.ts'
import type { PreferenceStore } from './preferences.ts'
import type { UpNext } from './up-next.ts'

const VOLUME_STEP = 5

const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]'
const PRESSED_BY_SPACE = 'button, summary, [role="button"], [role="tab"], [role="switch"], [role="checkbox"]'
const MOVED_BY_ARROWS = '[role="tablist"], [role="menu"], [role="listbox"], [role="radiogroup"], [role="slider"]'

interface Around {
  player: Player
  upNext: Pick<UpNext, 'next'>
  preferences: PreferenceStore
}

/** Keys for the player from anywhere on the page, except where a key means something else already. */
export const listenForShortcuts = ({ player, upNext, preferences }: Around) => {
  const volumeBy = (step: number) => {
    const { volume, muted } = player.state.get()
    player.setVolume((muted ? 0 : volume) + step)
  }
  const togglePlaying = () => {
    const { status } = player.state.get()
    if (status === 'playing' || status === 'loading' || status === 'buffering') player.pause()
    else player.play()
  }

  const actions: Record<string, { act: () => void; notIn?: string; repeats?: true }> = {
    ' ': { act: togglePlaying, notIn: PRESSED_BY_SPACE },
    ArrowLeft: { act: () => player.skip(-SKIP_SECONDS), notIn: MOVED_BY_ARROWS, repeats: true },
    ArrowRight: { act: () => player.skip(SKIP_SECONDS), notIn: MOVED_BY_ARROWS, repeats: true },
    ArrowUp: { act: () => volumeBy(VOLUME_STEP), notIn: MOVED_BY_ARROWS, repeats: true },
    ArrowDown: { act: () => volumeBy(-VOLUME_STEP), notIn: MOVED_BY_ARROWS, repeats: true },
    m: { act: player.toggleMute },
    n: { act: () => void upNext.next() },
  }

  const handleKey = (event: KeyboardEvent) => {
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action || event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    if (player.state.get().status === 'empty' || !preferences.state.get().shortcuts) return
    const { target } = event
    if (target instanceof Element && target.closest(action.notIn ? `${WRITING}, ${action.notIn}` : WRITING)) return
    event.preventDefault()
    if (!event.repeat || action.repeats) action.act()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
