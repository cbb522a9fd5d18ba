import type { Episode } from '@griot/contracts/catalog/episodes'
import type { ApiClient } from '@griot/service-kit/testing/api-client'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEpisode, type publishPodcast } from './fixtures.ts'
import { WIDTHS } from './journey.ts'
import { elementsTooWide, namesTooWide } from './page-width.ts'
import { boxOf } from './touch.ts'

const [PHONE] = WIDTHS

interface Phone {
  origin: string
  creator: ApiClient
  // Functions, because `beforeAll` sets the values.
  browser(): Browser
  page(): Page
  show(): Awaited<ReturnType<typeof publishPodcast>>
  recording(): string
  bar(): Locator
  largePlayer(): Locator
}

const DOUBLE = { standard: 32 }
const USUAL = { standard: 16 }

const expectFits = async (place: Locator, controls: string[]) => {
  for (const control of controls) {
    const { x, width } = await boxOf(place.getByRole('button', { name: control }))
    expect(x, control).toBeGreaterThanOrEqual(0)
    expect(x + width, control).toBeLessThanOrEqual(PHONE.width)
  }
}

/** The tests of large text. They continue the page of `phone.test.ts`. */
export const describeLargeText = (phone: Phone) =>
  describe('with text of double size', () => {
    let settings: CDPSession
    let queued: Episode

    beforeAll(async () => {
      const title = `${phone.show().podcast.title}, part two`
      queued = await addEpisode(phone.creator, phone.show(), { title, episodeNumber: 2 })
      settings = await phone.page().context().newCDPSession(phone.page())
      // Like the phone's setting, which also affects media queries.
      await settings.send('Page.setFontSizes', { fontSizes: DOUBLE })
    })
    afterAll(() => settings?.send('Page.setFontSizes', { fontSizes: USUAL }))

    testPages(phone)
    testPlayer(phone, () => queued)
    testSignedOutPages(phone)
  })

const testPages = ({ origin, page, show, recording }: Phone) => {
  it('fits on all pages', async () => {
    const { episode, podcast } = show()
    const tooWide: string[] = []
    const check = async (path: string) =>
      tooWide.push(...(await elementsTooWide(page(), PHONE.width)).map((part) => `${path}: ${part}`))
    for (const path of [
      ...['/', '/discover', '/library', '/rewards', '/points', '/points?tab=how', '/points?tab=achievements'],
      ...['/points/history', '/account', '/account/delete', '/upload', '/upload?tab=library', '/admin'],
      ...[`/episode/${episode.id}`, `/podcast/${podcast.id}`],
    ]) {
      await page().goto(origin + path)
      await page().locator('main h1').waitFor()
      await check(`${path}, while it loads`)
      await page().locator('.g-skeleton').first().waitFor({ state: 'detached' })
      await check(path)
    }
    await page().goto(`${origin}/upload`)
    await page().locator('input[type=file]').setInputFiles(recording())
    await page().getByRole('button', { name: 'Clear selected file' }).waitFor()
    await check('a chosen file')
    expect(tooWide).toEqual([])
  })

  it('has readable titles in rows, and names on the bottom bar', async () => {
    await page().goto(`${origin}/podcast/${show().podcast.id}`)
    const title = page().locator('.g-row-text').first()
    await title.waitFor()
    expect(await namesTooWide(page())).toEqual([])
    // The list may replace the row when its second part arrives.
    await expect
      .poll(async () => (await title.boundingBox())?.width ?? 0, {
        message: 'an episode title is not squeezed into a column of letters',
      })
      .toBeGreaterThan(PHONE.width / 3)
    // The preload and the shell's request must be the same, or the user is fetched twice.
    const requested = await page().evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(requested.filter((name) => name.endsWith('/api/auth/user'))).toHaveLength(1)
  })
}

const testPlayer = ({ page, show, bar, largePlayer }: Phone, queued: () => Episode) => {
  it('fits in the player bar and in the full-screen player', async () => {
    await page()
      .getByRole('button', { name: `Play ${show().episode.title}` })
      .tap()
    await expectFits(bar(), ['Back 15 seconds', 'Pause', 'Forward 15 seconds'])
    expect((await boxOf(bar())).y, 'the bar covers at most half of the screen').toBeGreaterThan(PHONE.height / 2)

    await bar().getByRole('button', { name: 'Open full screen' }).tap()
    const controls = ['Back 15 seconds', 'Pause', 'Forward 15 seconds', 'Speed', 'Favorite', 'Tip Creator']
    await expectFits(largePlayer(), controls)
    expect(await largePlayer().evaluate((player) => player.scrollWidth - player.clientWidth)).toBe(0)
    await page().goBack()
    await largePlayer().waitFor({ state: 'detached' })
  })

  it('fits in the queue and in the tip dialog', async () => {
    const { title } = queued()
    await page()
      .getByRole('button', { name: `Add to queue: ${title}` })
      .tap()
    await bar().getByRole('button', { name: 'Open full screen' }).tap()
    await largePlayer()
      .getByRole('button', { name: /^Queue/ })
      .tap()
    const queue = page().getByRole('dialog', { name: 'Queue' })
    await expectFits(queue, [`Move ${title} up`, `Remove ${title} from the queue`])
    const { width: queuedTitle } = await boxOf(queue.getByText(title, { exact: true }))
    expect(queuedTitle, 'the title of a queued episode is readable').toBeGreaterThan(PHONE.width / 3)
    await queue.getByRole('button', { name: 'Close' }).tap()
    await queue.waitFor({ state: 'detached' })

    await largePlayer().getByRole('button', { name: 'Tip Creator' }).tap()
    const tip = page().getByRole('dialog', { name: /^Tip / })
    const { width: preset } = await boxOf(tip.getByRole('button', { name: '$10', exact: true }))
    expect(preset, 'an amount is on one line').toBeGreaterThan(100)
    await tip.getByRole('button', { name: 'Close' }).tap()
    await tip.waitFor({ state: 'detached' })
    // The tip dialog replaces the player.
    await largePlayer().waitFor({ state: 'detached' })
  })
}

const testSignedOutPages = ({ origin, browser }: Phone) => {
  it('fits on the landing page and in the sign-in form', async () => {
    const context = await browser().newContext({ viewport: PHONE })
    const form = await context.newPage()
    const settings = await context.newCDPSession(form)
    await settings.send('Page.setFontSizes', { fontSizes: DOUBLE })
    await form.goto(origin)
    await form.getByRole('heading', { level: 1 }).waitFor()
    // The page clips what overflows, so its width does not show it.
    const clipped = await form.locator('.landing :is(h1, h2, p, a)').evaluateAll((parts, width) => {
      const text = document.createRange()
      return parts
        .filter((part) => {
          text.selectNodeContents(part)
          return part.checkVisibility() && text.getBoundingClientRect().right > width
        })
        .map((part) => part.textContent)
    }, PHONE.width)
    expect(clipped).toEqual([])
    await form.goto(`${origin}/api/login`)
    await form.getByRole('button', { name: 'Sign In' }).waitFor()
    expect(await form.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await context.close()
  })
}
