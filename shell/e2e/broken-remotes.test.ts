import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audioState, captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { goTo } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const SHOW = 'Night bus to Kumasi'
const AMA = { email: 'ama@broken-remotes.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@broken-remotes.example.org', firstName: 'Kofi', lastName: 'Annan' }

// The module-*.test.ts files test how a module is loaded, retried and rolled back.
describe('the sound continues, and other pages work,', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-broken-remotes-'))
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, 90) })
    browser = await launchBrowser()
    context = await browser.newContext()
    const first = await context.newPage()
    await signIn(first, `${origin}/`, KOFI)
    await first.close()
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
  })
  afterEach(() => page.close())

  it('when rewards and studio do not load', async () => {
    const missing = /\/m\/(rewards|studio)\//
    const fallbacks = { Points: 'Points are unavailable right now.', Upload: 'Uploading is unavailable right now.' }
    const contents = { Points: 'Total Points', Upload: 'Select Audio File' }
    await page.route(missing, (route) => route.abort('connectionfailed'))
    await startSound()

    await goTo(page, 'Points')
    // Both are retried at the same time.
    for (const label of ['Upload', 'Points'] as const) {
      await goTo(page, label)
      await page.getByRole('alert').getByText(fallbacks[label]).waitFor()
      await expectPlaying(page)
    }
    await goTo(page, 'Library')
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()

    await page.unroute(missing)
    for (const label of ['Points', 'Upload'] as const) {
      await goTo(page, label)
      await page.getByRole('alert').getByText(fallbacks[label]).waitFor()
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(contents[label], { exact: true }).waitFor()
    }
    await expectPlaying(page)
  })

  it('when listener does not load', async () => {
    await page.route('**/m/listener/**', (route) => route.abort('connectionfailed'))
    await page.goto(`${origin}/discover`, { waitUntil: 'commit' })
    await page.getByRole('alert').getByText('Discover is unavailable right now.').waitFor()
    await page.getByText(/^Incident [a-z0-9]{7}$/).waitFor()
    const marked = page.getByRole('navigation', { name: 'Main' }).getByTitle('Unavailable right now')
    await expect.poll(() => marked.allTextContents()).toEqual(['Discover', 'Home', 'Library', 'Notices'])
    await goTo(page, 'Points')
    await page.getByText('Total Points', { exact: true }).waitFor()
    await goTo(page, 'Discover')

    await page.unroute('**/m/listener/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await listenButton().click()
    await expect.poll(() => marked.count()).toBe(0)
    await expectPlaying(page)
  })

  it('when studio is slow', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/m/studio/**', async (route) => {
      await released
      await route.continue()
    })
    await startSound()

    await goTo(page, 'Upload')
    await page.getByRole('status').getByText('Loading Audio Content Management…').waitFor()
    await expectPlaying(page)
    release()
    await page.getByText('Select Audio File', { exact: true }).waitFor()
    await expectPlaying(page)
  })

  // An unexpected response makes the page crash.
  it('when listener crashes', async () => {
    const call = '**/api/user/me/favorites*'
    const fallback = 'Your library is unavailable right now.'
    await page.route(call, (route) => route.fulfill({ json: [null] }))
    await startSound()

    await goTo(page, 'Library')
    await page.getByRole('alert').getByText(fallback).waitFor()
    await expectPlaying(page)
    await goTo(page, 'Discover')
    await page.getByLabel('Search podcasts').waitFor()
    await goTo(page, 'Library')
    await page.getByRole('alert').getByText(fallback).waitFor()

    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Favorites', { exact: true }).first().waitFor()
    await expectPlaying(page)
    expect((await audioState(page)).isPaused).toBe(false)
  })

  it('D26 when a first visit on a slow connection loads each file once and shifts nothing', async () => {
    // One after another: on a busy machine a module that loads for longer than four seconds is loaded again.
    await visitWithEmptyCache('listener', '/discover', 'Search podcasts')
    await visitWithEmptyCache('rewards', '/points', 'Total Points')
    await visitWithEmptyCache('studio', '/upload', 'Select Audio File')
  })

  const visitWithEmptyCache = async (name: string, place: string, content: string) => {
    const { cookies } = await context.storageState()
    const first = await browser.newContext()
    await first.addCookies(cookies)
    const visit = await first.newPage()
    const requested: string[] = []
    visit.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await slowDown(visit)
    await visit.addInitScript(() => {
      const recorded = { shift: 0 }
      Object.assign(globalThis, { recorded })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) recorded.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })

    await visit.goto(origin + place, { waitUntil: 'commit' })
    await visit.getByText(content, { exact: true }).or(visit.getByLabel(content)).first().waitFor()
    const files = requested.filter((one) => /^\/(m|assets)\//.test(one))
    expect(files.some((one) => one.startsWith(`/m/${name}/`))).toBe(true)
    expect(files).toEqual([...new Set(files)])
    // The page contains the assignment.
    expect(requested.filter((one) => one === '/mfe/v1/assignment')).toEqual([])
    expect(await visit.evaluate(() => (globalThis as { recorded?: { shift: number } }).recorded?.shift)).toBeLessThan(
      0.05,
    )
    await first.close()
  }

  /** Slow 4G. */
  const slowDown = async (visit: Page) => {
    const session = await visit.context().newCDPSession(visit)
    const bytesPerSecond = 1_600_000 / 8
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 150 },
      ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
    })
  }

  const listenButton = () =>
    page.getByRole('region', { name: 'All Podcasts' }).getByRole('button', { name: `Listen to ${SHOW}` })

  const startSound = async () => {
    await page.goto(`${origin}/discover`, { waitUntil: 'commit' })
    await listenButton().click()
    await expectPlaying(page)
  }
})
