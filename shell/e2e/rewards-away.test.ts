import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@rewards-away.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@rewards-away.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOW = {
  title: 'Salt Roads',
  description: 'A show for a test.',
  hostName: 'Ama Mensah',
  category: 'culture' as const,
  coverImage: null,
}

describe('rewards that are away, or break', () => {
  const { origin } = runningProduct()
  let browser: Browser
  let page: Page
  let podcastPath: string

  beforeAll(async () => {
    const kofi = new Visitor(origin)
    await kofi.signIn(KOFI)
    const podcast = await kofi.call(CreatePodcast, { body: SHOW })
    podcastPath = `/podcast/${podcast.id}`
    browser = await launchBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, origin + podcastPath, AMA)
  })
  afterAll(() => browser?.close())

  it.each([1280, 360])('move nothing, and it is said in their place, %i pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    const PERSONAL = /\/api\/(user\/me|badges|leaderboard|points)/
    const placeOf = async (title: string) => {
      // The letters of another font would move everything.
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      const place = await page.getByRole('heading', { name: title, level: 2 }).boundingBox()
      return Math.round(place?.y ?? Number.NaN)
    }
    for (const [path, last] of [
      ['/rewards', 'Your Profile'],
      ['/points', 'How you earn'],
      ['/', 'Featured Podcasts'],
    ] as const) {
      const waiting: Route[] = []
      let areAway = false
      const fail = (route: Route) =>
        route.fulfill({ status: 503, json: { code: 'points.unavailable', message: 'Not now.', requestId: 'test' } })
      await page.route(PERSONAL, async (route) => {
        if (areAway) await fail(route)
        else waiting.push(route)
      })
      await page.goto(origin + path, { waitUntil: 'commit' })
      await page.getByRole('main').getByText('Loading your points').waitFor({ state: 'attached' })
      const place = await placeOf(last)
      areAway = true
      await Promise.all(waiting.map(fail))
      await page.getByText(/We could not load your points/).waitFor()
      await page.locator('.g-skeleton:visible').first().waitFor({ state: 'detached' })
      expect(await placeOf(last), path).toBe(place)
      await page.unroute(PERSONAL)
    }
  })

  it('keep the tip dialog, and what was typed', async () => {
    const REWARDS = /\/(m\/rewards\/|api\/(tip|points|badges|user\/me))/
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(origin + podcastPath, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.getByText(/brings you/).waitFor()
    await page.route(REWARDS, (route) =>
      route.fulfill({ status: 503, json: { code: 'service.unavailable', message: 'Not now.', requestId: 'test' } }),
    )
    await dialog.getByPlaceholder('Another amount').fill('7')
    await page.keyboard.press('Enter')
    await toast('Tip failed')
    expect(await dialog.getByPlaceholder('Another amount').inputValue()).toBe('7')

    await page.unroute(REWARDS)
    await page.keyboard.press('Enter')
    await toast('Tip sent successfully!')
    await dialog.waitFor({ state: 'detached' })
  })

  it('cost the tip dialog alone when they break while it is open', async () => {
    await page.goto(origin + podcastPath, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.getByText(/brings you/).waitFor()

    // From here on the module throws whenever it draws a number.
    await page.evaluate(() => {
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get: () => {
          throw new Error('broken')
        },
      })
    })
    await dialog.getByRole('button', { name: '$25' }).click()
    await toast('Tipping is unavailable right now.')
    await page.getByRole('heading', { name: 'Salt Roads', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)

    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    await dialog.waitFor()
  })

  // What a toast says stands a second time in a place that only screen readers see.
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
})
