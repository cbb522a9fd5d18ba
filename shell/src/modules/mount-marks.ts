import { createStoredValue } from '../storage/stored-value.ts'
import { whenIdle } from '../when-idle.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * Finds versions that end their tab, for example by an endless loop: a version is marked in the session storage of the tab
 * before its code runs, and the mark is removed when the browser is idle or the page is left.
 */
export const createMountMarks = (module: string) => {
  const running = createStoredValue(`griot:running:${module}`, isText, 'sessionStorage')
  const ended = createStoredValue(`griot:ended-tab:${module}`, isText, 'sessionStorage')
  const clear = () => running.write('')
  window.addEventListener('pagehide', clear)
  return {
    begin: (version: string) => {
      running.write(version)
      whenIdle(clear)
    },
    /** The version that ended this tab, and whether it did so just now. */
    read: () => {
      const version = running.read()
      if (!version) return { version: ended.read(), isNew: false }
      ended.write(version)
      clear()
      return { version, isNew: true }
    },
  }
}
