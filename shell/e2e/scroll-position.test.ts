import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { CreateFavorite } from '@griot/contracts/library'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { uploadProcessed } from './fixtures.ts'
import { goTo, skipAfterFailure, WIDTHS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KOFI = { email: 'kofi@scroll.example.org', firstName: 'Kofi', lastName: 'Annan' }
/** More than one page of the list. */
const SHOWS = 34

describe.each(WIDTHS)('the scroll position, $width pixels wide', (viewport) => {
  const { origin } = runningProduct()
  const ama = { email: `ama-${viewport.width}@scroll.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  const host = `Kwesi Boateng ${viewport.width}`
  let folder: string
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-scroll-'))
    const [kofi, listener] = [new ApiClient(origin), new ApiClient(origin)]
    await kofi.signIn(KOFI)
    await listener.signIn(ama)
    const { id: audioFileId } = await uploadProcessed(kofi, await recordMp3(folder, 4))
    const shows = []
    for (let at = 1; at <= SHOWS; at += 1) {
      const show = { title: `Long Way ${at}`, description: 'For a test.', hostName: host, category: 'culture' } as const
      const { id: podcastId } = await kofi.call(CreatePodcast, { body: show })
      const first = { title: `Mile ${at}`, description: 'The first.', duration: 4, episodeNumber: 1 }
      shows.push(await kofi.call(CreateEpisode, { body: { ...first, podcastId, audioFileId } }))
    }
    for (const { id, podcastId } of shows) {
      await vi.waitUntil(async () => (await kofi.call(GetEpisode, { params: { id } })).audioUrl !== null, {
        timeout: 60_000,
      })
      await listener.call(CreateFavorite, { body: { podcastId } })
    }
    const browser = await launchBrowser()
    page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/discover`, ama)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const all = () => page.getByRole('region', { name: 'All Podcasts' })
  const cards = () => all().getByRole('article')
  const position = () => page.evaluate(() => Math.round(window.scrollY))
  const expectPosition = (top: number) => expect.poll(async () => Math.abs((await position()) - top)).toBeLessThan(3)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  /** Scrolls as a listener does, until the next page of the list has loaded. */
  const scrollToSecondPage = async () => {
    const scroll = async () => {
      await page.mouse.wheel(0, 2_000)
      return cards().count()
    }
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    await expect.poll(scroll).toBeGreaterThan(30)
    await cards().nth(31).scrollIntoViewIfNeeded()
    // A scroll by the wheel ends some frames after the event.
    let last = -1
    const hasStopped = async () => {
      const before = last
      last = await position()
      return last === before
    }
    await expect.poll(hasStopped).toBe(true)
  }
  /** Delays the lists of the page until the returned function is called. */
  const delayLists = async () => {
    let load = () => {}
    const loaded = new Promise<void>((resolve) => {
      load = resolve
    })
    const isList = (url: URL) => url.pathname === ListPodcasts.path
    await page.route(isList, (route) => loaded.then(() => route.continue()))
    return load
  }

  let top = 0

  it('is kept for Back and Forward, and a link starts at the top', async () => {
    await heading('Discover')
    await scrollToSecondPage()
    top = await position()
    expect(top).toBeGreaterThan(viewport.height)
    const link = cards().nth(31).getByRole('link')
    const title = (await link.textContent()) ?? ''
    await link.click()
    await heading(title)
    await expectPosition(0)

    await page.goBack()
    await heading('Discover')
    await expectPosition(top)
    await page.goForward()
    await heading(title)
    await expectPosition(0)
    await page.goBack()
    await expectPosition(top)
  })

  it('is kept, and a link starts at the top, if a script scrolls immediately before', async () => {
    const link = cards().nth(20).getByRole('link')
    const title = (await link.textContent()) ?? ''
    await link.evaluate((element: HTMLElement) => {
      // Otherwise the position that Back has restored is still held.
      window.dispatchEvent(new Event('pointerdown'))
      window.scrollTo(0, 350)
      element.click()
    })
    await heading(title)
    expect(await position()).toBe(0)
    await page.goBack()
    await heading('Discover')
    await expectPosition(350)
    await scrollToSecondPage()
    top = await position()
  })

  it('is kept by a reload, also while the lists load', async () => {
    const load = await delayLists()
    await page.reload()
    await heading('Discover')
    expect(await position()).toBeLessThan(top - 500)
    load()
    await expectPosition(top)
  })

  it('does not change by an overlay', async () => {
    const isPhone = viewport.width < 400
    if (isPhone) await page.getByRole('button', { name: 'More' }).click()
    else await page.keyboard.press('?')
    const overlay = isPhone ? page.locator('.more-sheet') : page.getByRole('dialog')
    await overlay.waitFor()
    await page.waitForFunction(() => history.state?.overlays === 1)
    expect(await position()).toBeGreaterThan(top - 100)
    await page.goBack()
    await overlay.waitFor({ state: 'detached' })
    await expectPosition(top)
  })

  it('stays with the listener who scrolls before the lists have loaded', async () => {
    const load = await delayLists()
    await page.reload()
    await heading('Discover')
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    const scrollUp = async () => {
      await page.mouse.wheel(0, -5_000)
      return position()
    }
    await expect.poll(scrollUp).toBe(0)
    load()
    await cards().nth(20).waitFor()
    expect(await position()).toBe(0)
  })

  it('is kept for the library, whose filter does not scroll', async () => {
    await goTo(page, 'Library')
    await heading('Library')
    // Covers that load later move the list below them.
    await page.getByRole('region', { name: 'Favorites' }).getByRole('link').nth(10).waitFor()
    const finished = page.getByRole('button', { name: 'Finished' })
    await finished.scrollIntoViewIfNeeded()
    await finished.click()
    await page.waitForURL('**/library?show=finished')
    await page.getByText('Nothing finished yet').waitFor()
    const library = await position()
    expect(library).toBeGreaterThan(viewport.height)

    await page
      .getByRole('region', { name: 'Listening History' })
      .getByRole('link', { name: 'Discover episodes' })
      .click()
    await heading('Discover')
    await expectPosition(0)
    await page.goBack()
    await heading('Library')
    await expectPosition(library)
    await page.reload()
    await heading('Library')
    await expectPosition(library)
  })
})
