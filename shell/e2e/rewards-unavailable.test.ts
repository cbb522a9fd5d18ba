import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { toast } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@rewards-unavailable.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@rewards-unavailable.example.org', firstName: 'Kofi', lastName: 'Annan' }

describe('rewards that are unavailable', () => {
  const { origin } = runningProduct()
  let folder: string
  let page: Page
  let podcastPath: string

  beforeAll(async () => {
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    folder = await mkdtemp(join(tmpdir(), 'griot-rewards-unavailable-'))
    const { podcast, episode } = await publishPodcast(kofi, { title: 'Salt Roads', file: await recordMp3(folder, 4) })
    podcastPath = `/podcast/${podcast.id}`
    // Home shows numbers to listeners who have some.
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    await ama.loadAudio(episode.audioUrl)
    const { id: sessionId } = await ama.call(StartListening, { body: { episodeId: episode.id } })
    await ama.call(EndListening, { body: { sessionId, listeningDuration: 4, totalProgress: 2, completed: false } })
    const browser = await launchBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, origin + podcastPath, AMA)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([1280, 360])('show a message without moving the page, %i pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    const PERSONAL = /\/api\/(user\/me|badges|leaderboard|points)/
    const placeOf = async (title: string) => {
      // Loading a font moves the text.
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      const place = await page.getByRole('heading', { name: title, level: 2 }).boundingBox()
      return Math.round(place?.y ?? Number.NaN)
    }
    for (const [path, last] of [
      ['/rewards', 'Level Perks'],
      ['/points', 'How you earn'],
      ['/', 'Your points'],
    ] as const) {
      const waiting: Route[] = []
      let areUnavailable = false
      const fail = (route: Route) =>
        route.fulfill({ status: 503, json: { code: 'points.unavailable', message: 'Not now.', requestId: 'test' } })
      await page.route(PERSONAL, async (route) => {
        // Home shows the points when it knows whether there is an episode to resume.
        if (route.request().url().includes('state=begun')) await route.continue()
        else if (areUnavailable) await fail(route)
        else waiting.push(route)
      })
      await page.goto(origin + path, { waitUntil: 'commit' })
      await page.getByRole('main').getByText('Loading your points').waitFor({ state: 'attached' })
      const place = await placeOf(last)
      areUnavailable = true
      await Promise.all(waiting.map(fail))
      await page.getByText(/We could not load your points/).waitFor()
      await page.locator('.g-skeleton:visible').first().waitFor({ state: 'detached' })
      expect(await placeOf(last), path).toBe(place)
      await page.unroute(PERSONAL)
    }
  })

  it('keep the tip dialog and its input', async () => {
    const REWARDS = /\/(m\/rewards\/|api\/(tip|points|badges|user\/me))/
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(origin + podcastPath, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.getByText(/earns you/).waitFor()
    await page.route(REWARDS, (route) =>
      route.fulfill({ status: 503, json: { code: 'service.unavailable', message: 'Not now.', requestId: 'test' } }),
    )
    await dialog.getByPlaceholder('Another amount').fill('7')
    await page.keyboard.press('Enter')
    await toast(page, 'Tip failed')
    expect(await dialog.getByPlaceholder('Another amount').inputValue()).toBe('7')

    await page.unroute(REWARDS)
    await page.keyboard.press('Enter')
    await toast(page, 'Tip sent successfully!')
    await dialog.waitFor({ state: 'detached' })
  })

  it('close only the tip dialog when they crash', async () => {
    await page.goto(origin + podcastPath, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.getByText(/earns you/).waitFor()

    // Makes the module throw when it renders a number.
    await page.evaluate(() => {
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get: () => {
          throw new Error('broken')
        },
      })
    })
    await dialog.getByRole('button', { name: '$25' }).click()
    await toast(page, 'Tipping is unavailable right now.')
    await page.getByRole('heading', { name: 'Salt Roads', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)

    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    await dialog.waitFor()
  })
})
