import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChangeAnswer, OverrideAnswer } from '@griot/contracts/module-registry'
import type { Assignment } from '@griot/contracts/modules'
import { deployBuild, readBuild } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import type { Visitor } from '@griot/service-kit/visitor'
import type { Browser } from 'playwright-core'
import { root } from '../build/targets.ts'
import { openBrowser } from '../testing/browser.ts'
import { startGriot } from '../testing/griot.ts'
import { median } from './load.ts'
import { type Arrival, readArrival } from './page-marks.ts'
import { arrive, arriveAs, openPhone, openTab } from './phone.ts'

const CHANGES = 5
const ADMIN = 'team'
const PAGES = [
  { page: 'discover', path: '/discover' },
  { page: 'rewards', path: '/rewards' },
  { page: 'studio', path: '/upload' },
] as const
const BUILDS = ['separate', 'mono'] as const

type Build = (typeof BUILDS)[number]
type Visits = Record<'cold' | 'warm', Arrival>
/** Both builds as one person met them, one right after the other. */
type Pair = Record<Build, Visits>

export interface Compared {
  /** Medians of either build, in milliseconds. */
  separate: number
  mono: number
  /** Medians of what the two of a pair differ by: what else runs on the machine meets both of them. */
  ratio: number
  more: number
}

export interface ModuleMarks {
  /** How often each page was visited, either way. */
  rounds: number
  /** Load averages of the machine, before and after. */
  load: [number, number]
  pages: { page: string; painted: Compared; arrived: Compared; again: Compared }[]
  /** Milliseconds from a team's word to what people get. */
  pointer: { nextPage: number; openTab: number }
}

/**
 * The product as separate builds against the same sources as one build: one gateway, one catalogue, and people who are
 * shown the one or the other, in turn.
 */
export const benchModules = async (rounds: number): Promise<ModuleMarks> => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-modules-'))
  const dataDir = join(folder, 'data')
  const product = startGriot(dataDir, {
    SEED_DEMO: '1',
    RATE_LIMITS: 'off',
    ADMIN_EMAILS: `${ADMIN}@example.org`,
    npm_lifecycle_event: 'bench',
  })
  try {
    await buildMono()
    return await compareBuilds(await product.ready, join(dataDir, 'modules'), rounds)
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a product that runs, whose registry lies in the folder. */
export const compareBuilds = async (origin: string, modulesDir: string, rounds: number): Promise<ModuleMarks> => {
  const mono = await deployBuild(join(root, 'shell/mono/dist'), openRegistryStore(modulesDir))
  const shell = await readBuild(join(root, 'shell/dist'))
  const team = await arriveAs(origin, ADMIN)
  // Both are shown as a version on trial, so that both pay for saying so.
  const visitors = {
    separate: await visitorOf(origin, team, shell.version),
    mono: await visitorOf(origin, team, mono.version),
  }
  const browser = await openBrowser()
  try {
    const pages: ModuleMarks['pages'] = []
    const before = loadNow()
    for (const { page, path } of PAGES) {
      const pairs: Pair[] = []
      for (let round = 0; round < rounds; round++) pairs.push(await visitBoth(browser, origin, visitors, path, round))
      pages.push({
        page,
        painted: compare(pairs, ({ cold }) => cold.painted),
        arrived: compare(pairs, ({ cold }) => cold.arrived),
        again: compare(pairs, ({ warm }) => warm.arrived),
      })
    }
    return { rounds, load: [before, loadNow()], pages, pointer: await measurePointer(browser, origin, team) }
  } finally {
    await browser.close()
  }
}

const buildMono = async () => {
  const child = spawn('npm', ['run', '--silent', 'build:mono'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error('The product could not be built as one.')
}

const ask = async (team: Visitor, path: string, body: unknown) => {
  const response = await team.fetch(`/mfe/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Someone who is shown this version of the shell. */
const visitorOf = async (origin: string, team: Visitor, version: string) => {
  const { link } = OverrideAnswer.parse(await ask(team, 'overrides', { modules: { shell: version }, minutes: 480 }))
  const { cookies } = await arriveAs(origin, 'kofi')
  // What following the link would bring; only a browser may follow it.
  const withOverride = `${cookies}; griot_modules=${new URL(link).searchParams.get('with')}`
  const answer = await fetch(`${origin}/mfe/v1/assignment`, { headers: { cookie: withOverride } })
  const { shell } = (await answer.json()) as Assignment
  if (shell !== version) throw new Error(`Shell ${version} was asked for, and ${shell} came.`)
  return withOverride
}

const loadNow = () => loadavg()[0] ?? 0

const visitBoth = async (
  browser: Browser,
  origin: string,
  visitors: Record<Build, string>,
  path: string,
  round: number,
): Promise<Pair> => {
  const visits: Partial<Pair> = {}
  // Who comes second meets a busier or a warmer machine: they take turns.
  for (const build of round % 2 === 0 ? BUILDS : BUILDS.toReversed()) {
    visits[build] = await visitTwice(browser, origin, visitors[build], path)
  }
  return visits as Pair
}

const visitTwice = async (browser: Browser, origin: string, cookies: string, path: string): Promise<Visits> => {
  const first = await openPhone(browser, origin, cookies)
  await arrive(first, origin + path)
  const cold = await readArrival(first)
  await first.goto('about:blank')
  const second = await openTab(first.context())
  await arrive(second, origin + path)
  const warm = await readArrival(second)
  await first.context().close()
  return { cold, warm }
}

const compare = (pairs: readonly Pair[], read: (one: Visits) => number): Compared => {
  const both = pairs.map(({ separate, mono }) => ({ separate: read(separate), mono: read(mono) }))
  return {
    separate: median(both.map(({ separate }) => separate)),
    mono: median(both.map(({ mono }) => mono)),
    ratio: median(both.map(({ separate, mono }) => separate / mono)),
    more: median(both.map(({ separate, mono }) => separate - mono)),
  }
}

/** A module is switched off and on again, by its team: when does the next page say so, when an open one? */
const measurePointer = async (browser: Browser, origin: string, team: Visitor): Promise<ModuleMarks['pointer']> => {
  const visitor = await arriveAs(origin, 'listener')
  const page = await openPhone(browser, origin, visitor.cookies)
  await arrive(page, `${origin}/rewards`)
  const nextPage: number[] = []
  const openTabs: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    const saidAt = performance.now()
    const isTold = page.getByText('Rewards are unavailable right now.').first().waitFor()
    const said = ask(team, 'env/prod/modules/rewards/disable', { reason: 'a measurement' }) as Promise<ChangeAnswer>
    while (
      !(await (await visitor.fetch('/', { headers: { accept: 'text/html' } })).text()).includes('"isDisabled":true')
    );
    nextPage.push(performance.now() - saidAt)
    await isTold
    openTabs.push(performance.now() - saidAt)
    await said
    await ask(team, 'env/prod/modules/rewards/enable', {})
    await page.locator('main h1').waitFor()
    await page.getByText('Rewards are unavailable right now.').waitFor({ state: 'detached' })
  }
  await page.context().close()
  return { nextPage: Math.max(...nextPage), openTab: Math.max(...openTabs) }
}
