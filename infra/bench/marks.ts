import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../testing/browser.ts'
import { startGriot } from '../testing/griot.ts'
import { median } from './load.ts'
import {
  longestInteraction,
  longTasksWithin,
  type PageMarks,
  type PlayMarks,
  readMarks,
  readPlay,
} from './page-marks.ts'
import { arrive, arriveAs, openPhone } from './phone.ts'

const ROUNDS = 5
const PLAYED_MS = 20_000

export interface Marks {
  pages: (PageMarks & { page: string; interaction: number })[]
  play: PlayMarks
  longTasksInPlay: number
}

interface Visit {
  page: string
  path: string
  cookies: string
  /** Something a person does here whose answer they wait for. */
  interact: (page: Page) => Promise<unknown>
}

/** What the shipped product does in a real browser on a slow phone, every visit with an empty cache. */
export const benchMarks = async (): Promise<Marks> => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-marks-'))
  const product = startGriot(join(folder, 'data'), {
    SEED_DEMO: '1',
    RATE_LIMITS: 'off',
    npm_lifecycle_event: 'bench',
  })
  let browser: Browser | undefined
  try {
    const origin = await product.ready
    const kofi = await arriveAs(origin, 'kofi')
    const [episode] = await kofi.call(ListEpisodes, { query: { limit: 1 } })
    if (!episode) throw new Error('The demo catalogue is empty.')
    browser = await openBrowser()

    const visits: Visit[] = [
      {
        page: 'landing',
        path: '/',
        cookies: '',
        interact: (page) => page.getByRole('radio').last().check({ force: true }),
      },
      {
        page: 'discover',
        path: '/discover',
        cookies: kofi.cookies,
        interact: (page) => page.getByRole('button', { name: 'Business' }).click(),
      },
      {
        page: 'episode',
        path: `/episode/${episode.id}`,
        cookies: kofi.cookies,
        interact: (page) => page.getByRole('button', { name: 'Favorite' }).click(),
      },
    ]
    const pages: Marks['pages'] = []
    for (const visit of visits) {
      const rounds: Awaited<ReturnType<typeof visitOnce>>[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await visitOnce(browser, origin, visit))
      const middle = (read: (one: (typeof rounds)[number]) => number) => median(rounds.map(read))
      pages.push({
        page: visit.page,
        largestPaint: middle(({ largestPaint }) => largestPaint),
        shift: Math.max(...rounds.map(({ shift }) => shift)),
        blocked: middle(({ blocked }) => blocked),
        interaction: middle(({ interaction }) => interaction),
        scriptBytes: middle(({ scriptBytes }) => scriptBytes),
        steps: middle(({ steps }) => steps),
      })
    }
    const plays: Awaited<ReturnType<typeof playOnce>>[] = []
    for (let round = 0; round < ROUNDS; round++) plays.push(await playOnce(browser, origin, episode.id, round))
    return {
      pages,
      play: { asked: median(plays.map(({ asked }) => asked)), audible: median(plays.map(({ audible }) => audible)) },
      longTasksInPlay: plays[0]?.longTasks ?? 0,
    }
  } finally {
    await browser?.close()
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const visitOnce = async (browser: Browser, origin: string, { path, cookies, interact }: Visit) => {
  const page = await openPhone(browser, origin, cookies)
  await arrive(page, origin + path)
  const marks = await readMarks(page)
  await interact(page)
  const interaction = await longestInteraction(page)
  await page.context().close()
  return { ...marks, interaction }
}

/** Presses play as somebody new: whoever was here before would be taken to where they were. */
const playOnce = async (browser: Browser, origin: string, episodeId: string, round: number) => {
  const page = await openPhone(browser, origin, (await arriveAs(origin, `listener-${round}`)).cookies)
  await arrive(page, `${origin}/episode/${episodeId}`)
  const button = page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first()
  const play = await readPlay(page, () => button.click())
  const longTasks = round === 0 ? await longTasksWithin(page, PLAYED_MS) : 0
  await page.context().close()
  return { ...play, longTasks }
}
