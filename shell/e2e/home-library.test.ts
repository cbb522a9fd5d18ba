import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateFavorite, CreateHistoryEntry, ListSavedEpisodes } from '@griot/contracts/library'
import { StartListening } from '@griot/contracts/listening'
import { SendTip } from '@griot/contracts/points'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, goTo, readAs, skipAfterFailure, toast } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'
import { boxOf } from './touch.ts'

interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

const KOFI = { email: 'kofi@home.example.org', firstName: 'Kofi', lastName: 'Annan' }
const TITLES = ['Harbor Lights', 'Red Earth', 'Slow Tide']

describe.each([360, 1280])('home, library and account, %i pixels wide', (width) => {
  const { origin } = runningProduct()
  const size = { width, height: 800 }
  const ama = { email: `ama-${width}@home.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  const esi = { ...ama, email: `esi-${width}@home.example.org`, firstName: 'Esi' }
  const titles = TITLES.map((title) => `${title} ${width}`)
  let folder: string
  let browser: Browser
  let page: Page
  let shows: Awaited<ReturnType<typeof publishPodcast>>[]

  const openPage = async () => {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
    const opened = await context.newPage()
    opened.setDefaultTimeout(60_000)
    return opened
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-home-'))
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    const file = await recordMp3(folder, 20)
    shows = []
    for (const title of titles) shows.push(await publishPodcast(kofi, { title, file }))
    browser = await launchBrowser()
    page = await openPage()
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const main = () => page.getByRole('main')
  const region = (name: string) => main().getByRole('region', { name })
  const loaded = () => page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  const showAt = (at: number) => {
    const show = shows[at]
    if (show === undefined) throw new Error(`there are ${shows.length} shows`)
    return show
  }

  it('offers topics and one episode to a new listener, without numbers', async () => {
    const other = await openPage()
    await signIn(other, `${origin}/`, esi)
    const first = other.getByRole('region', { name: 'Start Listening' })
    await first.getByRole('button', { name: /^Play / }).waitFor()
    await other.locator('.g-skeleton').first().waitFor({ state: 'detached' })
    for (const term of ['Total Points', 'Completed', 'Badges', 'Week Streak']) {
      expect(await other.getByRole('main').getByText(term, { exact: true }).count(), term).toBe(0)
    }
    await expectAccessible(other, { width })
    await other.setViewportSize(size)

    await first.getByRole('button', { name: /^Play / }).click()
    await other.getByRole('region', { name: 'Audio player' }).getByRole('button', { name: 'Pause' }).waitFor()
    const topics = other.getByRole('region', { name: 'Pick a Topic' }).getByRole('link')
    expect(await topics.count()).toBeLessThanOrEqual(3)
    await topics.filter({ hasText: 'Culture' }).click()
    await other.getByRole('region', { name: 'Culture Podcasts' }).waitFor()
    await other.context().close()
  })

  it('begins with the episode to resume, and shows each show once', async () => {
    const client = new ApiClient(origin)
    await client.signIn(ama)
    const [begun, favorite] = [showAt(0), showAt(1)]
    await client.call(StartListening, { body: { episodeId: begun.episode.id } })
    const body = { progress: 50, completed: false }
    await client.call(CreateHistoryEntry, {
      body: { ...body, episodeId: showAt(2).episode.id, podcastId: showAt(2).podcast.id },
    })
    await client.call(CreateFavorite, { body: { podcastId: favorite.podcast.id } })

    await signIn(page, `${origin}/`, ama)
    const resume = region('Continue Listening')
    await resume.getByText('0:10 left').waitFor()
    await resume.getByRole('link', { name: showAt(2).episode.title }).waitFor()
    await region('New Episodes').getByRole('link', { name: favorite.episode.title }).waitFor()
    const score = region('Your points')
    await score.getByRole('link', { name: width < 640 ? '0 points' : '0 points · Level 1', exact: true }).waitFor()
    await score.getByText(/^\d of 3 episodes this week: \+15/).waitFor()
    await loaded()
    if (width < 640) expect((await boxOf(score)).height).toBeLessThanOrEqual(48)
    const first = await main().getByRole('heading', { level: 2 }).first().textContent()
    expect(first).toBe('Continue Listening')
    const cards = await main()
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(cards).size).toBe(cards.length)
    for (const { podcast } of [favorite, showAt(2)]) expect(cards).not.toContain(`/podcast/${podcast.id}`)
    await expectAccessible(page, { width })
    await page.setViewportSize(size)
  })

  it('moves nothing if no episode is unfinished', async () => {
    const adwoa = { ...ama, email: `adwoa-${width}@home.example.org`, firstName: 'Adwoa' }
    const client = new ApiClient(origin)
    await client.signIn(adwoa)
    await client.call(StartListening, { body: { episodeId: showAt(0).episode.id } })
    // Home shows numbers to listeners who have some.
    const { id: podcastId, hostId: receiverId } = showAt(0).podcast
    await client.call(SendTip, { body: { receiverId, podcastId, amount: 100 } })
    const other = await openPage()
    await signIn(other, `${origin}/rewards`, adwoa)
    await other.addInitScript(() => {
      const recorded: { shift: number; moved: string[] } = { shift: 0, moved: [] }
      Object.assign(globalThis, { recorded })
      // The points in the sidebar may change while the page loads.
      const inMain = ({ node }: { node?: Node | null }) => {
        const element = node instanceof Element ? node : node?.parentElement
        return element?.closest('main') ? [element.outerHTML.slice(0, 200)] : []
      }
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as LayoutShift[]) {
          const moved = sources.flatMap(inMain)
          if (moved.length > 0) recorded.shift += value
          recorded.moved.push(...moved)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // A font that loads late moves the text.
    await other.route('**/*.woff2', (route) => route.abort())
    // The other parts of the page load first.
    let load = () => {}
    const loaded = new Promise<void>((resolve) => {
      load = resolve
    })
    await other.route(/listening-history\?.*state=begun/, (route) => loaded.then(() => route.continue()))
    const parts = ['/points', '/favorites'].map((part) =>
      other.waitForResponse((one) => one.url().includes(`me${part}`)),
    )
    await other.goto(`${origin}/`)
    await other.getByRole('region', { name: 'Continue Listening' }).waitFor()
    await Promise.all(parts)
    load()
    await other
      .getByRole('region', { name: 'Your points' })
      .getByText(/^2 points/)
      .waitFor()
    await other.getByRole('main').getByText('Week Streak').waitFor()
    await other.locator('.g-skeleton').first().waitFor({ state: 'detached' })
    expect(await other.getByRole('region', { name: 'Continue Listening' }).count()).toBe(0)
    const { shift, moved } = await other.evaluate(
      () => (globalThis as unknown as { recorded: { shift: number; moved: string[] } }).recorded,
    )
    expect(shift, moved.join('\n')).toBeLessThan(0.01)
    await other.context().close()
  })

  it('saves an episode by its heart, and the show by its own', async () => {
    await page.goto(`${origin}/episode/${showAt(2).episode.id}`)
    await main().getByRole('button', { name: 'Favorite', exact: true }).click()
    await toast(page, 'Added to Favorites')
    await main().getByRole('button', { name: 'Favorited', pressed: true }).waitFor()
    expect(await readAs(page.context(), ListSavedEpisodes, { params: { id: 'me' } })).toMatchObject([
      { episodeId: showAt(2).episode.id },
    ])
    await page.goto(`${origin}/podcast/${showAt(2).podcast.id}`)
    await main().getByRole('button', { name: 'Favorite', exact: true, pressed: false }).waitFor()

    await goTo(page, 'Library')
    await region('Saved Episodes')
      .getByRole('link', { name: showAt(2).episode.title })
      .waitFor()
    expect(
      await region('Favorites')
        .getByRole('link', { name: showAt(2).podcast.title })
        .count(),
    ).toBe(0)
  })

  it('filters the history in the address, which Back keeps', async () => {
    const history = region('Listening History')
    const row = history.getByRole('link', { name: `Continue: ${showAt(2).episode.title}` })
    await row.waitFor()
    // It was only started.
    expect(await history.getByRole('link', { name: `Continue: ${showAt(0).episode.title}` }).count()).toBe(0)
    const count = main().getByText('Listened', { exact: true }).locator('xpath=..').getByRole('definition')
    await expect.poll(() => count.textContent()).toBe('1')

    await history.getByRole('button', { name: 'Finished' }).click()
    await history.getByText('Nothing finished yet').waitFor()
    await history.getByRole('button', { name: 'In progress' }).click()
    await row.click()
    await page.getByRole('heading', { level: 1, name: showAt(2).episode.title }).waitFor()
    await page.goBack()
    await row.waitFor()
    expect(page.url()).toBe(`${origin}/library?show=in-progress`)
    expect(await history.getByRole('button', { name: 'In progress', pressed: true }).count()).toBe(1)
    await loaded()
    await expectAccessible(page, { width })
    await page.setViewportSize(size)
  })

  it('opens the account from the name in the menu', async () => {
    if (width < 1024) await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Ama Mensah your account' }).filter({ visible: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await main().getByText(ama.email).waitFor()
    await main()
      .getByRole('checkbox', { name: /Show my name/ })
      .waitFor()
    await main().getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await main().getByRole('radio', { name: 'Same as this device' }).check()
    await expectAccessible(page, { width })
    await page.setViewportSize(size)
  })

  it('resumes where the listener stopped', async () => {
    await captureAudio(page)
    await page.goto(`${origin}/`)
    await region('Continue Listening')
      .getByRole('button', { name: `Play ${showAt(2).episode.title}` })
      .click()
    await expectPlaying(page)
    expect((await audioState(page)).position).toBeGreaterThanOrEqual(10)
    await page.getByRole('region', { name: 'Audio player' }).getByRole('button', { name: 'Pause' }).click()
    await page.goto(`${origin}/account`)
  })

  it('deletes the account only after the typed confirmation', async () => {
    await main().getByRole('link', { name: 'Delete My Account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Delete Your Account' }).waitFor()
    const button = main().getByRole('button', { name: 'Delete Everything' })
    expect(await button.isDisabled()).toBe(true)
    await main().getByRole('textbox').fill('delete my account')
    expect(await button.isEnabled()).toBe(true)
    await expectAccessible(page, { width })
    await page.setViewportSize(size)

    await main().getByRole('link', { name: 'Keep My Account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await main().getByRole('link', { name: 'Delete My Account' }).click()
    await main().getByRole('textbox').fill('delete my account')
    await button.click()
    await page.waitForURL(`${origin}/`)
    await page.getByRole('link', { name: 'Log In', exact: true }).waitFor()
  })
})
