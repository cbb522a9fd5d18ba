import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../testing/browser.ts'
import { startGriot } from '../testing/start-griot.ts'
import { median } from '../testing/statistics.ts'
import {
  countLongTasks,
  longestInteraction,
  type PageMarks,
  type PlayMarks,
  readMarks,
  readPlay,
} from './page-marks.ts'
import { openPhone, signInAs, visit } from './phone.ts'

const ROUNDS = 5
const PLAY_MS = 20_000

export interface Marks {
  pages: (PageMarks & { page: string; interaction: number })[]
  play: PlayMarks
  longTasksInPlay: number
}

interface Visit {
  page: string
  path: string
  cookies: string
  /** The interaction whose duration is measured. */
  interact: (page: Page) => Promise<unknown>
}

/** Measures the built product in Chromium as a slow phone, with an empty cache for each visit. */
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
    const kofi = await signInAs(origin, 'kofi')
    const [episode] = await kofi.call(ListEpisodes, { query: { limit: 1 } })
    if (!episode) throw new Error('The demo catalog is empty.')
    browser = await openBrowser()

    const scenarios: Visit[] = [
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
    for (const scenario of scenarios) {
      const rounds: Awaited<ReturnType<typeof visitOnce>>[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await visitOnce(browser, origin, scenario))
      const medianOf = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read))
      pages.push({
        page: scenario.page,
        largestPaint: medianOf(({ largestPaint }) => largestPaint),
        shift: Math.max(...rounds.map(({ shift }) => shift)),
        blocked: medianOf(({ blocked }) => blocked),
        interaction: medianOf(({ interaction }) => interaction),
        scriptBytes: medianOf(({ scriptBytes }) => scriptBytes),
        steps: medianOf(({ steps }) => steps),
      })
    }
    const plays: Awaited<ReturnType<typeof playOnce>>[] = []
    for (let round = 0; round < ROUNDS; round++) plays.push(await playOnce(browser, origin, episode.id, round))
    return {
      pages,
      play: {
        requested: median(plays.map(({ requested }) => requested)),
        audible: median(plays.map(({ audible }) => audible)),
      },
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
  await visit(page, origin + path)
  const marks = await readMarks(page)
  await interact(page)
  const interaction = await longestInteraction(page)
  await page.context().close()
  return { ...marks, interaction }
}

/** Plays as a new listener: a returning one would resume at the last position. */
const playOnce = async (browser: Browser, origin: string, episodeId: string, round: number) => {
  const page = await openPhone(browser, origin, (await signInAs(origin, `listener-${round}`)).cookies)
  await visit(page, `${origin}/episode/${episodeId}`)
  const button = page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first()
  const play = await readPlay(page, () => button.click())
  const longTasks = round === 0 ? await countLongTasks(page, PLAY_MS) : 0
  await page.context().close()
  return { ...play, longTasks }
}
