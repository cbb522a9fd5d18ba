import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetPoints } from '@griot/contracts/points'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioState, captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { addEpisode, publishPodcast } from './fixtures.ts'
import { expectNoDialog, readAs, skipAfterFailure, toast } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { fillSignInForm, signIn } from './sign-in.ts'

const SHOW = 'Letters from Accra'
const STORY = 'The Lagoon Case'
const SECONDS = 90
const OTHER_DEVICE = 'Playing on another device. Press play to continue here.'

const { origin } = runningProduct()
let folder: string
let browser: Browser
let show: Awaited<ReturnType<typeof publishPodcast>>
let second: { id: string; title: string }
let serial: { podcast: { id: string }; titles: string[] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'griot-restore-'))
  const ama = new ApiClient(origin)
  await ama.signIn({ email: 'ama@restore.example.org', firstName: 'Ama', lastName: 'Mensah' })
  show = await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, SECONDS, 'letters.mp3') })
  second = await addEpisode(ama, show, { title: `${SHOW}, part two`, episodeNumber: 2 })
  const story = await publishPodcast(ama, {
    title: STORY,
    file: await recordMp3(folder, SECONDS, 'story.mp3'),
    kind: 'serial',
  })
  const ending = await addEpisode(ama, story, { title: `${STORY}, part two`, episodeNumber: 2 })
  serial = { podcast: story.podcast, titles: [story.episode.title, ending.title] }
  browser = await launchBrowser()
})
afterAll(async () => {
  await closeContexts()
  await rm(folder, { recursive: true, force: true })
})

const barOf = (page: Page) => page.getByRole('region', { name: 'Audio player' })
const press = (page: Page, name: string) => barOf(page).getByRole('button', { name, exact: true }).click()

describe.each([
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])('the saved player, $width pixels wide', (viewport) => {
  skipAfterFailure()
  const esi = { email: `esi-${viewport.width}@restore.example.org`, firstName: 'Esi', lastName: 'Addo' }
  const podcastPage = () => `${origin}/podcast/${show.podcast.id}`
  let phone: Page
  let laptop: Page

  const openDevice = async (address: string) => {
    const page = await (await browser.newContext({ viewport })).newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
    await signIn(page, address, esi)
    return page
  }
  /** A small screen has the controls in the large player. */
  const withControls = async (page: Page, use: (controls: Locator) => Promise<unknown>) => {
    if (viewport.width > 1000) return use(barOf(page))
    await press(page, 'Open full screen')
    return use(page.getByRole('dialog', { name: 'Now Playing' }))
  }
  const closeAll = async (page: Page) => {
    const dialogs = page.getByRole('dialog')
    // A dialog hides the one below it.
    await expect
      .poll(async () => {
        if ((await dialogs.count()) > 0) await page.keyboard.press('Escape')
        return dialogs.count()
      })
      .toBe(0)
    await expectNoDialog(page)
  }
  const expectSaved = async (page: Page) => {
    await withControls(page, async (controls) => {
      await controls.getByRole('button', { name: 'Queue, 1 waiting' }).waitFor()
      await controls.getByRole('button', { name: /1\.5×/ }).waitFor()
    })
    await closeAll(page)
  }

  beforeAll(async () => {
    phone = await openDevice(podcastPage())
  })
  afterAll(() => Promise.all([phone?.context().close(), laptop?.context().close()]))

  it('is restored after a reload: paused, at its position, with its speed and queue', async () => {
    await phone.getByRole('button', { name: `Add to queue: ${second.title}` }).click()
    await phone.getByRole('button', { name: `Play ${show.episode.title}`, exact: true }).click()
    await expectPlaying(phone)
    await withControls(phone, (controls) => controls.getByRole('button', { name: /Speed/ }).click())
    await phone.getByRole('button', { name: '1.5×' }).click()
    await closeAll(phone)
    await barOf(phone).getByLabel('Progress').fill('50')
    await expectPlaying(phone)
    await press(phone, 'Pause')
    await barOf(phone).getByLabel('Progress').fill('40')
    const saved = phone.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    await saved

    await phone.reload()
    await barOf(phone).getByText(show.episode.title).waitFor()
    expect(await audioState(phone)).toMatchObject({ position: 0, isPaused: true })
    await expectSaved(phone)
    await press(phone, 'Play')
    await expectPlaying(phone)
    const { position } = await audioState(phone)
    expect(position / SECONDS).toBeGreaterThan(0.39)
    expect(position / SECONDS).toBeLessThan(0.6)
    await press(phone, 'Pause')
  })

  it('is restored on a second device', async () => {
    laptop = await openDevice(`${origin}/library`)
    await barOf(laptop).getByText(show.episode.title).waitFor()
    await expectSaved(laptop)
    await barOf(laptop).getByRole('button', { name: 'Play', exact: true }).waitFor()
  })

  it('plays on the device that acted last, and the other one shows a message', async () => {
    await press(phone, 'Play')
    await expectPlaying(phone)
    await press(laptop, 'Play')
    await expectPlaying(laptop)
    // With the next heartbeat.
    await barOf(phone).getByText(OTHER_DEVICE).waitFor()
    expect((await audioState(phone)).isPaused).toBe(true)
    expect((await audioState(laptop)).isPaused).toBe(false)

    await press(phone, 'Play')
    await expectPlaying(phone)
    await barOf(laptop).getByText(OTHER_DEVICE).waitFor()
    expect((await audioState(laptop)).isPaused).toBe(true)
    await press(phone, 'Pause')
  })
})

