import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const SHOW = 'Long Roads'
const EPISODES = 20
const UNKNOWN = '0192f0c1-0000-7000-8000-000000000000'

describe.each([
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])('at a width of $width', (viewport) => {
  const { origin } = runningProduct()
  const ama = { email: `ama.${viewport.width}@defects.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  let folder: string
  let page: Page
  let show: Awaited<ReturnType<typeof publishPodcast>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-defects-'))
    const client = new ApiClient(origin)
    await client.signIn(ama)
    show = await publishPodcast(client, { title: SHOW, file: await recordMp3(folder, 3, 'road.mp3') })
    for (let episodeNumber = 2; episodeNumber <= EPISODES; episodeNumber += 1) {
      // Without audio: the length is the one that is given.
      await client.call(CreateEpisode, {
        body: {
          title: `${SHOW}, part ${episodeNumber}`,
          description: 'A part of the way.',
          podcastId: show.podcast.id,
          duration: 4500,
          episodeNumber,
        },
      })
    }
    const browser = await launchBrowser()
    page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/`, ama)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  const podcastPage = () => `${origin}/podcast/${show.podcast.id}`

  /** Holds the request for a list until the returned function is called. */
  const hold = async (isHeld: (url: URL) => boolean) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(isHeld, async (route) => {
      await released
      await route.continue()
    })
    return release
  }

  it('sends status 404 with the page for what does not exist', async () => {
    for (const [path, title] of [
      ['/nowhere', '404 Page Not Found'],
      [`/podcast/${UNKNOWN}`, 'Podcast Not Found'],
      [`/episode/${UNKNOWN}`, 'Episode Not Found'],
      ['/episode/nothing', 'Episode Not Found'],
    ] as const) {
      const response = await page.goto(origin + path)
      expect(response?.status(), path).toBe(404)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    for (const path of ['/', '/library', `/podcast/${show.podcast.id}`, `/episode/${show.episode.id}`]) {
      expect((await page.goto(origin + path))?.status(), path).toBe(200)
    }
  })

  it('shows hours of long episodes in lists', async () => {
    await page.goto(podcastPage())
    await page.getByText('1:15:00').first().waitFor()
    await page.goto(`${origin}/admin?tab=episodes`)
    await page
      .getByText(/ · 1:15:00$/)
      .first()
      .waitFor()
  })

  it('keeps the list and the focus while a filter of the episodes loads', async () => {
    await page.goto(`${origin}/admin?tab=episodes`)
    const filter = page.getByLabel('Show', { exact: true })
    const newest = page.getByRole('link', { name: `${SHOW}, part ${EPISODES}`, exact: true })
    await newest.waitFor()
    const release = await hold(({ pathname, searchParams }) => {
      return pathname === '/api/episodes' && searchParams.get('status') === 'draft'
    })
    const asked = page.waitForRequest(/status=draft/)
    await filter.focus()
    await filter.selectOption('draft')
    await asked
    expect(await newest.isVisible()).toBe(true)
    release()
    await page.getByText('No episodes match this filter.').waitFor()
    expect(await filter.evaluate((select) => select === document.activeElement)).toBe(true)
  })

  it('keeps the list and the focus while a filter of the queue loads', async () => {
    await page.goto(`${origin}/admin?tab=queue`)
    await page.getByRole('button', { name: /Ready today/ }).click()
    const file = page.getByText('road.mp3')
    await file.first().waitFor()
    const release = await hold(({ pathname, searchParams }) => {
      return pathname === '/api/admin/queue' && searchParams.get('state') === 'fixable'
    })
    const asked = page.waitForRequest(/state=fixable/)
    const failed = page.getByRole('button', { name: /^\d+ Failed$/ })
    await failed.focus()
    await page.keyboard.press('Enter')
    await asked
    expect(await file.first().isVisible()).toBe(true)
    release()
    await page.getByText('No files match this filter.').waitFor()
    expect(await failed.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})
