import { join } from 'node:path'
import type { ChangeAnswer } from '@griot/contracts/module-registry'
import { deployBuild } from '@griot/module-registry/publish'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Page } from 'playwright-core'
import { root } from '../build/targets.ts'
import { median } from './load.ts'
import { followLink, renewModule } from './module-marks.ts'
import { PAGES } from './modules-compared.ts'
import { buildTwin, tell } from './modules-team.ts'
import { longestInteraction, readMarks } from './page-marks.ts'
import { arrive, arriveAs, openComputer, openPhone } from './phone.ts'

const ROUNDS = 5
const CHANGES = 5
const SWITCHES = 6
const OFF = 'Rewards are unavailable right now.'

/** From the press on a link to the page of a module that the tab had not opened, in milliseconds. */
export const measureRoutes = async (browser: Browser, origin: string) => {
  const { cookies } = await arriveAs(origin, 'kofi')
  const routes: number[] = []
  const ahead: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const phone = await openPhone(browser, origin, cookies)
    await arrive(phone, `${origin}/discover`)
    routes.push(await followLink(phone, '/rewards'))
    await phone.context().close()

    const computer = await openComputer(browser, origin, cookies)
    await arrive(computer, `${origin}/discover`)
    await computer.locator('a[href="/rewards"]').first().hover()
    await untilReady(computer, 'rewards')
    ahead.push(await followLink(computer, '/rewards'))
    await computer.context().close()
  }
  return { route: median(routes), routeAhead: median(ahead) }
}

const untilReady = (page: Page, module: string) =>
  page.waitForFunction(
    (mark) => performance.getEntriesByType('mark').some(({ name }) => name.startsWith(mark)),
    `mfe:${module}:version:`,
  )

/** How far a page moves while it comes, at worst; for somebody on no trial, as whoever is has a ribbon more. */
export const measureShift = async (browser: Browser, origin: string) => {
  const { cookies } = await arriveAs(origin, 'kofi')
  const shifts: number[] = []
  for (const { path } of PAGES) {
    const phone = await openPhone(browser, origin, cookies)
    await arrive(phone, origin + path)
    shifts.push((await readMarks(phone)).shift)
    await phone.context().close()
  }
  return Math.max(...shifts)
}

/** Buttons of a module and links between modules, one after the other: the time that three of four are below. */
export const measurePresses = async (browser: Browser, origin: string) => {
  const phone = await openPhone(browser, origin, (await arriveAs(origin, 'kofi')).cookies)
  await arrive(phone, `${origin}/discover`)
  const main = phone.getByRole('main')
  const bar = phone.getByRole('navigation', { name: 'Main' })
  const presses = [
    ...['Trending', 'Business', 'Culture', 'All Podcasts'].map((name) => main.getByRole('button', { name })),
    ...['Library', 'Rewards', 'Home', 'Discover'].map((name) => bar.getByRole('link', { name, exact: true }).first()),
  ]
  const times: number[] = []
  for (const press of presses) {
    await press.click()
    times.push(await longestInteraction(phone))
  }
  await phone.context().close()
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.75) - 1] ?? Number.NaN
}

/** A tab whose person takes one version of a module after the other, each a new one. */
export const measureSwitches = async (
  browser: Browser,
  origin: string,
  { team, store, folder }: { team: Visitor; store: RegistryStore; folder: string },
) => {
  const page = await openPhone(browser, origin, (await arriveAs(origin, 'kofi')).cookies)
  const lab = await page.context().newCDPSession(page)
  const heap = async () => {
    await lab.send('HeapProfiler.collectGarbage')
    return (await lab.send('Runtime.getHeapUsage')).usedSize
  }
  await arrive(page, `${origin}/rewards`)
  const switchTo = async (number: number) => {
    const twin = await buildTwin(join(root, 'mfe-rewards/dist'), join(folder, 'twin'), number)
    await deployBuild(join(folder, 'twin'), store)
    await tell(team, 'env/prod/modules/rewards/promote', { version: twin.version })
    return renewModule(page, 'rewards', twin.version)
  }
  // What the first of them brings along for all is not counted.
  await switchTo(0)
  const before = await heap()
  const times: number[] = []
  for (let number = 1; number <= SWITCHES; number++) times.push(await switchTo(number))
  const left = ((await heap()) - before) / SWITCHES
  await page.context().close()
  return { versionSwitch: median(times), heap: left }
}

/** A module is switched off and on again, by its team: when does the next page say so, when an open one? The slowest of five. */
export const measurePointer = async (browser: Browser, origin: string, team: Visitor) => {
  const visitor = await arriveAs(origin, 'listener')
  const page = await openPhone(browser, origin, visitor.cookies)
  await arrive(page, `${origin}/rewards`)
  const nextPages: number[] = []
  const openTabs: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    const saidAt = performance.now()
    const isTold = page.getByText(OFF).first().waitFor()
    const said = tell(team, 'env/prod/modules/rewards/disable', { reason: 'a measurement' }) as Promise<ChangeAnswer>
    while (
      !(await (await visitor.fetch('/', { headers: { accept: 'text/html' } })).text()).includes('"isDisabled":true')
    );
    nextPages.push(performance.now() - saidAt)
    await isTold
    openTabs.push(performance.now() - saidAt)
    await said
    await tell(team, 'env/prod/modules/rewards/enable', {})
    await page.locator('main h1').waitFor()
    await page.getByText(OFF).waitFor({ state: 'detached' })
  }
  await page.context().close()
  return { nextPage: Math.max(...nextPages), openTab: Math.max(...openTabs) }
}
