import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@accessibility.example.org', firstName: 'Ama', lastName: 'Mensah' }
const SHOW = 'Bells of Elmina'
const WIDTHS = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
]

describe.each(['dark', 'light'] as const)('for everyone, in the %s theme', (colorScheme) => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let page: Page
  let show: Awaited<ReturnType<typeof publishedShow>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-accessibility-'))
    const ama = new Visitor(origin)
    await ama.signIn({ ...AMA, email: `${colorScheme}.${AMA.email}` })
    show = await publishedShow(ama, { title: SHOW, file: await recordMp3(folder, 40, 'bells.mp3') })
    browser = await launchBrowser()
    // Without motion nothing is looked at while it is still half transparent.
    page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const bar = () => page.getByRole('region', { name: 'Audio player' })

  /** Looks at what is shown now, wide and narrow. */
  const expectNoFindings = async () => {
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      expect(await findingsOn(page), `${size.width} pixels wide`).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }

  const visit = async (path: string) => {
    await page.goto(`${origin}${path}`, { waitUntil: 'load' })
    await page.locator('main h1').waitFor()
    await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  }

  it('greets whoever is signed out', async () => {
    await page.goto(origin)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoFindings()
  })

  it('shows someone new what to do', async () => {
    await signIn(page, `${origin}/`, { ...AMA, email: `new.${colorScheme}.${AMA.email}` })
    for (const path of ['/', '/library', '/rewards', '/points', '/upload']) {
      await visit(path)
      await expectNoFindings()
    }
  })

  it('plays, with all that the player opens', async () => {
    await visit(`/podcast/${show.podcast.id}`)
    await page.getByRole('button', { name: `Add to queue: ${show.episode.title}` }).click()
    await page.getByRole('button', { name: `Listen to ${SHOW}` }).click()
    await bar().getByRole('button', { name: 'Pause' }).waitFor()
    await expectNoFindings()

    for (const [button, dialog] of [
      [/^Speed and sleep timer/, 'Playback'],
      [/^Queue/, 'Queue'],
      ['Open full screen', 'Now Playing'],
      ['Tip Creator', /./],
    ] as const) {
      await bar().getByRole('button', { name: button }).click()
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await expectNoFindings()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  it('leads to every page, with something on it', async () => {
    for (const path of [
      '/',
      '/discover',
      '/library',
      `/podcast/${show.podcast.id}`,
      `/episode/${show.episode.id}`,
      '/rewards',
      '/points',
      '/points/history',
      '/upload',
      '/admin',
      '/nowhere',
      '/episode/nothing',
    ]) {
      await visit(path)
      await expectNoFindings()
      for (const tab of (await page.getByRole('tab').all()).slice(1)) {
        await tab.click()
        await expectNoFindings()
      }
    }
  })

  it('reaches the rest by More on a phone', async () => {
    await visit('/discover')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Admin' }).waitFor()
    expect(await findingsOn(page)).toEqual([])
  })

  it('can be used by keyboard alone: found, played and sped up', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await visit('/discover')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')

    await tabTo('Search podcasts, hosts, or topics...', 'placeholder')
    await page.keyboard.type('elmina')
    // Those that are found, and not those that were there before; each theme has brought one.
    await page.getByText(/^[12] podcasts?$/).waitFor()
    await page.getByRole('region', { name: 'All Podcasts' }).getByRole('button').first().waitFor()
    await tabTo(`Listen to ${SHOW}`)
    await page.keyboard.press('Enter')
    await bar().getByRole('button', { name: 'Pause' }).waitFor()

    await tabTo('Speed and sleep timer: 1×')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Playback' }).waitFor()
    await tabTo('Faster')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused()).toBe('Speed and sleep timer: 1.1×')
  })

  const focused = (what = 'aria-label') =>
    page.evaluate((name) => document.activeElement?.getAttribute(name) ?? document.activeElement?.textContent, what)

  const tabTo = async (name: string, what?: string) => {
    for (let step = 0; step < 80; step += 1) {
      await page.keyboard.press('Tab')
      if ((await focused(what)) === name) return
    }
    throw new Error(`The Tab key does not reach “${name}”`)
  }
})
