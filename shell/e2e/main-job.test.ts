import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetEpisode, ListEpisodes } from '@griot/contracts/catalog/episodes'
import type { CallInput, Endpoint } from '@griot/contracts/endpoint'
import { pathFor } from '@griot/contracts/endpoint'
import { ListUserMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { PauseQueue, ResumeQueue } from '@griot/contracts/queue'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { thisWeek } from './calendar.ts'
import { goTo, readAs, skipAfterFailure, toast } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signInFromLandingPage } from './sign-in.ts'

const AMA = { email: 'ama@main-job.example.org', firstName: 'Ama', lastName: 'Mensah' }
const ADMIN = { email: ADMIN_EMAIL, firstName: 'Efua', lastName: 'Owusu' }
const SHOW = 'Letters from Jamestown'
const EPISODE = 'The lighthouse keeper'
const SECONDS = 12
/** 5 for starting, 10 for completing, 10 for the badge of a first episode. */
const EARNED = 25

type Watched = typeof globalThis & { percents: number[]; sameDocument?: boolean }

describe('from a recording to points', () => {
  const { origin } = runningProduct()
  let folder: string
  let context: BrowserContext
  let page: Page
  let weekOfListening: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-main-job-'))
    const browser = await launchBrowser()
    context = await browser.newContext()
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  it('signs in, and returns to the requested page', async () => {
    await signInFromLandingPage(page, `${origin}/upload`, AMA)

    await page.getByRole('heading', { name: 'Audio Content Management' }).waitFor()
    await page.getByRole('complementary').getByText('Ama Mensah').waitFor()
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /^Level 1/ })
      .waitFor()
  })

  it('uploads a recording, and shows its progress without a page load', async () => {
    await slowUploads()
    await watchUpload()
    // A fast worker would finish before the page shows the processing state.
    const admin = new ApiClient(origin)
    await admin.signIn(ADMIN)
    await admin.call(PauseQueue, {})
    try {
      await page.getByLabel('Select Audio File').setInputFiles(await recordMp3(folder, SECONDS, 'first-talk.mp3'))
      await page.getByRole('button', { name: 'Upload Audio File' }).click()
      await page.getByText('File uploaded successfully! You can now link it to podcast episodes.').waitFor()
      await page.getByText('Processing…', { exact: true }).waitFor()
    } finally {
      await admin.call(ResumeQueue, {})
    }
    await page.getByText('0:12 · MP3 · 128 kbps · 44.1 kHz · mono').waitFor()
    const percents = await page.evaluate(() => (globalThis as Watched).percents)
    expect(percents[0]).toBe(10)
    expect(percents.length).toBeGreaterThan(2)
    expect(percents).toEqual([...percents].sort((one, other) => one - other))
  })

  it('publishes the recording as an episode', async () => {
    await goTo(page, 'Admin')
    const podcast = page.getByRole('form', { name: 'Create Podcast' })
    await podcast.getByLabel('Title').fill(SHOW)
    await podcast.getByLabel('Description').fill('Voices from an old harbour, one at a time.')
    await podcast.getByLabel('Host Name').fill('Ama Mensah')
    await podcast.getByLabel('Category').selectOption('culture')
    await podcast.getByRole('button', { name: 'Create Podcast' }).click()
    await toast(page, 'Podcast created successfully!')

    await page.getByRole('tab', { name: 'Episodes' }).click()
    const episode = page.getByRole('form', { name: 'Create Episode' })
    await episode.getByLabel('Title').fill(EPISODE)
    await episode.getByLabel('Description').fill('He has kept the light for forty years.')
    await episode.getByLabel('Podcast').selectOption({ label: SHOW })
    await episode.getByLabel('Duration (seconds)').fill('1')
    await episode.getByRole('button', { name: 'Create Episode' }).click()
    await toast(page, 'Episode created successfully!')

    await goTo(page, 'Upload')
    await page.getByRole('tab', { name: 'Media Library' }).click()
    await page.getByRole('button', { name: 'Link first-talk.mp3 to an episode' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link to Episode' })
    await dialog.getByRole('button', { name: EPISODE }).click()
    await dialog.getByRole('button', { name: 'Link to Episode' }).click()
    await toast(page, 'The media file has been linked to the episode successfully.')

    // The measured duration replaces the one that was typed.
    const { id } = await myEpisode()
    await expect
      .poll(() => read(GetEpisode, { params: { id } }), { timeout: 60_000 })
      .toMatchObject({ duration: SECONDS, audioUrl: expect.stringContaining('/stream') })
  })

  it('finds it in Discover, and plays, pauses, seeks and completes it', async () => {
    weekOfListening = thisWeek()
    await goTo(page, 'Discover')
    await page.getByLabel('Search podcasts').fill('jamestown')
    const found = page.getByRole('tabpanel', { name: /^Podcasts/ })
    await found.getByRole('button', { name: `Listen to ${SHOW}` }).click()
    const bar = page.getByRole('region', { name: 'Audio player' })
    await bar.getByText(EPISODE).waitFor()
    await expectPlaying(page)
    expect((await audioState(page)).length).toBeCloseTo(SECONDS, 0)

    await bar.getByRole('button', { name: 'Pause' }).click()
    await bar.getByRole('button', { name: 'Play' }).waitFor()
    expect((await audioState(page)).isPaused).toBe(true)

    await bar.getByLabel('Progress').fill('50')
    await expect.poll(() => audioState(page).then(({ position }) => position)).toBeGreaterThanOrEqual(6)

    await bar.getByRole('button', { name: 'Play' }).click()
    await expectPlaying(page)
    await toast(page, 'Points Earned!')
    expect(await audioState(page)).toMatchObject({ position: 0, isPaused: true })
  })

  it('shows the earned points, the same on every screen', async () => {
    await page.getByRole('link', { name: new RegExp(`^${EARNED} points`) }).waitFor()
    await goTo(page, 'Points')
    await page.getByRole('region', { name: 'Total Points' }).getByText(String(EARNED), { exact: true }).waitFor()

    const { totalPoints, weeklyPoints } = await read(GetPoints, { params: { id: 'me' } })
    const ledger = await read(ListPointsHistory, { params: { id: 'me' } })
    expect(totalPoints).toBe(EARNED)
    // Another week may have begun.
    if (thisWeek() === weekOfListening) expect(weeklyPoints).toBe(EARNED)
    expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(EARNED)
    // Without a single page load.
    expect(await page.evaluate(() => (globalThis as Watched).sameDocument)).toBe(true)
  })

  it('keeps the recording to its owner', async () => {
    const kofi = new ApiClient(origin)
    await kofi.signIn({ email: 'kofi@main-job.example.org', firstName: 'Kofi', lastName: 'Annan' })
    const [file] = await read(ListUserMedia, { params: { id: 'me' } })
    const id = file?.id ?? ''

    expect((await kofi.fetch(`/api/media/${id}`, { method: 'DELETE' })).status).toBe(404)
    const range = { headers: { range: 'bytes=0-99' } }
    const answer = await kofi.fetch(pathFor(StreamMedia, { params: { id } }), range)
    // In production, the gateway may redirect to the bucket.
    const audio = answer.status === 307 ? await fetch(answer.headers.get('location') ?? '', range) : answer
    expect([audio.status, (await audio.arrayBuffer()).byteLength]).toEqual([206, 100])
  })

  it('signs out, also on the server', async () => {
    const cookies = await context.cookies()
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByRole('link', { name: 'Log In', exact: true }).waitFor()

    await context.addCookies(cookies)
    expect((await context.request.get(`${origin}/api/auth/user`)).status()).toBe(401)
  })

  const read = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => readAs(context, endpoint, input)

  const myEpisode = async () => {
    const episodes = await read(ListEpisodes, { query: { hostId: 'me' } })
    const mine = episodes.find(({ title }) => title === EPISODE)
    if (!mine) throw new Error('the episode is not listed')
    return mine
  }

  /** Slow enough to show progress. */
  const slowUploads = async () => {
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 150_000,
    })
  }

  /** Records the percentages that the page shows. */
  const watchUpload = () =>
    page.evaluate(() => {
      const watched = globalThis as Watched
      Object.assign(watched, { percents: [], sameDocument: true })
      new MutationObserver(() => {
        const bar = document.querySelector('[aria-label="Upload progress"]')
        const percent = Number(bar?.getAttribute('aria-valuenow'))
        if (bar && watched.percents.at(-1) !== percent) watched.percents.push(percent)
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    })
})
