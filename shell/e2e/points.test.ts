import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListHistory } from '@griot/contracts/library'
import { GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { goTo, readAs, skipAfterFailure, toast } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KOFI = { email: 'kofi@points.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOW = 'One Minute'
const ME = { params: { id: 'me' } } as const

const LISTENERS = [
  { email: 'ama@points.example.org', firstName: 'Ama', lastName: 'Mensah', width: 360, height: 740 },
  { email: 'esi@points.example.org', firstName: 'Esi', lastName: 'Owusu', width: 1280, height: 900 },
]

interface Visit {
  context: BrowserContext
  page: Page
}

describe('points while an episode plays', () => {
  const { origin } = runningProduct()
  let folder: string
  let episodePath: string
  const visits: Visit[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-points-'))
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    // A little more than a minute, because the episode is completed at 95 %.
    const { episode } = await publishPodcast(kofi, { title: SHOW, file: await recordMp3(folder, 75, 'minute.mp3') })
    episodePath = `/episode/${episode.id}`
    const browser = await launchBrowser()
    for (const { width, height, ...user } of LISTENERS) {
      const context = await browser.newContext({ viewport: { width, height } })
      const page = await context.newPage()
      page.setDefaultTimeout(90_000)
      await signIn(page, origin + episodePath, user)
      visits.push({ context, page })
    }
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const onBoth = (visit: (visit: Visit) => Promise<void>) => Promise.all(visits.map(visit))

  const play = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()

  it('announce the start, and show it and the minute as pending once heard', { timeout: 120_000 }, () =>
    onBoth(async ({ context, page }) => {
      await play(page)
      const bar = page.getByRole('region', { name: 'Audio player' })
      await bar.getByRole('button', { name: 'Open full screen' }).click()
      const large = page.getByRole('dialog', { name: 'Now Playing' })
      await large.getByText(/^Listen for 0:\d\d more to earn 5 points for starting it\.$/).waitFor()
      await large.getByText('and 5 pending').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: /^0 and 6 pending points/ }).waitFor()
      expect(await readAs(context, GetPoints, ME)).toMatchObject({ totalPoints: 0 })
    }),
  )

  it('are credited at the end, with a receipt and the badge once', { timeout: 120_000 }, () =>
    onBoth(async ({ page }) => {
      await toast(page, 'You earned 16 points! 5 started · 1 minute · 10 finished')
      await page.getByRole('link', { name: /^26 points/ }).waitFor()
      await page.getByText('Badge earned').waitFor()
      await page.getByText('Complete your first episode. +10 points').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
    }),
  )

  it('are the sum of the ledger on every screen', () =>
    onBoth(async ({ context, page }) => {
      const entries = await readAs(context, ListPointsHistory, ME)
      const ofEpisode = entries.filter(({ type }) => type === 'listening')
      expect(ofEpisode.map(({ points }) => points).toSorted()).toEqual([1, 10, 5])
      expect(await readAs(context, ListHistory, ME)).toMatchObject([{ earnedPoints: 16 }])

      await page.getByText('Completed · 16 points').waitFor()
      await goTo(page, 'Library')
      await page.getByText('+16 points').waitFor()
      await goTo(page, 'Rewards')
      await page.getByRole('region', { name: 'Total Points' }).getByText('26', { exact: true }).waitFor()
    }))

  it('show nothing for an episode that was only marked as played', async () => {
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    const { episode } = await publishPodcast(kofi, { title: 'Unheard', file: await recordMp3(folder, 6) })
    await onBoth(async ({ context, page }) => {
      await page.goto(`${origin}/episode/${episode.id}`)
      await page.getByRole('button', { name: 'Mark as played' }).click()
      await toast(page, 'Progress Saved')
      await page.getByText(/^Completed · (?!\d+ points)/).waitFor()
      expect(await readAs(context, GetPoints, ME)).toMatchObject({ totalPoints: 26 })
    })
  })
})
