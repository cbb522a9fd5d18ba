import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'
import { listenIn, soundGoesOn, soundOf } from './sound.ts'

const SHOW = 'Night bus to Kumasi'
const AMA = { email: 'ama@broken-remotes.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@broken-remotes.example.org', firstName: 'Kofi', lastName: 'Annan' }

// How a module is loaded, retried and rolled back is proved beside this; here it is about the people who listen.
describe('a broken remote costs its own page, and never the sound', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-broken-remotes-'))
    const ama = new Visitor(origin)
    await ama.signIn(AMA)
    await publishedShow(ama, { title: SHOW, file: await recordMp3(folder, 90) })
    browser = await launchBrowser()
    context = await browser.newContext()
    const first = await context.newPage()
    await signIn(first, `${origin}/`, KOFI)
    await first.close()
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await listenIn(page)
  })
  afterEach(() => page.close())

  it('when rewards and studio are missing', async () => {
    const missing = /\/m\/(rewards|studio)\//
    const apologies = { Points: 'Points are unavailable right now.', Upload: 'Uploading is unavailable right now.' }
    const contents = { Points: 'Total Points', Upload: 'Select Audio File' }
    await page.route(missing, (route) => route.abort('connectionfailed'))
    await startSound()

    await goTo('Points')
    // Both are tried again and again at the same time.
    for (const label of ['Upload', 'Points'] as const) {
      await goTo(label)
      await page.getByRole('alert').getByText(apologies[label]).waitFor()
      await soundGoesOn(page)
    }
    await goTo('Library')
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()

    await page.unroute(missing)
    for (const label of ['Points', 'Upload'] as const) {
      await goTo(label)
      await page.getByRole('alert').getByText(apologies[label]).waitFor()
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(contents[label], { exact: true }).waitFor()
    }
    await soundGoesOn(page)
  })

  it('when listener is missing, which brings the pages that people come for', async () => {
    await page.route('**/m/listener/**', (route) => route.abort('connectionfailed'))
    await page.goto(`${origin}/discover`, { waitUntil: 'commit' })
    await page.getByRole('alert').getByText('Discover is unavailable right now.').waitFor()
    await page.getByText(/^Incident [a-z0-9]{7}$/).waitFor()
    const marked = page.getByRole('navigation', { name: 'Main' }).getByTitle('Unavailable right now')
    await expect.poll(() => marked.allTextContents()).toEqual(['Discover', 'Home', 'Library'])
    await goTo('Points')
    await page.getByText('Total Points', { exact: true }).waitFor()
    await goTo('Discover')

    await page.unroute('**/m/listener/**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await listenButton().click()
    await expect.poll(() => marked.count()).toBe(0)
    await soundGoesOn(page)
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

    await goTo('Upload')
    await page.getByRole('status').getByText('Loading Audio Content Management…').waitFor()
    await soundGoesOn(page)
    release()
    await page.getByText('Select Audio File', { exact: true }).waitFor()
    await soundGoesOn(page)
  })

  // A wrong answer is what makes a page crash that was fine when it was released.
  it('when listener throws as it is drawn', async () => {
    const call = '**/api/user/me/favorites*'
    const apology = 'Your library is unavailable right now.'
    await page.route(call, (route) => route.fulfill({ json: [null] }))
    await startSound()

    await goTo('Library')
    await page.getByRole('alert').getByText(apology).waitFor()
    await soundGoesOn(page)
    await goTo('Discover')
    await page.getByLabel('Search podcasts').waitFor()
    await goTo('Library')
    await page.getByRole('alert').getByText(apology).waitFor()

    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Favorites', { exact: true }).first().waitFor()
    await soundGoesOn(page)
    expect((await soundOf(page)).isPaused).toBe(false)
  })

  it('D26 a first visit to any module on a slow line fetches nothing twice, and nothing jumps', async () => {
    // Together, as they mostly wait for the line.
    await Promise.all([
      visitFirst('listener', '/discover', 'Search podcasts'),
      visitFirst('rewards', '/points', 'Total Points'),
      visitFirst('studio', '/upload', 'Select Audio File'),
    ])
  })

  const visitFirst = async (name: string, place: string, content: string) => {
    const { cookies } = await context.storageState()
    const first = await browser.newContext()
    await first.addCookies(cookies)
    const visit = await first.newPage()
    const asked: string[] = []
    visit.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await slowDown(visit)
    await visit.addInitScript(() => {
      const noted = { shift: 0 }
      Object.assign(globalThis, { noted })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) noted.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })

    await visit.goto(origin + place, { waitUntil: 'commit' })
    await visit.getByText(content, { exact: true }).or(visit.getByLabel(content)).first().waitFor()
    const files = asked.filter((one) => /^\/(m|assets)\//.test(one))
    expect(files.some((one) => one.startsWith(`/m/${name}/`))).toBe(true)
    expect(files).toEqual([...new Set(files)])
    // What stands came with the page; only a change would be asked for.
    expect(asked.filter((one) => one === '/mfe/v1/assignment')).toEqual([])
    expect(await visit.evaluate(() => (globalThis as { noted?: { shift: number } }).noted?.shift)).toBeLessThan(0.05)
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
    await soundGoesOn(page)
  }

  const goTo = (label: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()
})
