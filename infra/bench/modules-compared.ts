import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Assignment } from '@griot/contracts/module-assignment'
import { OverrideAnswer } from '@griot/contracts/module-registry'
import { deployBuild, readBuild } from '@griot/module-registry/publish'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { Visitor } from '@griot/service-kit/visitor'
import type { Browser, BrowserContext } from 'playwright-core'
import { root } from '../build/targets.ts'
import { median } from './load.ts'
import { type ModuleStart, readModuleStart } from './module-marks.ts'
import { tell } from './modules-team.ts'
import { type Arrival, openUntilHeading, readArrival } from './page-marks.ts'
import { arrive, arriveAs, openPhone, openTab } from './phone.ts'

export const PAGES = [
  { page: 'discover', path: '/discover', module: 'listener' },
  { page: 'rewards', path: '/rewards', module: 'rewards' },
  { page: 'studio', path: '/upload', module: 'studio' },
] as const
const BUILDS = ['separate', 'mono'] as const
/** A visit with a full cache is quick: each round has several. */
const RETURNS = 3

type Build = (typeof BUILDS)[number]
/** Both builds as one person met them, one right after the other. */
type Pair = Record<Build, Arrival>
interface Round {
  cold: Pair
  warm: Pair[]
  start: ModuleStart
}

export interface Compared {
  /** Medians of either build, in milliseconds. */
  separate: number
  mono: number
  /** Medians of what the two of a pair differ by: what else runs on the machine meets both of them. */
  ratio: number
  more: number
  /** Where the median of the differences lies, 95 of 100 times. */
  bounds: readonly [number, number]
}

export interface ComparedPage {
  page: string
  painted: Compared
  arrived: Compared
  again: Compared
  starts: ModuleStart[]
}

/** Each page of either build, by people who are shown the one or the other, in turn. */
export const comparePages = async (
  browser: Browser,
  origin: string,
  { team, store, rounds }: { team: Visitor; store: RegistryStore; rounds: number },
): Promise<ComparedPage[]> => {
  await buildMono()
  const mono = await deployBuild(join(root, 'shell/mono/dist'), store)
  const shell = await readBuild(join(root, 'shell/dist'))
  // Both are shown as a version on trial, so that both pay for saying so.
  const visitors = {
    separate: await visitorOf(origin, team, shell.version),
    mono: await visitorOf(origin, team, mono.version),
  }
  const pages: ComparedPage[] = []
  for (const { page, path, module } of PAGES) {
    const found: Round[] = []
    for (let round = 0; round <= rounds; round++) {
      found.push(await visitBoth({ browser, address: origin + path, origin, visitors, module }, round))
    }
    // The first one warms the gateway up, and the machine.
    const counted = found.slice(1)
    const cold = counted.map((one) => one.cold)
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
  if (code !== 0) throw new Error('The product could not be built as one.')
}

/** Someone who is shown this version of the shell. */
const visitorOf = async (origin: string, team: Visitor, version: string) => {
  const { link } = OverrideAnswer.parse(await tell(team, 'overrides', { modules: { shell: version }, minutes: 480 }))
  const { cookies } = await arriveAs(origin, 'kofi')
  // What following the link would bring; only a browser may follow it.
  const withOverride = `${cookies}; griot_modules=${new URL(link).searchParams.get('with')}`
  const answer = await fetch(`${origin}/mfe/v1/assignment`, { headers: { cookie: withOverride } })
  const { shell } = (await answer.json()) as Assignment
  if (shell !== version) throw new Error(`Shell ${version} was asked for, and ${shell} came.`)
  return withOverride
}

interface Visit {
  browser: Browser
  origin: string
  address: string
  module: string
  visitors: Record<Build, string>
}

const visitBoth = async (visit: Visit, round: number): Promise<Round> => {
  const first = await inTurn(round, async (build) => {
    const page = await openPhone(visit.browser, visit.origin, visit.visitors[build])
    await arrive(page, visit.address)
    const arrival = await readArrival(page)
    const start = await readModuleStart(page, visit.module)
    // One that stands open, even empty, takes a quarter of a second from the next.
    await page.close()
    return { phone: page.context(), arrival, start }
  })
  const warm: Pair[] = []
  for (let time = 0; time < RETURNS; time++) {
    warm.push(await inTurn(round + time, (build) => visitAgain(first[build].phone, visit.address)))
  }
  for (const build of BUILDS) await first[build].phone.close()
  return {
    cold: { separate: first.separate.arrival, mono: first.mono.arrival },
    warm,
    start: first.separate.start,
  }
}

/** Who comes second meets a busier or a warmer machine: they take turns. */
const inTurn = async <T>(round: number, visit: (build: Build) => Promise<T>): Promise<Record<Build, T>> => {
  if (round % 2 === 0) return { separate: await visit('separate'), mono: await visit('mono') }
  const mono = await visit('mono')
  return { separate: await visit('separate'), mono }
}

const visitAgain = async (phone: BrowserContext, address: string): Promise<Arrival> => {
  const page = await openTab(phone)
  await openUntilHeading(page, address)
  const arrival = await readArrival(page)
  await page.close()
  return arrival
}

const compare = (pairs: readonly Pair[], read: (one: Arrival) => number): Compared => {
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

/** By rank alone, so that it holds whatever the times are like. */
const boundsOfMedian = (values: readonly number[]): [number, number] => {
  const sorted = values.toSorted((one, other) => one - other)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const lower = Math.max(0, Math.floor(sorted.length / 2 - reach))
  const upper = Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach) - 1)
  return [sorted[lower] ?? Number.NaN, sorted[upper] ?? Number.NaN]
}
