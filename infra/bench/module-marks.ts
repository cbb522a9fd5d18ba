// Its functions run in the page.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import type { WithNotes } from './page-marks.ts'

/** What it takes until a module is there, and until its page stands. */
export interface ModuleStart {
  /** Those that the module waits for: neither pictures nor typefaces, nor what its page asks the API. */
  requests: number
  /** Of them those that only a script asked for, which had to come first. */
  unnamed: number
  /** The longest time in which the page could answer nobody, from the start of the module on. */
  longestTask: number
}

export const readModuleStart = (page: Page, module: string): Promise<ModuleStart> =>
  page.evaluate(async (module) => {
    const { headingAt, tasks } = (globalThis as WithNotes).noted
    const at = (mark: string) => performance.getEntriesByName(`mfe:${module}:${mark}`)[0]?.startTime ?? 0
    const startedAt = at('load')
    const thereAt = at('setup')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const awaited = resources.filter(
      ({ startTime, initiatorType }) => startTime < thereAt && !['img', 'css', 'other'].includes(initiatorType),
    )
    const files = [...new Set(awaited.map(({ name }) => name).filter((name) => !name.endsWith('.woff2')))]
    const html = await (await fetch(location.href, { headers: { accept: 'text/html' } })).text()
    const tags = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script[src], link[href]')
    const named = [...tags].map((tag) => tag.getAttribute('src') ?? tag.getAttribute('href') ?? '')
    const ofModule = tasks.filter(({ start }) => start >= startedAt && start < headingAt)
    return {
      // And the page itself.
      requests: 1 + files.length,
      unnamed: files.filter((file) => !named.includes(new URL(file).pathname)).length,
      longestTask: Math.max(0, ...ofModule.map(({ duration }) => duration)),
    }
  }, module)

/** From the press on a link to the frame in which the page that it leads to has its heading, in milliseconds. */
export const followLink = (page: Page, href: string): Promise<number> =>
  page.evaluate(async (href) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)
    const heading = () => document.querySelector('main h1')?.textContent
    const before = heading()
    const pressedAt = performance.now()
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
    return performance.now() - pressedAt
  }, href)

const RENEW = 'Show it now'

/** From the press on the notice of a new version until that version's page is drawn, in milliseconds. */
export const renewModule = async (page: Page, module: string, version: string): Promise<number> => {
  await page.getByRole('button', { name: RENEW }).waitFor()
  return page.evaluate(
    async ({ label, mark }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const isThere = new Promise<void>((resolve) => {
        new PerformanceObserver((list, marks) => {
          if (list.getEntriesByName(mark).length === 0) return
          marks.disconnect()
          resolve()
        }).observe({ type: 'mark' })
      })
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === label)
      const pressedAt = performance.now()
      button?.click()
      await isThere
      do await frame()
      while (!document.querySelector('main h1'))
      return performance.now() - pressedAt
    },
    { label: RENEW, mark: `mfe:${module}:version:${version}` },
  )
}
