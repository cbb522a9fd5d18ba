// Functions passed to evaluate run in the page.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'

/** Measurements of a loaded page, in milliseconds and compressed bytes. */
export interface PageMarks {
  largestPaint: number
  shift: number
  blocked: number
  scriptBytes: number
  /** The longest chain of sequential requests before the heading. */
  steps: number
}

interface Recorded {
  largestPaint: number
  headingAt: number
  shift: number
  tasks: { start: number; duration: number }[]
  interactions: number[]
  clickedAt: number
  playingAt: number
}

/** The page logs this when its heading exists. Polling from outside would slow the page down. */
const HEADING_LOGGED = 'griot bench: the page has its heading'

export type WithRecorded = typeof globalThis & { recorded: Recorded }

/** Records the measurements of a page. Call it before the page is opened. */
export const recordPage = async (page: Page) => {
  // tsx wraps functions with this helper, which the page does not have.
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.addInitScript((message) => {
    const recorded: Recorded = {
      largestPaint: 0,
      headingAt: 0,
      shift: 0,
      tasks: [],
      interactions: [],
      clickedAt: 0,
      playingAt: 0,
    }
    ;(globalThis as WithRecorded).recorded = recorded
    const observe = (type: string, onEntry: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
        type,
        buffered: true,
        ...options,
      })
    observe('largest-contentful-paint', ({ startTime }) => {
      recorded.largestPaint = startTime
    })
    observe('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) recorded.shift += value
    })
    observe('longtask', ({ startTime, duration }) => recorded.tasks.push({ start: startTime, duration }))
    observe('event', ({ duration }) => recorded.interactions.push(duration), { durationThreshold: 16 })
    addEventListener(
      'click',
      () => {
        recorded.clickedAt = performance.now()
      },
      { capture: true },
    )
    const headings = new MutationObserver(() => {
      if (!document.querySelector('main h1')) return
      recorded.headingAt = performance.now()
      headings.disconnect()
      console.debug(message)
    })
    headings.observe(document, { childList: true, subtree: true })
    // The audio element of the player is not in the document.
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener('playing', () => {
        recorded.playingAt ||= performance.now()
      })
      return play.call(this)
    }
  }, HEADING_LOGGED)
}

/** Opens a recorded page and waits for its heading. */
export const openUntilHeading = async (page: Page, address: string) => {
  const heading = page.waitForEvent('console', (message) => message.text() === HEADING_LOGGED)
  await page.goto(address, { waitUntil: 'commit' })
  await heading
}

/** Waits for half a second without requests and long tasks. */
export const waitUntilIdle = (page: Page) =>
  page.waitForFunction(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const fetched = resources.map(({ responseEnd }) => responseEnd)
    const worked = (globalThis as WithRecorded).recorded.tasks.map(({ start, duration }) => start + duration)
    return performance.now() - Math.max(...fetched, ...worked) > 500
  })

export const readMarks = (page: Page): Promise<PageMarks> =>
  page.evaluate(() => {
    const { largestPaint, headingAt, shift, tasks } = (globalThis as WithRecorded).recorded
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const firstPaint = painted?.startTime ?? 0
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const isScript = ({ name }: PerformanceResourceTiming) => new URL(name).pathname.endsWith('.js')
    const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[]

    const requests = [...(page ? [page] : []), ...resources]
      .filter(({ responseEnd, initiatorType }) => responseEnd < headingAt && !['img', 'css'].includes(initiatorType))
      .sort((a, b) => a.startTime - b.startTime)
    const depths: number[] = []
    for (const [index, request] of requests.entries()) {
      const before = depths.filter(
        (_, other) => other < index && (requests[other]?.responseEnd ?? 0) <= request.startTime,
      )
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
  /** The first paint of the shell. */
  painted: number
  /** The heading of the module's page. */
  arrived: number
}

export const readArrival = (page: Page): Promise<Arrival> =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    arrived: (globalThis as WithRecorded).recorded.headingAt,
  }))

export interface PlayMarks {
  requested: number
  audible: number
}

/** Milliseconds from the click on a play button to the audio request and to the start of playback. */
export const readPlay = async (page: Page, click: () => Promise<unknown>): Promise<PlayMarks> => {
  // Requests of an element outside the document are not in the performance entries.
  const [audio] = await Promise.all([page.waitForRequest(/\/stream$/), click()])
  await page.waitForFunction(() => (globalThis as WithRecorded).recorded.playingAt > 0)
  const { clickedAt, audible } = await page.evaluate(() => {
    const { clickedAt, playingAt } = (globalThis as WithRecorded).recorded
    return { clickedAt: performance.timeOrigin + clickedAt, audible: playingAt - clickedAt }
  })
  return { requested: audio.timing().startTime - clickedAt, audible }
}

/** The longest interaction since the last call, in milliseconds. */
export const longestInteraction = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Event timings are reported after the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))
    return Math.max(0, ...(globalThis as WithRecorded).recorded.interactions.splice(0))
  })

/** The number of tasks longer than 50 ms in the next milliseconds. */
export const countLongTasks = async (page: Page, milliseconds: number) => {
  const now = await page.evaluate(() => performance.now())
  await page.waitForTimeout(milliseconds)
  return page.evaluate(
    (since) => (globalThis as WithRecorded).recorded.tasks.filter(({ start }) => start > since).length,
    now,
  )
}
