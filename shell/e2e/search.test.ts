import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { uploadProcessed } from './fixtures.ts'
import { expectAccessible, focusedName, skipAfterFailure } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@search.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@search.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOWS = [
  { title: 'Cane Road', category: 'culture', hostName: 'Efua Quaye' },
  { title: 'Salt & Story', category: 'entertainment', hostName: 'Efua Quaye' },
  { title: 'Café Kokrobite', category: 'news', hostName: 'Yaw Owusu' },
] as const

describe.each([360, 1280])('search, %i pixels wide', (width) => {
  const { origin } = runningProduct()
  let folder: string
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-search-'))
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    const { id: audioFileId } = await uploadProcessed(ama, await recordMp3(folder, 4))
    for (const show of SHOWS) {
      const { id: podcastId } = await ama.call(CreatePodcast, { body: { ...show, description: 'For a test.' } })
      const { id } = await ama.call(CreateEpisode, {
        body: {
          title: `${show.title}: arrival`,
          description: 'The first.',
          podcastId,
          audioFileId,
          duration: 4,
          episodeNumber: 1,
        },
      })
      await vi.waitUntil(async () => (await ama.call(GetEpisode, { params: { id } })).audioUrl !== null, {
        timeout: 60_000,
      })
    }
    await ama.call(CreatePodcast, {
      body: { title: 'Cane Road without episodes', description: '-', hostName: 'Efua Quaye', category: 'news' },
    })
    const browser = await launchBrowser()
    page = await (await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/rewards`, KOFI)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const box = () => page.getByLabel('Search podcasts')
  const results = () => page.getByRole('region', { name: 'Search results' })
  const panel = (kind: string) => page.getByRole('tabpanel', { name: new RegExp(`^${kind} \\(`) })
  const firstShow = () => panel('Podcasts').getByRole('heading', { level: 3 }).first()

  it('opens from another page by "/"', async () => {
    await page.getByRole('heading', { level: 1, name: 'Rewards and Achievements' }).waitFor()
    // The page loads the code of the key after its first paint. Press it no more once it works: it would open the search again.
    const open = async () => {
      await page.keyboard.press('/')
      return page.url()
    }
    await expect.poll(open).toContain('/discover')
    await expect.poll(() => focusedName(page)).toBe('Search podcasts')
  })

  it.each([
    ['cain road', 'Cane Road'],
    ['road cane', 'Cane Road'],
    ['salt and story', 'Salt & Story'],
    ['cafe', 'Café Kokrobite'],
  ])('finds for %s: %s', async (typed, title) => {
    await box().fill(typed)
    await expect.poll(() => firstShow().textContent()).toBe(title)
    const [field, found] = [await box().boundingBox(), await results().boundingBox()]
    expect((found?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeLessThan(40)
  })

  it('finds the podcasts of a category by its name, and not those without episodes', async () => {
    await box().fill('news')
    await panel('Podcasts').getByRole('link', { name: 'Café Kokrobite' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Cane Road without episodes' }).count()).toBe(0)
  })

  it('counts podcasts, episodes and hosts in tabs that the keyboard reaches', async () => {
    await box().fill('arrival')
    await panel('Episodes').getByRole('link', { name: 'Cane Road: arrival' }).first().waitFor()
    await box().fill('efua quaye')
    await page.getByRole('tab', { name: /^Podcasts \([24]\)$/ }).focus()
    await page.keyboard.press('ArrowLeft')
    await panel('Hosts').getByRole('link', { name: 'Efua Quaye' }).waitFor()
    await expect.poll(() => page.url()).toContain('tab=hosts')
    await expectAccessible(page, { width })
    await page.setViewportSize({ width, height: 800 })
    await panel('Hosts').getByRole('link', { name: 'Efua Quaye' }).click()
    await panel('Podcasts').getByRole('link', { name: 'Salt & Story' }).first().waitFor()
  })

  it('links category and host of a show', async () => {
    await panel('Podcasts').getByRole('link', { name: 'Salt & Story' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Salt & Story' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Efua Quaye' }).click()
    await panel('Podcasts').getByRole('link', { name: 'Cane Road' }).first().waitFor()
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Entertainment' }).click()
    await page
      .getByRole('region', { name: 'Entertainment Podcasts' })
      .getByRole('link', { name: 'Salt & Story' })
      .first()
      .waitFor()
    const category = page.getByRole('button', { name: 'Entertainment' })
    expect(await category.getAttribute('aria-pressed')).toBe('true')
  })
})
