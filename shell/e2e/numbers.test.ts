import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EndListening } from '@griot/contracts/listening'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { thisWeek } from './calendar.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KOFI = { email: 'kofi@numbers.example.org', firstName: 'Kofi', lastName: 'Annan' }
const AMA = { email: 'ama@numbers.example.org', firstName: 'Ama', lastName: 'Mensah' }
const SHOW = 'Counting Songs'
/** The sound, its picture, and what comes next: the player asks for these whenever it needs them. */
const PLAYERS_OWN = /\/(stream|peaks|neighbours)$/

describe('numbers that agree everywhere', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let page: Page
  let weekOfListening: string
  let show: Awaited<ReturnType<typeof publishedShow>>
  /** What the page has read, in the order of asking. */
  const reads: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-numbers-'))
    const kofi = new Visitor(origin)
    await kofi.signIn(KOFI)
    show = await publishedShow(kofi, { title: SHOW, file: await recordMp3(folder, 6, 'counting.mp3') })
    browser = await launchBrowser()
    page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    page.setDefaultTimeout(60_000)
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === EndListening.path) reads.splice(0)
      if (request.method() === 'GET' && pathname.startsWith('/api/') && !PLAYERS_OWN.test(pathname)) {
        reads.push(pathname + search)
      }
    })
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  // Each step stands on the one before.
  let hasFailed = false
  beforeEach(({ skip }) => skip(hasFailed, 'an earlier step failed'))
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail'
  })

  const main = () => page.getByRole('main')
  const menu = () => page.getByRole('navigation').first()

  /** Plays to the end, by this button; `reads` then holds what was asked for since the session was over. */
  const hearBy = async (play: () => Promise<void>) => {
    const ending = page.waitForRequest((request) => new URL(request.url()).pathname === EndListening.path)
    await play()
    await ending
  }

  it('asks again for what a session moves, and for nothing else', async () => {
    await signIn(page, `${origin}/`, AMA)
    await main().getByRole('region', { name: 'Featured Podcasts' }).waitFor()
    await menu().getByRole('link', { name: 'Discover' }).click()
    await main().getByRole('link', { name: SHOW }).first().click()
    await main().getByText('Not started yet. The first episode is a good one.').waitFor()

    weekOfListening = thisWeek()
    await hearBy(() =>
      main()
        .getByRole('button', { name: `Play ${show.episode.title}` })
        .click(),
    )
    await main().getByText('Listened', { exact: true }).waitFor()
    await main().getByText('1 of 1').waitFor()
    await page.getByRole('link', { name: /^25 points/ }).waitFor()

    const personal = /^\/api\/(user\/me\/(points|library-counts|listening-history|badges)\b|badges)/
    expect(reads.filter((path) => !personal.test(path))).toEqual([])
    expect(reads.filter((path) => path === '/api/user/me/points')).toHaveLength(1)
    expect(new Set(reads).size, reads.join('\n')).toBe(reads.length)
  })

  it('says the same on every screen', async () => {
    await menu().getByRole('link', { name: 'Home' }).click()
    const numberOf = (term: string) =>
      main().getByText(term, { exact: true }).locator('xpath=..').getByRole('definition')
    await expect.poll(() => numberOf('Total Points').textContent()).toBe('25')
    await expect.poll(() => numberOf('Completed').textContent()).toBe('1')
    await expect.poll(() => numberOf('Badges').textContent()).toBe('1')
    // A week may have ended since.
    const completed = thisWeek() === weekOfListening ? '1' : '[01]'
    await main()
      .getByText(new RegExp(`^Weekly bonus: ${completed} of 3 episodes completed$`))
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

  it('keeps up on the points page, where a session that pays nothing counts, too', async () => {
    const sessions = () => main().locator('dl > div', { hasText: 'Times you listened' }).getByRole('definition')
    await main().getByRole('region', { name: 'Leaderboard' }).getByRole('listitem').first().waitFor()
    await expect.poll(() => sessions().textContent()).toBe('1')

    await hearBy(() => page.getByRole('region', { name: 'Audio player' }).getByRole('button', { name: 'Play' }).click())
    await expect.poll(() => sessions().textContent()).toBe('2')
    await expect.poll(() => reads.some((path) => path.startsWith('/api/leaderboard'))).toBe(true)

    const moved =
      /^\/api\/(leaderboard|user\/me\/(points|listening-sessions|library-counts|listening-history|badges))\b/
    expect(reads.filter((path) => !moved.test(path))).toEqual([])
    expect(new Set(reads).size, reads.join('\n')).toBe(reads.length)
  })
})