describe.each([
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])('the controls of an episode, $width pixels wide', (viewport) => {
  skipAfterFailure()
  const yaw = { email: `yaw-${viewport.width}@restore.example.org`, firstName: 'Yaw', lastName: 'Boateng' }
  const main = () => page.getByRole('main')
  const open = (path: string) => page.goto(origin + path)
  let page: Page

  beforeAll(async () => {
    page = await (await browser.newContext({ viewport })).newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
    await signIn(page, `${origin}/podcast/${show.podcast.id}`, yaw)
  })
  afterAll(() => page?.context().close())

  it('plays the newest episode of a podcast, and resumes it', async () => {
    await main()
      .getByRole('button', { name: `Play newest: ${second.title}` })
      .click()
    await expectPlaying(page)
    await barOf(page).getByLabel('Progress').fill('50')
    await expectPlaying(page)
    await press(page, 'Pause')
    await main()
      .getByRole('button', { name: `Resume: ${second.title}` })
      .waitFor()
  })

  it('marks an episode as played and as unplayed', async () => {
    await open(`/episode/${second.id}`)
    for (const _ of [1, 2]) {
      await main().getByRole('button', { name: 'Mark as played' }).click()
      await main().getByText('Listened', { exact: true }).waitFor()
      await main().getByRole('button', { name: 'Mark as unplayed' }).click()
      await main().getByText('Listened', { exact: true }).waitFor({ state: 'detached' })
    }
    await main().getByRole('button', { name: 'Mark as played' }).click()
    await main().getByText('Listened', { exact: true }).waitFor()
    const points = await readAs(page.context(), GetPoints, { params: { id: 'me' } })
    // Its start and minutes. A completion would earn ten points, and its badge ten more.
    expect(points.totalPoints).toBeLessThan(10)
  })

  it('plays the newest episode that is not played', async () => {
    await open(`/podcast/${show.podcast.id}`)
    // The finished episode is loaded at its start.
    await main()
      .getByRole('button', { name: `Play: ${show.episode.title}` })
      .waitFor()
  })

  it('plays a serial podcast from its first episode, then the next one, and resumes it', async () => {
    const { podcast, titles } = serial
    const [first = '', next = ''] = titles
    const listen = (name: string) => main().getByRole('button', { name })
    await open(`/podcast/${podcast.id}`)
    await listen(`Play first: ${first}`).waitFor()
    await main().getByRole('link', { name: first, exact: true }).click()
    await main().getByRole('button', { name: 'Mark as played' }).click()
    await main().getByText('Listened', { exact: true }).waitFor()

    await open(`/podcast/${podcast.id}`)
    await listen(`Play: ${next}`).click()
    await expectPlaying(page)
    await barOf(page).getByLabel('Progress').fill('50')
    await expectPlaying(page)
    await press(page, 'Pause')
    await listen(`Resume: ${next}`).waitFor()
  })

  it('asks to log in where the session has expired, and returns to the page', async () => {
    await open(`/podcast/${show.podcast.id}`)
    const heart = main().getByRole('button', { name: 'Favorite', exact: true })
    await expect.poll(() => heart.isEnabled()).toBe(true)
    await page.context().clearCookies()
    await heart.click()
    await toast(page, 'Login Required')
    await toast(page, 'Please log in to save favorites')
    await main().getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Please log in to tip creators.').waitFor()
    expect(await dialog.getByText(/points/).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await fillSignInForm(page, yaw)
    await page.waitForURL(`${origin}/podcast/${show.podcast.id}`)
    await heart.click()
    await toast(page, 'Added to Favorites')
  })

  it('opens the sign-in page from the toast of a tip', async () => {
    await main().getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/earns you/).waitFor()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await toast(page, 'Please log in to tip creators')
    const signInAgain = page.getByText('Login Required').locator('xpath=ancestor::li').getByText('Sign In')
    // The styles of a module that are loaded later must not hide it.
    expect(await signInAgain.evaluate('(button) => getComputedStyle(button).borderTopColor')).not.toBe(
      'rgba(0, 0, 0, 0)',
    )
    await signInAgain.click()
    await fillSignInForm(page, yaw)
    await page.waitForURL(`${origin}/podcast/${show.podcast.id}`)
  })
})
