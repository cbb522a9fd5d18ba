import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { pathFor } from '@griot/contracts/endpoint'
import { ListListeningSessions } from '@griot/contracts/listening'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findingsOn } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'
import { listenIn, lockScreenOf, pressMediaKey, soundGoesOn, soundOf } from './sound.ts'

const AMA = { email: 'ama@player.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@player.example.org', firstName: 'Kofi', lastName: 'Annan' }
const LEFT = { email: 'efua@player.example.org', firstName: 'Efua', lastName: 'Sutherland' }
const SHOW = 'Roads to Kumasi'
const SECONDS = 60
/** So many seconds further it may be by the time that a slow machine has looked. */
const LATE = 18

describe('the player', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let show: Awaited<ReturnType<typeof publishedShow>>
  let second: { id: string; title: string }
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-player-'))
    const ama = new Visitor(origin)
    await ama.signIn(AMA)
    show = await publishedShow(ama, { title: SHOW, file: await recordMp3(folder, SECONDS, 'road.mp3') })
    second = await addEpisode(ama)
    browser = await launchBrowser()
    page = await openPage()
    await signIn(page, podcastPage(), KOFI)
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const podcastPage = () => `${origin}/podcast/${show.podcast.id}`

  const addEpisode = async (visitor: Visitor) => {
    const { id } = await visitor.call(CreateEpisode, {
      body: {
        title: `${SHOW}, part two`,
        description: 'The way back.',
        podcastId: show.podcast.id,
        audioFileId: show.media.id,
        duration: SECONDS,
        episodeNumber: 2,
      },
    })
    return vi.waitUntil(
      async () => {
        const episode = await visitor.call(GetEpisode, { params: { id } })
        return episode.audioUrl !== null && episode
      },
      { timeout: 60_000 },
    )
  }

  const openPage = async () => {
    const opened = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    opened.setDefaultTimeout(60_000)
    await listenIn(opened)
    return opened
  }
  const barOf = (on: Page) => on.getByRole('region', { name: 'Audio player' })
  const play = async (on: Page, title: string) => {
    await on.getByRole('button', { name: `Play ${title}`, exact: true }).click()
    await soundGoesOn(on)
  }

  it('plays what was queued when an episode is over', async () => {
    await page.getByRole('button', { name: `Add to queue: ${second.title}` }).click()
    await play(page, show.episode.title)
    await barOf(page).getByRole('button', { name: 'Queue, 1 waiting' }).waitFor()
    await barOf(page).getByLabel('Progress').fill('99')
    await barOf(page).getByText(second.title).waitFor()
    await soundGoesOn(page)
    await barOf(page).getByRole('button', { name: 'Queue', exact: true }).waitFor()
  })

  it('listens to the keys, outside of fields', async () => {
    await page.locator('main').focus()
    await page.keyboard.press('Space')
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    await barOf(page).getByLabel('Progress').fill('50')
    const { position } = await soundOf(page)
    await page.locator('main').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => soundOf(page).then((sound) => sound.position)).toBeCloseTo(position + 15, 0)
    await page.keyboard.press('m')
    await barOf(page).getByRole('button', { name: 'Unmute' }).waitFor()
    await page.keyboard.press('m')
  })

  it('obeys the media keys, and tells the lock screen what plays', async () => {
    await pressMediaKey(page, 'play')
    await soundGoesOn(page)
    expect(await lockScreenOf(page)).toEqual({
      title: second.title,
      artist: 'Ama Mensah',
      album: SHOW,
      playbackState: 'playing',
    })
    await pressMediaKey(page, 'pause')
    await expect.poll(() => lockScreenOf(page)).toMatchObject({ playbackState: 'paused' })
    await pressMediaKey(page, 'seekto', 20)
    await pressMediaKey(page, 'seekforward')
    expect((await soundOf(page)).position).toBeCloseTo(35, 0)
    await pressMediaKey(page, 'seekbackward')
    expect((await soundOf(page)).position).toBeCloseTo(20, 0)
  })

  it('is heard without a mouse: F8 leads to what it says, and Escape away from it', async () => {
    const said = page.getByRole('region', { name: /^Notifications/ })
    const isReached = () => said.locator('ol').evaluate((list) => list === document.activeElement)
    await expect
      .poll(async () => {
        // Said again if it has gone in the meantime: it stays for five seconds, or for as long as the focus is there.
        if (!(await said.getByText(/ Favorites$/).isVisible()))
          await page
            .getByRole('button', { name: /^Favorite/ })
            .first()
            .click()
        await said.getByText(/ Favorites$/).waitFor()
        await page.keyboard.press('F8')
        return isReached()
      })
      .toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await said.getByText(/ Favorites$/).waitFor({ state: 'detached' })
  })

  it('keeps the speed of the show over a reload', async () => {
    await barOf(page)
      .getByRole('button', { name: /^Speed and sleep timer/ })
      .click()
    await page.getByRole('button', { name: '1.5×' }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await play(page, second.title)
    await barOf(page).getByRole('button', { name: 'Speed and sleep timer: 1.5×' }).waitFor()
  })

  it('resumes at the second in another browser', async () => {
    await barOf(page).getByLabel('Progress').fill('60')
    await soundGoesOn(page)
    await barOf(page).getByRole('button', { name: 'Pause' }).click()
    const { position } = await soundOf(page)

    const elsewhere = await openPage()
    await signIn(elsewhere, `${origin}/`, KOFI)
    const begun = elsewhere.getByRole('region', { name: 'Continue Listening' })
    await begun.getByRole('button', { name: `Play ${second.title}` }).click()
    await soundGoesOn(elsewhere)
    // Whoever is quicker than the word of the first browser is taken to their place when the server has told it.
    await expect.poll(() => soundOf(elsewhere).then((sound) => sound.position)).toBeGreaterThan(position - 2)
    expect((await soundOf(elsewhere)).position).toBeLessThan(position + LATE)
    await elsewhere.context().close()
  })

  it('hands the sound over to a second tab, and takes it back', async () => {
    // Far from its end, which would be silence as well.
    await barOf(page).getByLabel('Progress').fill('5')
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).click()
    await soundGoesOn(page)
    const tab = await page.context().newPage()
    await listenIn(tab)
    await tab.goto(podcastPage())
    await play(tab, show.episode.title)

    await barOf(page).getByText('This is playing in another tab now.').waitFor()
    expect((await soundOf(page)).isPaused).toBe(true)
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).click()
    await soundGoesOn(page)
    await expect.poll(() => soundOf(tab).then(({ isPaused }) => isPaused)).toBe(true)
    await tab.close()
  })

  it('falls asleep in time, by the clock', async () => {
    await page.clock.install()
    await barOf(page)
      .getByRole('button', { name: /^Speed and sleep timer/ })
      .click()
    await page.getByRole('button', { name: '5 minutes', exact: true }).click()
    await page.getByText(/^Fades out and pauses in (5:00|4:\d\d)\.$/).waitFor()
    await page.keyboard.press('Escape')
    await page.clock.fastForward('05:01')
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    expect((await soundOf(page)).isPaused).toBe(true)
  })

  it('says that the connection is lost, and goes on by itself when it is back', async () => {
    const lost = await openPage()
    await signIn(lost, podcastPage(), KOFI)
    const row = lost.getByRole('button', { name: `Play ${show.episode.title}`, exact: true })
    await row.waitFor()
    // The bar is fetched as soon as the page has nothing else to do.
    await lost.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /player-bar.*css$/.test(name)),
    )
    await lost.context().setOffline(true)
    await lost.getByText('You are offline. What has been loaded still works').waitFor()
    await row.click()
    await barOf(lost).getByRole('alert').getByText('The episode goes on when the connection is back.').waitFor()
    expect(await findingsOn(lost)).toEqual([])

    await lost.context().setOffline(false)
    await soundGoesOn(lost)
    await lost
      .getByText(/^You are offline/)
      .first()
      .waitFor({ state: 'detached' })
    await lost.context().close()
  })

  it('keeps the place of someone who just leaves, here and for the next browser', async () => {
    const left = await openPage()
    await signIn(left, podcastPage(), LEFT)
    const start = `${origin}/api/listening/start`
    await left.route(start, () => undefined)
    await play(left, show.episode.title)
    await barOf(left).getByLabel('Progress').fill('40')
    await soundGoesOn(left)
    await left.goto('about:blank')

    // Nobody had answered: this browser alone knows the place, and tells it when it is back.
    await left.unroute(start)
    await left.goto(podcastPage())
    const started = left.waitForResponse(start)
    await play(left, show.episode.title)
    await expect.poll(() => soundOf(left).then((sound) => sound.position / SECONDS)).toBeGreaterThan(0.39)
    // Only a session that the server knows can be ended.
    await (await started).finished()
    await barOf(left).getByLabel('Progress').fill('60')
    await soundGoesOn(left)
    const { position } = await soundOf(left)
    // Nothing is pressed: the page says its last word on the way out.
    await left.goto('about:blank')
    // A browser that is torn down takes with it what is still on its way.
    await expect.poll(() => isLastSessionEnded(left)).toBe(true)
    await left.context().close()

    const next = await openPage()
    await signIn(next, `${origin}/episode/${show.episode.id}`, LEFT)
    await next
      .getByRole('main')
      .getByRole('button', { name: /^(Play|Continue)/ })
      .first()
      .click()
    // Whoever is quicker than the history begins at the start, and is taken to their place when the server has told it.
    await expect.poll(() => soundOf(next).then((sound) => sound.position)).toBeGreaterThan(position - 1)
    expect((await soundOf(next)).position).toBeLessThan(position + LATE)
    await next.context().close()
  })
})

const isLastSessionEnded = async (page: Page) => {
  const path = pathFor(ListListeningSessions, { params: { id: 'me' }, query: { limit: 1 } })
  const answer = await page.context().request.get(runningProduct().origin + path)
  const [last] = ListListeningSessions.response.parse(await answer.json())
  return last !== undefined && last.endedAt !== null
}
