import type { PlayerMedia, ShellEvents } from '@griot/shell-sdk/contract'
import { watchListeners, watchTimers } from './watch-leftovers.ts'
import { watchModules } from './watch-modules.ts'
import { watchSound } from './watch-sound.ts'

/** What is watched: one module in the page of all of them, whose containers are globals. */
export interface Watched {
  module: string
  version: string
  container: string
  others: readonly string[]
}

/** What the page's watcher knows, for whoever drives the page. */
export interface Watcher {
  /** How often the module was set up. */
  setups(): number
  /** Whether a module of the page has what the shell gives it. */
  hasShell(): boolean
  isDisposed(): boolean
  play(media: PlayerMedia): Promise<void>
  /** Of the sound, in seconds. */
  position(): number
  tell<Name extends keyof ShellEvents>(event: Name, payload: ShellEvents[Name]): void
  /** Whether the module has drawn something for the slot since it was last asked to. */
  isShown(slot: string, shellSays: string): boolean
  closeSlot(slot: string): void
  /** What hangs on the page, or will come, of the module's own. */
  leftBehind(): string[]
  globals(): string[]
  /** What was noticed since the last time, in sentences. */
  troubles(): string[]
}

declare global {
  var griotWatcher: Watcher
}

const PARTS = { watchTimers, watchListeners, watchSound, watchModules }

/** A script for the page, to run before anything else: from then on there is a `griotWatcher`. */
export const watcherScript = (watched: Watched) => {
  const parts = Object.entries(PARTS).map(([name, part]) => `${name}: ${part}`)
  // The compiler names functions by a helper, which is not there in the page.
  return `{ const __name = (it) => it; (${watchPage})(${JSON.stringify(watched)}, { ${parts.join(', ')} }) }`
}

/** Is sent to the page as text, and so are its parts: nothing but what they are given is there. */
const watchPage = (watched: Watched, parts: typeof PARTS) => {
  const { module, version } = watched
  // The line of a stack that called what is being watched: whatever the shell does for a module is the shell's.
  const CALLER = 3
  const isOwnCall = () => {
    const caller = new Error().stack?.split('\n')[CALLER] ?? ''
    return caller.includes(`/m/${module}/${version}/`) || caller.includes(`/m/${module}/${version}~`)
  }

  const noticed: string[] = []
  const timers = parts.watchTimers(isOwnCall)
  const listeners = parts.watchListeners(isOwnCall)
  const position = parts.watchSound((says) => void noticed.push(says))
  const { shell, forgetDrawn, mayBeDrawn, ...modules } = parts.watchModules(watched)
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    noticed.push(`the page’s policy refuses ${blockedURI} (${effectiveDirective}).`)
  })

  let elementsBefore = new WeakSet<Element>()
  const watcher: Watcher = {
    ...modules,
    position,
    play: (media) => shell().player.load(media),
    tell: (event, payload) => {
      elementsBefore = new WeakSet(document.querySelectorAll('*'))
      forgetDrawn()
      shell().events.emit(event, payload)
    },
    isShown: (slot, shellSays) => {
      const isNew = (element: HTMLElement) =>
        !elementsBefore.has(element) && element.checkVisibility() && element.textContent.trim() !== ''
      // What it says by itself, and all that its player's root shows: the sound's controls and its messages.
      const isFromShell = (element: HTMLElement) =>
        element.closest('.slot-waiting, #player') !== null || element.textContent.includes(shellSays)
      const news = [...document.querySelectorAll<HTMLElement>('body *')].filter(isNew)
      return mayBeDrawn(slot) && news.some((element) => !isFromShell(element))
    },
    leftBehind: () => [...listeners(), ...timers()],
    troubles: () => noticed.splice(0),
  }
  Object.defineProperty(globalThis, 'griotWatcher', { value: watcher })
}
