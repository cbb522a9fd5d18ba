import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnswerOf, CallInput, Endpoint } from '@griot/contracts/endpoint'
import { pathFor } from '@griot/contracts/endpoint'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { GetLeaderboard, GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findingsOn } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { today } from './calendar.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@rewards.example.org', firstName: 'Ama', lastName: 'Mensah' }
const ESI = { email: 'esi@rewards.example.org', firstName: 'Esi', lastName: 'Owusu' }
const KOFI = { email: 'kofi@rewards.example.org', firstName: 'Kofi', lastName: 'Annan' }
/** 5 for starting, 10 for completing, 10 for the badge of a first episode. */
const HEARD = 25

describe('rewards that can be asked why', () => {
  const { origin } = runningProduct()
  const kofi = new Visitor(origin)
  let folder: string
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let episodeId: string
  let episodePath: string
  let total = 0
  /** Of the first tip. */
  let day: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-rewards-'))
    await kofi.signIn(KOFI)
    const { episode } = await publishedShow(kofi, { title: 'Salt Roads', file: await recordMp3(folder, 6) })
    episodeId = episode.id
    episodePath = `/episode/${episode.id}`
    browser = await launchBrowser()
    context = await browser.newContext()
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
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

  it('celebrates an episode heard to its end: the toast first, then the badge', async () => {
    await signIn(page, origin + episodePath, AMA)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()

    await toast(`You earned ${HEARD} points!`)
    // It stays for who looks elsewhere.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    expect(await page.getByText('Badge earned').count()).toBe(0)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    // Somebody who stands in it reads it in peace.
    await page.getByRole('button', { name: 'Close' }).focus()
    await page.getByRole('status').getByText('First Steps').waitFor()
    await expectNoFindings()
    await page.keyboard.press('Escape')
    await page.getByText('Badge earned').waitFor({ state: 'detached' })
  })

  it('shows the same total on four screens, and it is the sum of the ledger', async () => {
    const ledger = await read(ListPointsHistory, { params: { id: 'me' } })
    expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(HEARD)

    await page.getByRole('link', { name: new RegExp(`^${HEARD} points`) }).waitFor()
    await goTo('Home')
    await page.getByRole('region', { name: 'Your level' }).getByText(String(HEARD), { exact: false }).first().waitFor()
    for (const label of ['Rewards', 'Points']) {
      await goTo(label)
      await page.getByRole('region', { name: 'Total Points' }).getByText(String(HEARD), { exact: true }).waitFor()
    }
    await page.getByText('10 points for completing the episode.').waitFor()
  })

  it('takes a tip by mouse', async () => {
    day = today()
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.getByText(/This is a pledge: nothing is charged now/).waitFor()
    await dialog.getByRole('button', { name: '$25' }).click()
    await dialog.getByText('$25 brings you 50 points.').waitFor()
    await dialog.getByRole('button', { name: 'Send $25 Tip' }).dblclick()

    await toast('You earned 50 points.')
    await page.getByRole('link', { name: /^75 points/ }).waitFor()
  })

  it('takes a tip by keyboard, up to what a day brings, and that is a level', async () => {
    await tabTo('Tip Creator')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.waitFor()
    await tabTo('$5')
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: '$5', pressed: true }).waitFor()
    await tabTo('Another amount')
    await page.keyboard.type('0.50')
    await page.keyboard.press('Enter')
    await toast('Please enter a valid tip amount')
    await dialog.getByText('The smallest tip is $1.').waitFor()
    expect(await focused()).toBe('Another amount')
    await expectNoFindings()

    await page.keyboard.press('Control+A')
    await page.keyboard.type('40.50')
    // What is left of the day's hundred, unless another day has begun.
    await dialog.getByText(today() === day ? '$40.50 brings you 50 points.' : /brings you (50|81) points\./).waitFor()
    await page.keyboard.press('Enter')

    await dialog.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Tip Creator')
    total = (await read(GetPoints, { params: { id: 'me' } })).totalPoints
    const points = total - HEARD - 50
    expect(today() === day ? [50] : [50, 81]).toContain(points)
    await page.getByRole('link', { name: new RegExp(`^${total} points.*Level 2.*Regular Listener`, 's') }).waitFor()
    const entries = await read(ListPointsHistory, { params: { id: 'me' }, query: { type: 'tip' } })
    expect(entries.map(({ description, points }) => [description, points])).toEqual([
      ['Pledged $40.50 to “Salt Roads”', points],
      ['Pledged $25 to “Salt Roads”', 50],
    ])
  })

  it('names a person on the leaderboard of others only while they want it', async () => {
    const other = await browser.newContext()
    const board = await other.newPage()
    board.setDefaultTimeout(60_000)
    const named = board.getByRole('region', { name: 'Leaderboard' }).getByText('Ama of Accra')
    const look = async () => {
      await board.goto(`${origin}/points`, { waitUntil: 'commit' })
      await board.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem').first().waitFor()
    }
    try {
      await signIn(board, `${origin}/points`, KOFI)
      expect(await asKofiSeesAma()).toMatchObject({ displayName: null, shownBadges: [] })
      await goTo('Rewards')
      await page.getByRole('checkbox', { name: /Show my name/ }).check()
      await page.getByLabel('Display name').fill('Ama of Accra')
      await page.getByRole('checkbox', { name: 'First Steps' }).check()
      await save(page)
      // The board is a second old at most.
      await expect.poll(asKofiSeesAma).toMatchObject({ displayName: 'Ama of Accra', shownBadges: ['first-steps'] })
      await look()
      await named.waitFor()

      // Nobody else can be called that.
      await board.goto(`${origin}/rewards`, { waitUntil: 'commit' })
      await board.getByRole('checkbox', { name: /Show my name/ }).check()
      await board.getByLabel('Display name').fill('AMA  of accra')
      await save(board, 409)
      await board.getByText('Somebody else has that name, or one that looks like it.').waitFor()
      await expectNoFindings(board)

      await page.getByRole('checkbox', { name: /Show my name/ }).uncheck()
      await save(page)
      await expect.poll(asKofiSeesAma).toMatchObject({ displayName: null, shownBadges: [] })
      await look()
      expect(await named.count()).toBe(0)
    } finally {
      await other.close()
    }
  })

  it('announces on arrival a badge that came while nobody looked, once', async () => {
    const esi = new Visitor(origin)
    await esi.signIn(ESI)
    const { id: sessionId } = await esi.call(StartListening, { body: { episodeId } })
    await esi.call(EndListening, { body: { sessionId, listeningDuration: 6, totalProgress: 6, completed: true } })

    const other = await browser.newContext()
    const home = await other.newPage()
    home.setDefaultTimeout(60_000)
    try {
      await signIn(home, `${origin}/`, ESI)
      await home.getByRole('status').getByText('First Steps').waitFor()
      const points = home.waitForResponse('**/api/user/me/points')
      await home.reload({ waitUntil: 'commit' })
      expect(await (await points).json()).toMatchObject({ hasNewBadges: false })
    } finally {
      await other.close()
    }
  })

  it('gives the whole ledger as a file', async () => {
    await page.getByRole('link', { name: 'Full history' }).click()
    await page.getByRole('region', { name: "Didn't get points?" }).getByText('Salt Roads, part one').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('griot-points.csv')
  })

  it('shows no points to somebody who wants podcasts only, until they want them again', async () => {
    await goTo('Rewards')
    await page.getByRole('checkbox', { name: /Hide points/ }).check()
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await page.getByText('Points are hidden').waitFor()
    await goTo('Home')
    await page.getByText('Completed', { exact: true }).first().waitFor()
    expect(await page.getByText(String(total)).count()).toBe(0)

    await goTo('Points')
    await page.getByRole('button', { name: 'Show Points' }).click()
    await page.getByRole('link', { name: new RegExp(`^${total} points`) }).waitFor()
  })

  // What a toast says stands a second time in a place that only screen readers see.
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor()

  const save = async (whose: Page, status = 200) => {
    const saved = whose.waitForResponse((answer) => answer.request().method() === 'PUT')
    await whose.getByRole('button', { name: 'Save Profile' }).click()
    expect((await saved).status()).toBe(status)
  }

  /** What axe holds against what is shown now, in both themes and at two widths. */
  const expectNoFindings = async (shown = page) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await shown.emulateMedia({ colorScheme })
      for (const width of [360, 1280]) {
        await shown.setViewportSize({ width, height: 800 })
        expect(await findingsOn(shown), `${colorScheme}, ${width} pixels wide`).toEqual([])
      }
    }
  }

  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.getAttribute('placeholder') ?? element?.textContent
    })

  const tabTo = async (name: string) => {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return
    }
    throw new Error(`The Tab key does not reach “${name}”`)
  }

  const goTo = (label: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()

  const asKofiSeesAma = async () => {
    const own = await read(GetLeaderboard, { query: { limit: 100 } })
    const id = own.find(({ isMe }) => isMe)?.id
    return (await kofi.call(GetLeaderboard, { query: { limit: 100 } })).find((entry) => entry.id === id)
  }

  /** As the person in the page, past its cache. */
  const read = async <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> => {
    const response = await context.request.get(
      origin + pathFor(endpoint, input as { params?: Record<string, unknown> }),
    )
    expect(response.status()).toBe(200)
    return endpoint.response.parse(await response.json()) as AnswerOf<E>
  }
})
