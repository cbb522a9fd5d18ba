import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectNoDialog, expectOverlays, focusedName, WINDOWS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'
import { boxOf, swipeDown } from './touch.ts'

const AMA = { email: 'ama@overlays.example.org', firstName: 'Ama', lastName: 'Mensah' }
const SHOW = 'Back to the Market'
// Longer than the test takes.
const SECONDS = 240
const DESCRIPTION = 'The market at 1:30, and the river after that.\n\n0:00 The gate\n2:00 The river\n3:00 The sea'

const { origin } = runningProduct()
let folder: string
let browser: Browser
let show: Awaited<ReturnType<typeof publishPodcast>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-overlays-'))
  const ama = new ApiClient(origin)
  await ama.signIn(AMA)
  show = await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, SECONDS, 'market.mp3') })
  await ama.call(UpdateEpisode, { params: { id: show.episode.id }, body: { description: DESCRIPTION } })
  browser = await launchBrowser()
})
afterAll(async () => {
  await closeContexts()
  await rm(folder, { recursive: true, force: true })
})

describe.each(WINDOWS)('overlays on %s', (name, options) => {
  const isPhone = name === 'a phone'
  let page: Page
  const podcastPath = () => `/podcast/${show.podcast.id}`

  beforeAll(async () => {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
    await signIn(page, `${origin}/discover`, AMA)
    await page.getByRole('link', { name: SHOW }).first().click()
    await page.getByRole('button', { name: `Play ${show.episode.title}`, exact: true }).click()
    await bar().getByRole('button', { name: 'Pause' }).waitFor()
  })
  afterAll(() => page?.context().close())

  const bar = () => page.getByRole('region', { name: 'Audio player' })
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const large = () => dialog('Now Playing')
  const enlarge = async () => {
    await bar().getByRole('button', { name: 'Open full screen' }).click()
    await large().waitFor()
  }
  const path = () => new URL(page.url()).pathname
  const expectEntries = (count: number) => expectOverlays(page, count)

  const overlays: [string, () => Promise<void>, string | RegExp][] = [
    ['the full player', enlarge, 'Now Playing'],
    ['the tip', () => bar().getByRole('button', { name: 'Tip Creator' }).click(), /^Tip /],
    ...(isPhone
      ? []
      : ([
          ['the queue', () => bar().getByRole('button', { name: 'Queue' }).click(), 'Queue'],
          [
            'speed and sleep timer',
            () =>
              bar()
                .getByRole('button', { name: /^Speed/ })
                .click(),
            'Playback',
          ],
        ] as [string, () => Promise<void>, string][])),
  ]

  it.each(overlays)('closes %s with Back, Escape and a swipe, and stays on the page', async (_, open, title) => {
    const closings = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      ...(isPhone ? [() => swipeDown(page, dialog(title))] : []),
      () => dialog(title).getByRole('button', { name: 'Close' }).click(),
    ]
    const length = await page.evaluate(() => history.length)
    for (const close of closings) {
      await open()
      await dialog(title).waitFor()
      await expectEntries(1)
      await close()
      await expectNoDialog(page)
      expect(path()).toBe(podcastPath())
    }
    // Each overlay used the same entry.
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(length + 1)
  })

  it('closes the sheets of the full player one at a time', async () => {
    await enlarge()
    for (const [button, title] of [
      ['Speed', 'Speed'],
      ['Sleep timer', 'Sleep timer'],
      ['Queue', 'Queue'],
    ] as const) {
      for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
        await large().getByRole('button', { name: button }).click()
        await dialog(title).waitFor()
        await expectEntries(2)
        await close()
        await dialog(title).waitFor({ state: 'detached' })
        await expectEntries(1)
        await large().waitFor()
      }
    }
    await page.goBack()
    await expectNoDialog(page)
    expect(path()).toBe(podcastPath())
  })

  it('opens nothing with Forward', async () => {
    await enlarge()
    await expectEntries(1)
    await page.goBack()
    await expectNoDialog(page)
    await page.evaluate(() => history.forward())
    await expectNoDialog(page)
    expect(path()).toBe(podcastPath())
  })

  it('returns from a link in the full player to the page behind it', async () => {
    await enlarge()
    await expectEntries(1)
    await large().getByRole('link', { name: show.episode.title }).click()
    await page.waitForURL(`**/episode/${show.episode.id}`)
    await expectNoDialog(page)
    await page.goBack()
    await page.waitForURL(`**${podcastPath()}`)
    await page.goForward()
    await page.waitForURL(`**/episode/${show.episode.id}`)
    await page.goBack()
    await page.waitForURL(`**${podcastPath()}`)
  })

  it('shows the notes, whose times seek', async () => {
    await enlarge()
    await large()
      .getByRole('button', { name: /play from 1 minute 30 seconds$/ })
      .click()
    await expect.poll(() => audioState(page).then(({ position }) => position)).toBeGreaterThanOrEqual(90)
    expect((await audioState(page)).position).toBeLessThan(120)
    await large()
      .getByText(/^−0:0[12]:\d\d/)
      .waitFor()
  })

  it('marks the chapters of the notes on the slider, which stays one control, and seeks to them', async () => {
    const slider = () => large().getByRole('slider', { name: 'Progress' })
    expect(await large().locator('.chapter-mark').count()).toBe(3)
    expect(await slider().count()).toBe(1)
    await large().locator('.chapter-line').getByText('The gate', { exact: true }).waitFor()
    await large().getByRole('button', { name: 'Next chapter' }).click()
    await large().locator('.chapter-line').getByText('The river', { exact: true }).waitFor()
    expect(await slider().getAttribute('aria-valuetext')).toMatch(/^2 minutes.* of 4 minutes.*, The river$/)
    await large().getByRole('button', { name: 'Next chapter' }).click()
    await large().locator('.chapter-line').getByText('The sea', { exact: true }).waitFor()
    expect(await large().getByRole('button', { name: 'Next chapter' }).isDisabled()).toBe(true)
    await large()
      .getByRole('button', { name: /The gate$/ })
      .click()
    await large().locator('.chapter-line').getByText('The gate', { exact: true }).waitFor()
    expect((await audioState(page)).position).toBeLessThan(120)
    await large()
      .getByRole('button', { name: /play from 1 minute 30 seconds$/ })
      .click()
    await expect.poll(() => audioState(page).then(({ position }) => position)).toBeGreaterThanOrEqual(90)
  })

  it('shares the episode with the current time', async () => {
    await large().getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link Copied').first().waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(new RegExp(`^${origin}/listen/${show.podcast.id}/${show.episode.id}\\?t=(9|1[01])\\d$`))
    const opened = await page.context().newPage()
    await opened.goto(link)
    await opened.getByRole('heading', { name: show.episode.title }).waitFor()
    await opened.close()
  })

  it('marks the episode as a favorite', async () => {
    await large().getByRole('button', { name: 'Favorite', exact: true }).click()
    await large().getByRole('button', { name: 'Favorited', exact: true }).click()
    await large().getByRole('button', { name: 'Favorite', exact: true }).waitFor()
    // Escape would dismiss the toast first.
    await page.goBack()
    await expectNoDialog(page)
  })

  if (isPhone) {
    it('closes More with Back, and returns from its links', async () => {
      await page.goto(`${origin}/upload?tab=library`)
      await page.getByRole('button', { name: 'More' }).click()
      await expectEntries(1)
      await page.goBack()
      await page
        .getByRole('link', { name: 'Points', exact: true })
        .filter({ visible: true })
        .waitFor({ state: 'detached' })
      expect(path()).toBe('/upload')
      await page.getByRole('button', { name: 'More' }).click()
      await expectEntries(1)
      await page.getByRole('link', { name: 'Points', exact: true }).filter({ visible: true }).click()
      await page.waitForURL('**/points')
      await page.goBack()
      await page.waitForURL('**/upload?tab=library')
    })

    it.each([
      [640, 360, 2],
      [740, 360, 3],
      [844, 390, 3],
      [320, 640, 2],
    ])('fits a window of %d × %d pixels, with bars of at most 1/%d of its height', async (width, height, parts) => {
      await page.setViewportSize({ width, height })
      await page.goto(origin + podcastPath())
      // Its name changes when the episode that it plays has loaded.
      await page.getByRole('button', { name: /^(Listen to|Resume:|Play newest:) / }).click()
      await bar().waitFor()
      const isTooWide = (selector: string) =>
        page.locator(selector).evaluate((part) => part.scrollWidth > part.clientWidth)
      const heights = await page
        .locator('.top-bar, .player-bar, .bottom-bar')
        .evaluateAll((bars) =>
          bars
            .filter((bar) => getComputedStyle(bar).position !== 'static')
            .map((bar) => bar.getBoundingClientRect().height),
        )
      expect(heights.reduce((sum, bar) => sum + bar, 0)).toBeLessThanOrEqual(height / parts)
      expect(await isTooWide('html')).toBe(false)
      await enlarge()
      expect(await isTooWide('.g-dialog')).toBe(false)
      for (const button of await large().getByRole('button').all()) {
        const box = await boxOf(button)
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
      }
      await large().getByRole('button', { name: 'Pause' }).click()
      expect(await large().getByRole('slider', { name: 'Volume' }).filter({ visible: true }).count()).toBe(0)
      await page.goBack()
      await expectNoDialog(page)
    })
  } else {
    it('lists the keyboard shortcuts, but not from a text field', async () => {
      await page.goto(`${origin}/discover`)
      await page.getByRole('searchbox').focus()
      await page.keyboard.press('?')
      await page.waitForURL('**/discover?q=*')
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.locator('main').focus()
      await page.keyboard.press('?')
      await dialog('Keyboard Shortcuts').getByText('Play or pause').waitFor()
      await expectEntries(1)
      await page.goBack()
      await expectNoDialog(page)
      expect(path()).toBe('/discover')
    })

    it('reaches the player with few keys from the top of the page', async () => {
      // The player is restored.
      await page.goto(origin + podcastPath())
      await bar().waitFor()
      for (let tabs = 0; tabs < 5 && (await focusedName(page)) !== 'Skip to player'; tabs += 1) {
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe('Open full screen')
      expect(path()).toBe(podcastPath())
    })
  }

  it('leaves the history entry of an overlay after a reload', async () => {
    await page.goto(origin + podcastPath())
    await enlarge()
    await expectEntries(1)
    await page.reload()
    await page.waitForFunction(() => !history.state?.overlays)
    await bar().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(path()).toBe(podcastPath())
  })
})
