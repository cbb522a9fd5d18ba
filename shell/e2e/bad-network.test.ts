import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateFavorite, CreateHistoryEntry } from '@griot/contracts/library'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { goTo, WIDTHS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KOFI = { email: 'kofi@network.example.org', firstName: 'Kofi', lastName: 'Annan' }
const AMA = { email: 'ama@network.example.org', firstName: 'Ama', lastName: 'Mensah' }
/** 400 kbit/s and 400 ms round trip. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const MOST_MS = 2_000

describe.each(WIDTHS)('on a bad network, $width pixels wide', (viewport) => {
  const { origin } = runningProduct()
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    const browser = await launchBrowser()
    context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/`, AMA)
  })
  afterEach(() => context.setOffline(false))
  afterAll(closeContexts)

  const openWithoutScripts = async () => {
    const tab = await context.newPage()
    await tab.route(/\.js$/, (route) => route.abort())
    await tab.goto(origin)
    return tab
  }

  it.each(['light', 'dark'] as const)('paints the frame without scripts, %s', async (colorScheme) => {
    const tab = await openWithoutScripts()
    await tab.emulateMedia({ colorScheme })
    await tab.getByText('Loading Griot...').waitFor()
    await tab.getByText('Griot', { exact: true }).waitFor()
    const background = await tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(21, 12, 24)' : 'rgb(250, 243, 231)')
    await tab.close()
  })

  it('keeps the brand in its place when the page takes over', async () => {
    const place = (tab: Page) => tab.getByText('Griot', { exact: true }).locator('visible=true').first().boundingBox()
    const tab = await openWithoutScripts()
    const before = await place(tab)
    await tab.close()
    await page.getByRole('main').waitFor()
    const after = await place(page)
    expect([before?.x, before?.y]).not.toContain(undefined)
    expect(Math.abs((before?.x ?? 0) - (after?.x ?? 0))).toBeLessThan(60)
    expect(Math.abs((before?.y ?? 0) - (after?.y ?? 0))).toBeLessThan(4)
  })

  it('paints on 400 kbit/s within two seconds', async () => {
    const tab = await context.newPage()
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devtools.send('Network.emulateNetworkConditions', SLOW)
    await tab.goto(origin, { waitUntil: 'commit' })
    const firstPaint = await tab.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    expect(await firstPaint.jsonValue()).toBeLessThan(MOST_MS)
    await tab.close()
  })

  it('shows a page of ours for a reload without a network, and continues when it returns', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'You are offline.' }).waitFor()

    await context.setOffline(false)
    await page.getByRole('navigation', { name: 'Main' }).locator('visible=true').waitFor()
  })

  it('says on Home and Library that it is offline, and loads them when the network returns', async () => {
    await page.goto(origin)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await heading.waitFor()
    await context.setOffline(true)
    const notice = page.getByText(/You are offline\./)
    await notice.waitFor()
    expect(await heading.isVisible()).toBe(true)

    await goTo(page, 'Library')
    await page
      .getByText(/when you are back online/)
      .first()
      .waitFor()
    await expect.poll(() => page.locator('.g-skeleton').count()).toBe(0)
    expect(await notice.count()).toBe(1)

    await context.setOffline(false)
    await page
      .getByText(/when you are back online/)
      .first()
      .waitFor({ state: 'detached' })
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByText('We could not load').count()).toBe(0)
  })

  it('keeps the rows of Home and Library without a network, with one banner', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'griot-network-'))
    const [kofi, ama] = [new ApiClient(origin), new ApiClient(origin)]
    await kofi.signIn(KOFI)
    await ama.signIn(AMA)
    const title = `Still Here ${viewport.width}`
    const { podcast, episode } = await publishPodcast(kofi, { title, file: await recordMp3(folder, 20) })
    await rm(folder, { recursive: true, force: true })
    await ama.call(CreateFavorite, { body: { podcastId: podcast.id } })
    const entry = { episodeId: episode.id, podcastId: podcast.id, progress: 50, completed: false }
    await ama.call(CreateHistoryEntry, { body: entry })

    const region = (name: string) => page.getByRole('main').getByRole('region', { name })
    const expectRow = (name: string) => region(name).getByRole('link', { name: episode.title }).waitFor()
    const expectHome = () => expectRow('Continue Listening')
    const expectLibrary = async () => {
      await expectRow('Listening History')
      await region('Favorites').getByRole('link', { name: podcast.title }).waitFor()
    }
    await page.goto(origin)
    await expectHome()
    await goTo(page, 'Library')
    await expectLibrary()

    await context.setOffline(true)
    const notice = page.getByText(/You are offline\./)
    await notice.waitFor()
    await expectLibrary()
    expect(await notice.count()).toBe(1)
    await goTo(page, 'Home')
    await expectHome()
    await expect.poll(() => page.locator('.g-skeleton').count()).toBe(0)
    expect(await notice.count()).toBe(1)
  })
})
