import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Assignment } from '@griot/contracts/module-assignment'
import { OverrideResponse } from '@griot/contracts/module-registry'
import { deployBuild, readBuild } from '@griot/module-registry/publish'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { ApiClient } from '@griot/service-kit/testing/api-client'
import type { Browser, BrowserContext } from 'playwright-core'
import { root } from '../build/targets.ts'
import { median } from '../testing/statistics.ts'
import { postToRegistry } from './build-variant.ts'
import { type ModuleStart, readModuleStart } from './module-marks.ts'
import { type Arrival, openUntilHeading, readArrival } from './page-marks.ts'
import { openPhone, openTab, signInAs, visit } from './phone.ts'

export const PAGES = [
  { page: 'discover', path: '/discover', module: 'listener' },
  { page: 'rewards', path: '/rewards', module: 'rewards' },
  { page: 'studio', path: '/upload', module: 'studio' },
] as const
const BUILDS = ['separate', 'mono'] as const
/** Visits with a full cache per round. */
const LATER_VISITS = 3

type Build = (typeof BUILDS)[number]
/** Consecutive visits of both builds. */
type Pair = Record<Build, Arrival>
interface Round {
  cold: Pair
  warm: Pair[]
  start: ModuleStart
}

export interface Compared {
  /** Medians, in milliseconds. */
  separate: number
  mono: number
  /** Medians over pairs of consecutive visits, which other load affects equally. */
  ratio: number
  more: number
  /** The 95 % confidence interval of the median difference. */
  bounds: readonly [number, number]
}

export interface ComparedPage {
  page: string
  painted: Compared
  arrived: Compared
  again: Compared
  starts: ModuleStart[]
}

/** Visits each page with both builds alternately. */
export const comparePages = async (
  browser: Browser,
  origin: string,
  { team, store, rounds }: { team: ApiClient; store: RegistryStore; rounds: number },
): Promise<ComparedPage[]> => {
  await buildMono()
  const { document: mono } = await deployBuild(join(root, 'shell/mono/dist'), store)
  const shell = await readBuild(join(root, 'shell/dist'))
  // Both are overrides, so that both have the cost of an override.
  const cookies = {
    separate: await cookiesOf(origin, team, shell.version),
    mono: await cookiesOf(origin, team, mono.version),
  }
  const pages: ComparedPage[] = []
  for (const { page, path, module } of PAGES) {
    const results: Round[] = []
    for (let round = 0; round <= rounds; round++) {
      results.push(await visitBoth({ browser, address: origin + path, origin, cookies, module }, round))
    }
    // The first round warms up the gateway.
    const counted = results.slice(1)
    const cold = counted.map((round) => round.cold)
    pages.push({
      page,
      painted: compare(cold, ({ painted }) => painted),
      arrived: compare(cold, ({ arrived }) => arrived),
      again: compare(
        counted.flatMap(({ warm }) => warm),
        ({ arrived }) => arrived,
      ),
      starts: counted.map(({ start }) => start),
    })
  }
  return pages
}

const buildMono = async () => {
  const child = spawn('npm', ['run', '--silent', 'build:mono'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error('Building the product as one build failed.')
}

/** The cookies of a listener with an override for this version of the shell. */
const cookiesOf = async (origin: string, team: ApiClient, version: string) => {
  const { link } = OverrideResponse.parse(
    await postToRegistry(team, 'overrides', { modules: { shell: version }, minutes: 480 }),
  )
  const { cookies } = await signInAs(origin, 'kofi')
  // The cookie that the link sets; the gateway lets only browsers follow it.
  const withOverride = `${cookies}; griot_modules=${new URL(link).searchParams.get('with')}`
  const answer = await fetch(`${origin}/mfe/v1/assignment`, { headers: { cookie: withOverride } })
  const { shell } = (await answer.json()) as Assignment
  if (shell !== version) throw new Error(`The override selects shell ${version}, but the gateway assigned ${shell}.`)
  return withOverride
}

interface Visit {
  browser: Browser
  origin: string
  address: string
  module: string
  cookies: Record<Build, string>
}

const visitBoth = async (scenario: Visit, round: number): Promise<Round> => {
  const first = await alternate(round, async (build) => {
    const page = await openPhone(scenario.browser, scenario.origin, scenario.cookies[build])
    await visit(page, scenario.address)
    const arrival = await readArrival(page)
    const start = await readModuleStart(page, scenario.module)
    // An open tab, even an empty one, slows the next visit down by a quarter of a second.
    await page.close()
    return { phone: page.context(), arrival, start }
  })
  const warm: Pair[] = []
  for (let later = 0; later < LATER_VISITS; later++) {
    warm.push(await alternate(round + later, (build) => visitAgain(first[build].phone, scenario.address)))
  }
  for (const build of BUILDS) await first[build].phone.close()
  return {
    cold: { separate: first.separate.arrival, mono: first.mono.arrival },
    warm,
    start: first.separate.start,
  }
}

/** Alternates which build is first: the second visit finds another state of the machine. */
const alternate = async <T>(round: number, work: (build: Build) => Promise<T>): Promise<Record<Build, T>> => {
  if (round % 2 === 0) return { separate: await work('separate'), mono: await work('mono') }
  const mono = await work('mono')
  return { separate: await work('separate'), mono }
}

const visitAgain = async (phone: BrowserContext, address: string): Promise<Arrival> => {
  const page = await openTab(phone)
  await openUntilHeading(page, address)
  const arrival = await readArrival(page)
  await page.close()
  return arrival
}

const compare = (pairs: readonly Pair[], read: (arrival: Arrival) => number): Compared => {
  const both = pairs.map(({ separate, mono }) => ({ separate: read(separate), mono: read(mono) }))
  const differences = both.map(({ separate, mono }) => separate - mono)
  return {
    separate: median(both.map(({ separate }) => separate)),
    mono: median(both.map(({ mono }) => mono)),
    ratio: median(both.map(({ separate, mono }) => separate / mono)),
    more: median(differences),
    bounds: boundsOfMedian(differences),
  }
}

/** Rank-based, so it needs no assumption about the distribution. */
const boundsOfMedian = (values: readonly number[]): [number, number] => {
  const sorted = values.toSorted((a, b) => a - b)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const lower = Math.max(0, Math.floor(sorted.length / 2 - reach))
  const upper = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach) - 1)
  return [sorted[lower] ?? Number.NaN, sorted[upper] ?? Number.NaN]
}
