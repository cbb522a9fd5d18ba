import type { PlayerMedia, ShellEvents } from '@griot/shell-sdk/contract'
import { watchListeners, watchTimers } from './watch-leaks.ts'
import { watchModules } from './watch-modules.ts'

/** The module to watch, and the global names of its container and of the other modules' containers. */
export interface Watched {
  module: string
  version: string
  container: string
  others: readonly string[]
}

declare global {
  var griotWatcher: ReturnType<typeof watchPage>
}

/**
 * Reports what happens to the audio and returns a function for its position. The element is in no document, so it is found
 * when it plays.
 */
const watchAudio = (report: (problem: string) => void) => {
  let audio: HTMLMediaElement | undefined
  const { play } = HTMLMediaElement.prototype
  const { addEventListener: listen } = EventTarget.prototype
  HTMLMediaElement.prototype.play = function () {
    if (audio !== this) {
      if (audio) report('a second audio element began to play.')
      audio = this
      listen.call(this, 'pause', () => report('the audio was paused.'))
      listen.call(this, 'emptied', () => report('the audio was unloaded.'))
      listen.call(this, 'seeking', () => report('the audio position was changed.'))
    }
    return play.call(this)
  }
  return () => audio?.currentTime ?? 0
}

const PARTS = { watchTimers, watchListeners, watchAudio, watchModules }

/** A script that must run before all others of the page. It defines `griotWatcher`. */
export const watcherScript = (watched: Watched) => {
  const parts = Object.entries(PARTS).map(([name, part]) => `${name}: ${part}`)
  // The compiler calls the helper __name, which the page does not have.
  const watcher = `(${watchPage})(${JSON.stringify(watched)}, { ${parts.join(', ')} })`
  return `{ const __name = (it) => it; Object.defineProperty(globalThis, 'griotWatcher', { value: ${watcher} }) }`
}

/** Sent to the page as text, so it can use only its parameters. */
const watchPage = (watched: Watched, parts: typeof PARTS) => {
  const { module, version } = watched
  // The stack line of the code that called the watched function.
  const CALLER = 3
  const isOwnCall = () => {
    const caller = new Error().stack?.split('\n')[CALLER] ?? ''
    return caller.includes(`/m/${module}/${version}/`) || caller.includes(`/m/${module}/${version}~`)
  }

  const problems: string[] = []
  const timers = parts.watchTimers(isOwnCall)
  const listeners = parts.watchListeners(isOwnCall)
  const position = parts.watchAudio((problem) => void problems.push(problem))
  const { shell, resetRendered, mayBeRendered, ...modules } = parts.watchModules(watched)
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    problems.push(`the content security policy blocks ${blockedURI} (${effectiveDirective}).`)
  })

  let elementsBefore = new WeakSet<Element>()
  return {
    ...modules,
    /** Of the audio, in seconds. */
    position,
    play: (media: PlayerMedia) => shell().player.load(media),
    emit: <Name extends keyof ShellEvents>(event: Name, payload: ShellEvents[Name]) => {
      elementsBefore = new WeakSet(document.querySelectorAll('*'))
      resetRendered()
      shell().events.emit(event, payload)
    },
    /** Whether the module has rendered something in the slot since the last `emit`. */
    isShown: (slot: string, fallback: string) => {
      const isNew = (element: HTMLElement) =>
        !elementsBefore.has(element) && element.checkVisibility() && element.textContent.trim() !== ''
      // The player's root holds the controls and messages of the shell.
      const isFromShell = (element: HTMLElement) =>
        element.closest('.slot-waiting, #player') !== null || element.textContent.includes(fallback)
      const added = [...document.querySelectorAll<HTMLElement>('body *')].filter(isNew)
      return mayBeRendered(slot) && added.some((element) => !isFromShell(element))
    },
    /** Timers and listeners of the module, with their numbers. */
    leaks: () => {
      const counts: Record<string, number> = {}
      for (const leak of [...listeners(), ...timers()]) counts[leak] = (counts[leak] ?? 0) + 1
      return counts
    },
    /** Problems since the last call. */
    problems: () => problems.splice(0),
  }
}
