import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateCreator } from '@griot/contracts/catalog/creators'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio, expectPlaying } from './audio.ts'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { WIDTHS } from './journey.ts'
import { elementsTooWide, isTooWide } from './page-width.ts'
import { describeLargeText } from './phone-large-text.ts'
import { recordMp3 } from './recording.ts'
import { signIn, signInFromLandingPage } from './sign-in.ts'
import { boxOf, drag } from './touch.ts'

const AMA = { email: 'ama@phone.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@phone.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOW = 'The Tro-Tro Diaries'
// Longer than the test takes.
const SECONDS = 120
const [PHONE] = WIDTHS

describe('on a phone', () => {
  const { origin } = runningProduct()
  const otherOrigins: string[] = []
  let folder: string
  let browser: Browser
  let page: Page
  let show: Awaited<ReturnType<typeof publishPodcast>>
  const ama = new ApiClient(origin)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-phone-'))
    await ama.signIn(AMA)
    show = await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, SECONDS, 'tro-tro.mp3') })
    browser = await launchBrowser()
    const context = await browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:'))
        otherOrigins.push(request.url())
    })
    await captureAudio(page)
    await signInFromLandingPage(page, `${origin}/podcast/${show.podcast.id}`, KOFI)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  const bar = () => page.getByRole('region', { name: 'Audio player' })
  const large = () => page.getByRole('dialog', { name: 'Now Playing' })
  /** Toasts stay open while the window is in the background. */
  const keepToast = async (text: string) => {
    const toast = page.locator('.g-toast', { hasText: text })
    await toast.waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    return toast
  }

  it('shows a player bar of two rows that covers no content', async () => {
    await page.getByRole('button', { name: /^(Play newest|Resume): / }).tap()
    await expectPlaying(page)
    expect((await boxOf(bar())).height).toBeLessThan(120)

    // The page grows while it loads.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        const end = await boxOf(page.getByRole('main').getByText('About the Host'))
        return end.y + end.height < (await boxOf(bar())).y
      })
      .toBe(true)
    expect(await axeViolations(page)).toEqual([])
  })

  it('scrolls focused elements out from behind the bars', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.locator('main').focus()
    const hidden: string[] = []
    let reached = 0
    while (reached < 100) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(() => {
        const control = document.activeElement
        const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        if (!control?.closest('main')) return null
        const { top, bottom } = control.getBoundingClientRect()
        const isSeen = top >= (edge('.top-bar')?.bottom ?? 0) && bottom <= (edge('.player-bar')?.top ?? 0)
        return { isSeen, name: control.getAttribute('aria-label') ?? control.textContent ?? '' }
      })
      if (found === null) break
      reached += 1
      if (!found.isSeen) hidden.push(found.name)
    }
    expect(reached).toBeGreaterThan(5)
    expect(hidden).toEqual([])
  })

  it('opens the full-screen player, and seeks with the waveform', async () => {
    await bar().getByRole('button', { name: 'Open full screen' }).tap()
    const slider = large().getByRole('slider', { name: 'Progress' })
    await slider.waitFor()
    await expect.poll(() => large().locator('.waveform-played path').getAttribute('d')).toMatch(/v(?!4M)\d/)
    for (const control of ['Back 15 seconds', 'Pause', 'Forward 15 seconds', 'Tip Creator']) {
      const { x, y, width, height } = await boxOf(large().getByRole('button', { name: control }))
      expect(y + height, control).toBeLessThanOrEqual(PHONE.height)
      expect(x + width, control).toBeLessThanOrEqual(PHONE.width)
    }

    const { x, y, width, height } = await boxOf(large().locator('.waveform'))
    expect(width).toBeGreaterThan(PHONE.width * 0.8)
    const shares = [0.2, 0.3, 0.45, 0.6]
    await drag(
      page,
      shares.map((share) => ({ x: x + width * share, y: y + height / 2 })),
    )
    await expect.poll(() => audioState(page).then(({ position }) => position / SECONDS)).toBeGreaterThan(0.58)
    expect((await audioState(page)).position / SECONDS).toBeLessThan(0.9)

    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => audioState(page).then(({ position }) => position)).toBeLessThan(5)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/seconds? of 2 minutes$/)
    expect(await axeViolations(page)).toEqual([])
  })

  it('shows toasts in the full-screen player without covering a control', async () => {
    await page.route('**/assets/*.js', (route) => route.abort(), { times: 1 })
    await large().getByRole('button', { name: 'Queue' }).tap()
    const toast = await keepToast('That did not open')
    const covered = await toast.evaluate((toast) => {
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      return [...document.querySelectorAll('.g-dialog :is(a, button, input)')]
        .filter((control) => {
          const box = control.getBoundingClientRect()
          return box.left < right && box.right > left && box.top < bottom && box.bottom > top
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent)
    })
    expect(covered).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    await toast.locator('.g-toast-close').tap()
    await toast.waitFor({ state: 'detached' })
  })

  it('opens the sheets from the full-screen player', async () => {
    for (const [button, dialog] of [
      ['Speed', 'Speed'],
      ['Sleep timer', 'Sleep timer'],
      ['Queue', 'Queue'],
    ] as const) {
      await large().getByRole('button', { name: button }).tap()
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Close' }).tap()
      await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached' })
      await large().waitFor()
    }
    await large().getByRole('button', { name: 'Close' }).tap()
    await large().waitFor({ state: 'detached' })
    await expectPlaying(page)
  })

  it('navigates with the bottom bar and More while the sound continues', async () => {
    for (const [place, heading] of [
      ['Discover', 'Discover'],
      ['Library', 'Library'],
      ['Rewards', 'Rewards and Achievements'],
      ['Points', 'Points'],
      ['Upload', 'Audio Content Management'],
      ['Admin', 'Admin'],
    ] as const) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true })
      const visible = link.filter({ visible: true })
      if ((await visible.count()) === 0) await page.getByRole('button', { name: 'More' }).tap()
      await visible.tap()
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      expect(await isTooWide(page, PHONE.width), place).toBe(false)
    }
    await expectPlaying(page)
    await page.getByRole('button', { name: 'More' }).tap()
    await page.getByRole('link', { name: 'Sign Out' }).filter({ visible: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  describeLargeText({
    ...{ origin, creator: ama, bar, largePlayer: large },
    browser: () => browser,
    page: () => page,
    show: () => show,
    recording: () => join(folder, 'tro-tro.mp3'),
  })

  it('fits with very long names', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
    const person = { ...KOFI, email: 'long@phone.example.org', firstName: word }
    const long = new ApiClient(origin)
    await long.signIn(person)
    const made = await publishPodcast(long, { title: word.repeat(4), file: join(folder, 'tro-tro.mp3') })
    await long.call(CreateCreator, { body: { name: word.repeat(2), bio: word.repeat(8) } })
    await page.context().clearCookies()
    await signIn(page, `${origin}/`, person)
    const paths = ['/', '/admin?tab=creators', `/podcast/${made.podcast.id}`, `/episode/${made.episode.id}`]
    for (const path of paths) {
      await page.goto(origin + path)
      await page.locator('main h1').waitFor()
      await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
      expect(await elementsTooWide(page, PHONE.width), path).toEqual([])
    }
  })

  it('dismisses a toast with a swipe of more than fifty pixels to the right', async () => {
    await page.getByRole('button', { name: 'Favorite', exact: true }).tap()
    const toast = await keepToast('Added to Favorites')
    const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color)
    expect(await colorOf(toast.getByRole('button', { name: 'Dismiss' }))).toBe(await colorOf(toast))
    const { x, y, height } = await boxOf(toast)
    const along = (by: number) => ({ x: x + 60 + by, y: y + height / 2 })
    await drag(page, [along(0), along(20), along(40)])
    await toast.and(page.locator('[data-swipe="cancel"]')).waitFor()
    await drag(page, [along(0), along(30), along(60), along(90)])
    await toast.waitFor({ state: 'detached' })
  })

  it('sends no request to another host', () => {
    expect(otherOrigins).toEqual([])
  })
})
