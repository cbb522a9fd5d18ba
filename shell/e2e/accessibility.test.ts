import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, expectNoDialog, focusedName, tabTo } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@accessibility.example.org', firstName: 'Ama', lastName: 'Mensah' }
const SHOW = 'Bells of Elmina'

describe('accessibility', () => {
  const { origin } = runningProduct()
  let folder: string
  let page: Page
  let show: Awaited<ReturnType<typeof publishPodcast>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-accessibility-'))
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    show = await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, 40, 'bells.mp3') })
    const browser = await launchBrowser()
    // Animated elements are transparent for a moment.
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  const bar = () => page.getByRole('region', { name: 'Audio player' })

  const visit = async (path: string) => {
    await page.goto(`${origin}${path}`, { waitUntil: 'load' })
    await page.locator('main h1').waitFor()
    await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  }

  it('of the landing page', async () => {
    await page.goto(origin)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
  })

  it('of the pages of a new user', async () => {
    await signIn(page, `${origin}/`, { ...AMA, email: `new.${AMA.email}` })
    for (const path of ['/', '/library', '/rewards', '/points', '/upload']) {
      await visit(path)
      await expectAccessible(page)
    }
  })

  it('of the player and its dialogs', async () => {
    await visit(`/podcast/${show.podcast.id}`)
    await page.getByRole('button', { name: `Add to queue: ${show.episode.title}` }).click()
    await page.getByRole('button', { name: /^(Play newest|Resume): / }).click()
    await bar().getByRole('button', { name: 'Pause' }).waitFor()
    await expectAccessible(page)

    for (const [button, dialog] of [
      [/^Speed and sleep timer/, 'Playback'],
      [/^Queue/, 'Queue'],
      ['Open full screen', 'Now Playing'],
      ['Tip Creator', /./],
    ] as const) {
      await bar().getByRole('button', { name: button }).click()
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
    }
  })

  it('of every page with content', async () => {
    for (const path of [
      '/',
      '/discover',
      '/discover?q=elmina',
      '/library',
      `/podcast/${show.podcast.id}`,
      `/episode/${show.episode.id}`,
      '/rewards',
      '/points',
      '/points/history',
      '/account',
      '/account/delete',
      '/upload',
      '/admin',
      '/nowhere',
      '/episode/nothing',
    ]) {
      await visit(path)
      await expectAccessible(page)
      for (const tab of (await page.getByRole('tab').all()).slice(1)) {
        await tab.click()
        await expectAccessible(page, { within: 'main' })
      }
    }
  })

  it('of the menu on a phone', async () => {
    await visit('/discover')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Admin' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('by keyboard alone: search, play and change the speed', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await visit('/discover')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')

    await tabTo(page, 'Search podcasts')
    await page.keyboard.type('elmina')
    await page.getByRole('tab', { name: 'Podcasts (1)' }).waitFor()
    await page.getByRole('tabpanel').getByRole('button').first().waitFor()
    await tabTo(page, `Listen to ${SHOW}`)
    await page.keyboard.press('Enter')
    await bar().getByRole('button', { name: 'Pause' }).waitFor()

    await tabTo(page, 'Speed and sleep timer: 1×')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Playback' }).waitFor()
    await tabTo(page, 'Faster')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Speed and sleep timer: 1.1×')
  })
})
