// Its functions run in the page.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** What a page says about itself once it is quiet, in milliseconds and bytes as they came over the wire. */
export interface PageMarks {
  largestPaint: number
  shift: number
  blocked: number
  scriptBytes: number
  /** Requests that had to wait for each other until the page had its heading. */
  steps: number
}

interface Noted {
  largestPaint: number
  headingAt: number
  shift: number
  tasks: { start: number; duration: number }[]
  interactions: number[]
  pressedAt: number
  soundingAt: number
}

/** Said by a page once it has its heading: whoever looks into it before would hold it up. */
const STANDS = 'griot bench: the page has its heading'

export type WithNotes = typeof globalThis & { noted: Noted }

/** Call it before the page is opened: it watches from the first byte on. */
export const watchPage = async (page: Page) => {
  // The loader that runs this names functions by a helper of its own, which the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript((stands) => {
    const noted: Noted = {
      largestPaint: 0,
      headingAt: 0,
      shift: 0,
      tasks: [],
      interactions: [],
      pressedAt: 0,
      soundingAt: 0,
    }
    ;(globalThis as WithNotes).noted = noted
    const watch = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })
    watch('largest-contentful-paint', ({ startTime }) => {
      noted.largestPaint = startTime
    })
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) noted.shift += value
    })
    watch('longtask', ({ startTime, duration }) => noted.tasks.push({ start: startTime, duration }))
    watch('event', ({ duration }) => noted.interactions.push(duration), { durationThreshold: 16 })
    addEventListener(
      'click',
      () => {
        noted.pressedAt = performance.now()
      },
      { capture: true },
    )
    const headings = new MutationObserver(() => {
      if (!document.querySelector('main h1')) return
      noted.headingAt = performance.now()
      headings.disconnect()
      console.debug(stands)
    })
    headings.observe(document, { childList: true, subtree: true })
    // The player's element is in no document, so it is caught as it is played.
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener('playing', () => {
        noted.soundingAt ||= performance.now()
      })
      return play.call(this)
    }
  }, STANDS)
}

/** Opens a page that is watched, and waits until it has its heading. */
export const openUntilHeading = async (page: Page, address: string) => {
  const stands = page.waitForEvent('console', (said) => said.text() === STANDS)
  await page.goto(address, { waitUntil: 'commit' })
  await stands
}

/** Half a second in which nothing was fetched and nothing held the page up. */
export const untilQuiet = (page: Page) =>
  page.waitForFunction(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const fetched = resources.map(({ responseEnd }) => responseEnd)
    const worked = (globalThis as WithNotes).noted.tasks.map(({ start, duration }) => start + duration)
    return performance.now() - Math.max(...fetched, ...worked) > 500
  })

export const readMarks = (page: Page): Promise<PageMarks> =>
  page.evaluate(() => {
    const { largestPaint, headingAt, shift, tasks } = (globalThis as WithNotes).noted
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const firstPaint = painted?.startTime ?? 0
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const isScript = ({ name }: PerformanceResourceTiming) => new URL(name).pathname.endsWith('.js')
    const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[]

    const asked = [...(page ? [page] : []), ...resources]
      .filter(({ responseEnd, initiatorType }) => responseEnd < headingAt && !['img', 'css'].includes(initiatorType))
      .sort((a, b) => a.startTime - b.startTime)
    const depths: number[] = []
    for (const [at, one] of asked.entries()) {
      const before = depths.filter((_, other) => other < at && (asked[other]?.responseEnd ?? 0) <= one.startTime)
      depths.push(1 + Math.max(0, ...before))
    }
    return {
      largestPaint,
      shift,
      blocked: tasks
        .filter(({ start }) => start >= firstPaint)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      scriptBytes: resources.filter(isScript).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      steps: Math.max(0, ...depths),
    }
  })

export interface Arrival {
  /** The shell's first paint. */
  painted: number
  /** The module's page has its heading. */
  arrived: number
}

export const readArrival = (page: Page): Promise<Arrival> =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    arrived: (globalThis as WithNotes).noted.headingAt,
  }))

export interface PlayMarks {
  asked: number
  audible: number
}

/** From the press on a play button to the request for its audio and to the sound, in milliseconds. */
export const readPlay = async (page: Page, press: () => Promise<unknown>): Promise<PlayMarks> => {
  // What an element without a document fetches is in no list of the page.
  const [audio] = await Promise.all([page.waitForRequest(/\/stream$/), press()])
  await page.waitForFunction(() => (globalThis as WithNotes).noted.soundingAt > 0)
  const { pressedAt, audible } = await page.evaluate(() => {
    const { pressedAt, soundingAt } = (globalThis as WithNotes).noted
    return { pressedAt: performance.timeOrigin + pressedAt, audible: soundingAt - pressedAt }
  })
  return { asked: audio.timing().startTime - pressedAt, audible }
}

/** Of what was pressed since it was asked last. */
export const longestInteraction = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The events of a press are told with the frame after it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))
    return Math.max(0, ...(globalThis as WithNotes).noted.interactions.splice(0))
  })

/** How many tasks held the page up for longer than 50 ms from here on, for so long. */
export const longTasksWithin = async (page: Page, milliseconds: number) => {
  const now = await page.evaluate(() => performance.now())
  await page.waitForTimeout(milliseconds)
  return page.evaluate(
    (since) => (globalThis as WithNotes).noted.tasks.filter(({ start }) => start > since).length,
    now,
  )
}
