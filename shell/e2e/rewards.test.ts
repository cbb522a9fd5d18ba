import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Episode } from '@griot/contracts/catalog/episodes'
import type { CallInput, Endpoint } from '@griot/contracts/endpoint'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { GetLeaderboard, GetPoints, ListPointsHistory } from '@griot/contracts/points'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { today } from './calendar.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, focusedName, goTo, readAs, skipAfterFailure, tabTo, toast } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@rewards.example.org', firstName: 'Ama', lastName: 'Mensah' }
const ESI = { email: 'esi@rewards.example.org', firstName: 'Esi', lastName: 'Owusu' }
const KOFI = { email: 'kofi@rewards.example.org', firstName: 'Kofi', lastName: 'Annan' }
/** 5 for starting, 10 for completing, 10 for the badge of a first episode. */
const HEARD = 25

describe('rewards', () => {
  const { origin } = runningProduct()
  const kofi = new ApiClient(origin)
  let folder: string
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let episode: Episode
  let episodePath: string
  let total = 0
  /** Of the first tip. */
  let day: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-rewards-'))
    await kofi.signIn(KOFI)
    ;({ episode } = await publishPodcast(kofi, { title: 'Salt Roads', file: await recordMp3(folder, 6) }))
    episodePath = `/episode/${episode.id}`
    browser = await launchBrowser()
    context = await browser.newContext()
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  it('shows a toast, then the badge, for a completed episode', async () => {
    await signIn(page, origin + episodePath, AMA)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()

    // The badge appears with its points on its own.
    await toast(page, `You earned ${HEARD - 10} points! 5 started · 10 finished`)
    // The toast stays open while the window is in the background.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    expect(await page.getByText('Badge earned').count()).toBe(0)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    // The popup stays open while it has the focus.
    await page.getByRole('button', { name: 'Close' }).focus()
    await page.getByRole('status').getByText('First Steps').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByText('Badge earned').waitFor({ state: 'detached' })
  })

  it('shows the sum of the ledger on four screens', async () => {
    const ledger = await read(ListPointsHistory, { params: { id: 'me' } })
    expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(HEARD)

    await page.getByRole('link', { name: new RegExp(`^${HEARD} points`) }).waitFor()
    await goTo(page, 'Home')
    await page.getByRole('region', { name: 'Your points' }).getByText(String(HEARD), { exact: false }).first().waitFor()
    for (const label of ['Rewards', 'Points']) {
      await goTo(page, label)
      await page.getByRole('region', { name: 'Total Points' }).getByText(String(HEARD), { exact: true }).waitFor()
    }
    await page.getByText('10 points for completing the episode.').waitFor()
  })

  it('sends a tip by mouse', async () => {
    day = today()
    await page.getByRole('button', { name: 'Tip Creator' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.getByText(/This is a pledge: nothing is charged now/).waitFor()
    await dialog.getByRole('button', { name: '$25' }).click()
    await dialog.getByText('$25 earns you 50 points.').waitFor()
    await dialog.getByRole('button', { name: 'Send $25 Tip' }).dblclick()

    await toast(page, 'You earned 50 points.')
    await page.getByRole('link', { name: /^75 points/ }).waitFor()
  })

  it('sends a tip by keyboard, up to the daily limit of points, and reaches a level', async () => {
    await tabTo(page, 'Tip Creator')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Tip Ama Mensah' })
    await dialog.waitFor()
    await tabTo(page, '$5')
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: '$5', pressed: true }).waitFor()
    await tabTo(page, 'Another amount')
    await page.keyboard.type('0.50')
    await page.keyboard.press('Enter')
    await toast(page, 'Please enter a valid tip amount')
    await dialog.getByText('The smallest tip is $1.').waitFor()
    expect(await focusedName(page)).toBe('Another amount')
    await expectAccessible(page)

    await page.keyboard.press('Control+A')
    await page.keyboard.type('40.50')
    // The rest of the daily 100 points, unless another day has begun.
    await dialog.getByText(today() === day ? '$40.50 earns you 50 points.' : /earns you (50|81) points\./).waitFor()
    await page.keyboard.press('Enter')

    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedName(page)).toBe('Tip Creator')
    total = (await read(GetPoints, { params: { id: 'me' } })).totalPoints
    const points = total - HEARD - 50
    expect(today() === day ? [50] : [50, 81]).toContain(points)
    await page.getByRole('link', { name: new RegExp(`^${total} points.*Level 2.*Regular Listener`, 's') }).waitFor()
    await toast(page, 'Level 2: Regular Listener')
    expect(await read(GetPoints, { params: { id: 'me' } })).toMatchObject({ hasNewLevel: false })
    const entries = await read(ListPointsHistory, { params: { id: 'me' }, query: { type: 'tip' } })
    expect(entries.map(({ description, points }) => [description, points])).toEqual([
      ['Pledged $40.50 to “Salt Roads”', points],
      ['Pledged $25 to “Salt Roads”', 50],
    ])
  })

  it('shows a name on the leaderboard only with permission', async () => {
    const other = await browser.newContext()
    const board = await other.newPage()
    board.setDefaultTimeout(60_000)
    const name = board.getByRole('region', { name: 'Leaderboard' }).getByText('Ama of Accra')
    const look = async () => {
      await board.goto(`${origin}/points`, { waitUntil: 'commit' })
      await board.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem').first().waitFor()
    }
    try {
      await signIn(board, `${origin}/points`, KOFI)
      expect(await amaForKofi()).toMatchObject({ displayName: null, shownBadges: [] })
      await openAccount(page)
      await page.getByRole('checkbox', { name: /Show my name/ }).check()
      await page.getByLabel('Display name').fill('Ama of Accra')
      await page.getByRole('checkbox', { name: 'First Steps' }).check()
      await save(page)
      // The leaderboard is cached for a second.
      await expect.poll(amaForKofi).toMatchObject({ displayName: 'Ama of Accra', shownBadges: ['first-steps'] })
      await look()
      await name.waitFor()

      // The name is unique.
      await board.goto(`${origin}/account`, { waitUntil: 'commit' })
      await board.getByRole('checkbox', { name: /Show my name/ }).check()
      await board.getByLabel('Display name').fill('AMA  of accra')
      await save(board, 409)
      await board.getByText('Another listener has that name, or one that looks like it.').waitFor()
      await expectAccessible(board)

      await page.getByRole('checkbox', { name: /Show my name/ }).uncheck()
      await save(page)
      await expect.poll(amaForKofi).toMatchObject({ displayName: null, shownBadges: [] })
      await look()
      expect(await name.count()).toBe(0)
    } finally {
      await other.close()
    }
  })

  it('announces a missed badge once, when the page opens', async () => {
    const esi = new ApiClient(origin)
    await esi.signIn(ESI)
    await esi.loadAudio(episode.audioUrl)
    const { id: sessionId } = await esi.call(StartListening, { body: { episodeId: episode.id } })
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

  it('downloads the ledger as a file', async () => {
    await goTo(page, 'Rewards')
    await page.getByRole('link', { name: 'Full history' }).click()
    await page.getByRole('region', { name: "Didn't get points?" }).getByText('Salt Roads, part one').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('griot-points.csv')
  })

  it('hides all points on request, and shows them again', async () => {
    await openAccount(page)
    await page.getByRole('checkbox', { name: /Hide points/ }).check()
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await goTo(page, 'Rewards')
    await page.getByText('Points are hidden').waitFor()
    await goTo(page, 'Home')
    await page.getByText('Completed', { exact: true }).first().waitFor()
    expect(await page.getByText(String(total)).count()).toBe(0)

    await goTo(page, 'Points')
    await page.getByRole('button', { name: 'Show Points' }).click()
    await page.getByRole('link', { name: new RegExp(`^${total} points`) }).waitFor()
  })

  const openAccount = (whose: Page) => whose.getByRole('link', { name: 'Ama Mensah your account' }).click()

  const save = async (whose: Page, status = 200) => {
    const saved = whose.waitForResponse((answer) => answer.request().method() === 'PUT')
    await whose.getByRole('button', { name: 'Save Profile' }).click()
    expect((await saved).status()).toBe(status)
  }

  const amaForKofi = async () => {
    const own = await read(GetLeaderboard, { query: { limit: 100 } })
    const id = own.find(({ isMe }) => isMe)?.id
    return (await kofi.call(GetLeaderboard, { query: { limit: 100 } })).find((entry) => entry.id === id)
  }

  const read = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => readAs(context, endpoint, input)
})
