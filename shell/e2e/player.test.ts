import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathFor } from '@griot/contracts/endpoint'
import { ListListeningSessions } from '@griot/contracts/listening'
import { GetPlayer } from '@griot/contracts/player'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio, expectPlaying, mediaSessionOf, pressMediaKey } from './audio.ts'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { addEpisode, publishPodcast } from './fixtures.ts'
import { expectNoDialog, readAs } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@player.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@player.example.org', firstName: 'Kofi', lastName: 'Annan' }
const LEFT = { email: 'efua@player.example.org', firstName: 'Efua', lastName: 'Sutherland' }
const SHOW = 'Roads to Kumasi'
const SECONDS = 60
/** Seconds that a slow machine may need to check. */
const TOLERANCE = 18

describe('the player', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let show: Awaited<ReturnType<typeof publishPodcast>>
  let second: { id: string; title: string }
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-player-'))
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    show = await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, SECONDS, 'road.mp3') })
    second = await addEpisode(ama, show, { title: `${SHOW}, part two`, episodeNumber: 2 })
    browser = await launchBrowser()
    page = await openPage()
    await signIn(page, podcastPage(), KOFI)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  const podcastPage = () => `${origin}/podcast/${show.podcast.id}`

  const openPage = async () => {
    const opened = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    opened.setDefaultTimeout(60_000)
    await captureAudio(opened)
    return opened
  }
  const barOf = (on: Page) => on.getByRole('region', { name: 'Audio player' })
  const play = async (on: Page, title: string) => {
    await on.getByRole('button', { name: `Play ${title}`, exact: true }).click()
    await expectPlaying(on)
  }

  it('plays the queue when an episode ends', async () => {
    await page.getByRole('button', { name: `Add to queue: ${second.title}` }).click()
    await play(page, show.episode.title)
    await barOf(page).getByRole('button', { name: 'Queue, 1 waiting' }).waitFor()
    await barOf(page).getByLabel('Progress').fill('99')
    await barOf(page).getByText(second.title).waitFor()
    await expectPlaying(page)
    await barOf(page).getByRole('button', { name: 'Queue', exact: true }).waitFor()
  })

  it('handles keyboard shortcuts', async () => {
    await page.locator('main').focus()
    await page.keyboard.press('Space')
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    await barOf(page).getByLabel('Progress').fill('50')
    const { position } = await audioState(page)
    await page.locator('main').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => audioState(page).then((sound) => sound.position)).toBeCloseTo(position + 15, 0)
    await page.keyboard.press('m')
    await barOf(page).getByRole('button', { name: 'Unmute' }).waitFor()
    await page.keyboard.press('m')
  })

  it('handles media keys, and shows the episode on the lock screen', async () => {
    await pressMediaKey(page, 'play')
    await expectPlaying(page)
    expect(await mediaSessionOf(page)).toEqual({
      title: second.title,
      artist: 'Ama Mensah',
      album: SHOW,
      playbackState: 'playing',
    })
    await pressMediaKey(page, 'pause')
    await expect.poll(() => mediaSessionOf(page)).toMatchObject({ playbackState: 'paused' })
    await pressMediaKey(page, 'seekto', 20)
    await pressMediaKey(page, 'seekforward')
    expect((await audioState(page)).position).toBeCloseTo(35, 0)
    await pressMediaKey(page, 'seekbackward')
    expect((await audioState(page)).position).toBeCloseTo(20, 0)
  })

  it('focuses a toast with F8, and dismisses it with Escape', async () => {
    const toasts = page.getByRole('region', { name: /^Notifications/ })
    const isFocused = () => toasts.locator('ol').evaluate((list) => list === document.activeElement)
    await expect
      .poll(async () => {
        // Repeated if the toast has closed: it stays for five seconds, or while it has the focus.
        if (!(await toasts.getByText(/ Favorites$/).isVisible()))
          await page
            .getByRole('button', { name: /^Favorite/ })
            .first()
            .click()
        await toasts.getByText(/ Favorites$/).waitFor()
        await page.keyboard.press('F8')
        return isFocused()
      })
      .toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await toasts.getByText(/ Favorites$/).waitFor({ state: 'detached' })
  })

  it('keeps the speed of the podcast after a reload', async () => {
    await barOf(page)
      .getByRole('button', { name: /^Speed and sleep timer/ })
      .click()
    await page.getByRole('button', { name: '1.5×' }).click()
    await page.keyboard.press('Escape')
    await expectNoDialog(page)
    await page.reload()
    await play(page, second.title)
    await barOf(page).getByRole('button', { name: 'Speed and sleep timer: 1.5×' }).waitFor()
  })

  it('resumes at the same second in another browser', async () => {
    await barOf(page).getByLabel('Progress').fill('60')
    await expectPlaying(page)
    await barOf(page).getByRole('button', { name: 'Pause' }).click()
    const { position } = await audioState(page)

    const savedPosition = async () => (await readAs(page.context(), GetPlayer, {})).positionSeconds
    await expect.poll(savedPosition).toBeGreaterThan(position - 2)

    const elsewhere = await openPage()
    await signIn(elsewhere, `${origin}/`, KOFI)
    await barOf(elsewhere).getByText(second.title).waitFor()
    await barOf(elsewhere).getByRole('button', { name: 'Play', exact: true }).click()
    await expectPlaying(elsewhere)
    // If the position arrives after the start, the player moves to it.
    await expect.poll(() => audioState(elsewhere).then((sound) => sound.position)).toBeGreaterThan(position - 2)
    expect((await audioState(elsewhere)).position).toBeLessThan(position + TOLERANCE)
    await elsewhere.context().close()
  })

  it('pauses when a second tab plays, and the other way round', async () => {
    // Far from the end, which would also be silent.
    await barOf(page).getByLabel('Progress').fill('5')
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expectPlaying(page)
    const tab = await page.context().newPage()
    await captureAudio(tab)
    await tab.goto(podcastPage())
    await play(tab, show.episode.title)

    await barOf(page).getByText('This is playing in another tab now.').waitFor()
    expect((await audioState(page)).isPaused).toBe(true)
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expectPlaying(page)
    await expect.poll(() => audioState(tab).then(({ isPaused }) => isPaused)).toBe(true)
    await tab.close()
  })

  it('pauses when the sleep timer ends', async () => {
    await page.clock.install()
    await barOf(page)
      .getByRole('button', { name: /^Speed and sleep timer/ })
      .click()
    await page.getByRole('button', { name: '5 minutes', exact: true }).click()
    await page.getByText(/^Fades out and pauses in (5:00|4:\d\d)\.$/).waitFor()
    await page.keyboard.press('Escape')
    await page.clock.fastForward('05:01')
    await barOf(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    expect((await audioState(page)).isPaused).toBe(true)
  })

  it('shows that the connection is lost, and continues when it is back', async () => {
    const lost = await openPage()
    await signIn(lost, podcastPage(), KOFI)
    const row = lost.getByRole('button', { name: `Play ${show.episode.title}`, exact: true })
    await row.waitFor()
    // The bar loads when the page is idle.
    await lost.waitForFunction(() =>
      ['css', 'js'].every((type) =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => name.includes('player-bar') && name.endsWith(`.${type}`)),
      ),
    )
    await lost.context().setOffline(true)
    await lost.getByText('You are offline. Loaded pages still work').waitFor()
    await row.click()
    await barOf(lost).getByRole('alert').getByText('Playback continues when the connection is back.').waitFor()
    expect(await axeViolations(lost)).toEqual([])

    await lost.context().setOffline(false)
    await expectPlaying(lost)
    await lost
      .getByText(/^You are offline/)
      .first()
      .waitFor({ state: 'detached' })
    await lost.context().close()
  })

  it('keeps the position when the page closes, in this browser and in others', async () => {
    const left = await openPage()
    await signIn(left, podcastPage(), LEFT)
    const start = `${origin}/api/listening/start`
    const held: Route[] = []
    await left.route(start, (route) => void held.push(route))
    await play(left, show.episode.title)
    await barOf(left).getByLabel('Progress').fill('40')
    await expectPlaying(left)
    await left.goto('about:blank')

    // The start request had no response: only this browser has the position, and sends it on the next visit.
    // Without an end, `unroute` would send the request after all, and it could overtake that of the next visit.
    for (const route of held) await route.abort()
    await left.unroute(start)
    await left.goto(podcastPage())
    const started = left.waitForResponse(start)
    await play(left, show.episode.title)
    await expect.poll(() => audioState(left).then((sound) => sound.position / SECONDS)).toBeGreaterThan(0.39)
    // The session must have started before it can end.
    await (await started).finished()
    await barOf(left).getByLabel('Progress').fill('60')
    await expectPlaying(left)
    const { position } = await audioState(left)
    // The page sends the end as a beacon.
    await left.goto('about:blank')
    // Closing the browser would abort the beacon.
    await expect.poll(() => isLastSessionEnded(left)).toBe(true)
    await left.context().close()

    const next = await openPage()
    await signIn(next, `${origin}/episode/${show.episode.id}`, LEFT)
    await next
      .getByRole('main')
      .getByRole('button', { name: /^(Play|Continue)/ })
      .first()
      .click()
    // If the history arrives after the start, the player moves to its position.
    await expect.poll(() => audioState(next).then((sound) => sound.position)).toBeGreaterThan(position - 1)
    expect((await audioState(next)).position).toBeLessThan(position + TOLERANCE)
    await next.context().close()
  })
})

const isLastSessionEnded = async (page: Page) => {
  const path = pathFor(ListListeningSessions, { params: { id: 'me' }, query: { limit: 1 } })
  const answer = await page.context().request.get(runningProduct().origin + path)
  const [last] = ListListeningSessions.response.parse(await answer.json())
  return last !== undefined && last.endedAt !== null
}
