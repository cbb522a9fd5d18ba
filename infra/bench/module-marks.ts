// Functions passed to evaluate run in the page.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import type { WithRecorded } from './page-marks.ts'

/** The cost of loading a module and showing its page. */
export interface ModuleStart {
  /** Requests that the module waits for, without images, fonts and API requests. */
  requests: number
  /** The part of them that the HTML does not name, so that a script must load first. */
  discoveredLate: number
  /** The longest task from the start of the module to its heading, in milliseconds. */
  longestTask: number
}

export const readModuleStart = (page: Page, module: string): Promise<ModuleStart> =>
  page.evaluate(async (module) => {
    const { headingAt, tasks } = (globalThis as WithRecorded).recorded
    const at = (mark: string) => performance.getEntriesByName(`mfe:${module}:${mark}`)[0]?.startTime ?? 0
    const startedAt = at('load')
    const loadedAt = at('setup')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const awaited = resources.filter(
      ({ startTime, initiatorType }) => startTime < loadedAt && !['img', 'css', 'other'].includes(initiatorType),
    )
    const addresses = new Set(awaited.map(({ name }) => name))
    // The page preloads the user.
    const isCounted = ({ pathname }: URL) => !pathname.startsWith('/api/') && !pathname.endsWith('.woff2')
    const files = [...addresses].filter((address) => isCounted(new URL(address)))
    const html = await (await fetch(location.href, { headers: { accept: 'text/html' } })).text()
    const tags = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script[src], link[href]')
    const named = [...tags].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href') ?? '')
    const ofModule = tasks.filter(({ start }) => start >= startedAt && start < headingAt)
    return {
      // With the page itself.
      requests: 1 + files.length,
      discoveredLate: files.filter((file) => !named.includes(new URL(file).pathname)).length,
      longestTask: Math.max(0, ...ofModule.map(({ duration }) => duration)),
    }
  }, module)

/** Milliseconds from the click on a link to the frame with the heading of the next page. */
export const followLink = (page: Page, href: string): Promise<number> =>
  page.evaluate(async (href) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)
    const heading = () => document.querySelector('main h1')?.textContent
    const before = heading()
    const clickedAt = performance.now()
    link?.click()
    await new Promise<void>((resolve) => {
      const changes = new MutationObserver(() => {
        if (heading() === undefined || heading() === before) return
        changes.disconnect()
        resolve()
      })
      changes.observe(document, { childList: true, subtree: true, characterData: true })
    })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - clickedAt
  }, href)

const UPDATE_LABEL = 'Show it now'

/** Milliseconds from the click on the notice of a new version to the frame with its page. */
export const updateModule = async (page: Page, module: string, version: string): Promise<number> => {
  await page.getByRole('button', { name: UPDATE_LABEL }).waitFor()
  return page.evaluate(
    async ({ label, mark }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const isLoaded = new Promise<void>((resolve) => {
        new PerformanceObserver((list, marks) => {
          if (list.getEntriesByName(mark).length === 0) return
          marks.disconnect()
          resolve()
        }).observe({ type: 'mark' })
      })
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === label)
      const clickedAt = performance.now()
      button?.click()
      await isLoaded
      do await frame()
      while (!document.querySelector('main h1'))
      return performance.now() - clickedAt
    },
    { label: UPDATE_LABEL, mark: `mfe:${module}:version:${version}` },
  )
}
