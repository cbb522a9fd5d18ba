import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EndListening } from '@griot/contracts/listening'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { thisWeek } from './calendar.ts'
import { publishPodcast } from './fixtures.ts'
import { skipAfterFailure } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KOFI = { email: 'kofi@numbers.example.org', firstName: 'Kofi', lastName: 'Annan' }
const AMA = { email: 'ama@numbers.example.org', firstName: 'Ama', lastName: 'Mensah' }
const SHOW = 'Counting Songs'
/** Requests of the player, which are independent of sessions. */
const PLAYER_REQUESTS = /\/(stream|peaks|neighbours)$/

describe('numbers on all screens', () => {
  const { origin } = runningProduct()
  let folder: string
  let page: Page
  let weekOfListening: string
  let show: Awaited<ReturnType<typeof publishPodcast>>
  /** The page's GET requests since the last session ended. */
  const reads: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-numbers-'))
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    show = await publishPodcast(kofi, { title: SHOW, file: await recordMp3(folder, 6, 'counting.mp3') })
    const browser = await launchBrowser()
    page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    page.setDefaultTimeout(60_000)
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === EndListening.path) reads.splice(0)
      if (request.method() === 'GET' && pathname.startsWith('/api/') && !PLAYER_REQUESTS.test(pathname)) {
        reads.push(pathname + search)
      }
    })
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const main = () => page.getByRole('main')
  const menu = () => page.getByRole('navigation').first()

  /** Plays an episode to its end. */
  const playToEnd = async (play: () => Promise<void>) => {
    const ending = page.waitForRequest((request) => new URL(request.url()).pathname === EndListening.path)
    await play()
    await ending
  }

  it('refetches what a session changes, and nothing else', async () => {
    await signIn(page, `${origin}/`, AMA)
    await main().getByRole('region', { name: 'Start Listening' }).waitFor()
    await menu().getByRole('link', { name: 'Discover' }).click()
    await main().getByRole('link', { name: SHOW }).first().click()
    await main().getByText('No episode is in your history yet. An episode counts after 30 seconds.').waitFor()

    weekOfListening = thisWeek()
    await playToEnd(() =>
      main()
        .getByRole('button', { name: `Play ${show.episode.title}` })
        .click(),
    )
    await main().getByText('Listened', { exact: true }).waitFor()
    await main().getByText('1 of 1').waitFor()
    await page.getByRole('link', { name: /^25 points/ }).waitFor()

    // The button of the podcast page reads the episodes when there is a history, to offer one that is not heard.
    const personal =
      /^\/api\/(user\/me\/(points|library-counts|listening-history|badges)\b|badges|podcast\/[^/]+\/episodes\?sort=newest)/
    expect(reads.filter((path) => !personal.test(path))).toEqual([])
    expect(reads.filter((path) => path === '/api/user/me/points')).toHaveLength(1)
    expect(new Set(reads).size, reads.join('\n')).toBe(reads.length)
  })

  it('are the same on every screen', async () => {
    await menu().getByRole('link', { name: 'Home' }).click()
    const numberOf = (term: string) =>
      main().getByText(term, { exact: true }).locator('xpath=..').getByRole('definition')
    await expect.poll(() => numberOf('Total Points').textContent()).toBe('25')
    await expect.poll(() => numberOf('Completed').textContent()).toBe('1')
    await expect.poll(() => numberOf('Badges').textContent()).toBe('1')
    // Another week may have begun.
    const completed = thisWeek() === weekOfListening ? '1' : '[01]'
    await main()
      .getByText(new RegExp(`^${completed} of 3 episodes this week: \\+15`))
      .waitFor()

    await menu().getByRole('link', { name: 'Library' }).click()
    await main()
      .getByRole('link', { name: `Listen Again: ${show.episode.title}` })
      .waitFor()
    await expect.poll(() => numberOf('Listened').textContent()).toBe('1')
    await expect.poll(() => numberOf('Completed').textContent()).toBe('1')

    await menu().getByRole('link', { name: 'Points' }).click()
    await main().getByText('25', { exact: true }).first().waitFor()
  })

  it('are updated on the points page, also by a session without points', async () => {
    const sessions = () => main().locator('dl > div', { hasText: 'Times you listened' }).getByRole('definition')
    await main().getByRole('region', { name: 'Leaderboard' }).getByRole('listitem').first().waitFor()
    await expect.poll(() => sessions().textContent()).toBe('1')

    await playToEnd(() =>
      page.getByRole('region', { name: 'Audio player' }).getByRole('button', { name: 'Play' }).click(),
    )
    await expect.poll(() => sessions().textContent()).toBe('2')
    await expect.poll(() => reads.some((path) => path.startsWith('/api/leaderboard'))).toBe(true)

    const changed =
      /^\/api\/(leaderboard|user\/me\/(points|listening-sessions|library-counts|listening-history|badges))\b/
    expect(reads.filter((path) => !changed.test(path))).toEqual([])
    expect(new Set(reads).size, reads.join('\n')).toBe(reads.length)
  })
})
