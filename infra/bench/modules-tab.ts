import { join } from 'node:path'
import type { ChangeResponse } from '@griot/contracts/module-registry'
import { deployBuild } from '@griot/module-registry/publish'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { ApiClient } from '@griot/service-kit/testing/api-client'
import type { Browser, Page } from 'playwright-core'
import { root } from '../build/targets.ts'
import { median, percentile } from '../testing/statistics.ts'
import { buildVariant, postToRegistry } from './build-variant.ts'
import { followLink, updateModule } from './module-marks.ts'
import { PAGES } from './modules-compared.ts'
import { longestInteraction, type PageMarks, readMarks } from './page-marks.ts'
import { openComputer, openPhone, signInAs, visit } from './phone.ts'

const ROUNDS = 5
const CHANGES = 5
const SWITCHES = 6
const OFF = 'Rewards are unavailable right now.'

/** Milliseconds from the click on a link to the page of a module that is not loaded. */
export const measureRoutes = async (browser: Browser, origin: string) => {
  const { cookies } = await signInAs(origin, 'kofi')
  const routes: number[] = []
  const prefetched: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const phone = await openPhone(browser, origin, cookies)
    await visit(phone, `${origin}/discover`)
    routes.push(await followLink(phone, '/rewards'))
    await phone.context().close()

    const computer = await openComputer(browser, origin, cookies)
    await visit(computer, `${origin}/discover`)
    await computer.locator('a[href="/rewards"]').first().hover()
    await waitForModule(computer, 'rewards')
    prefetched.push(await followLink(computer, '/rewards'))
    await computer.context().close()
  }
  return { route: median(routes), routePrefetched: median(prefetched) }
}

const waitForModule = (page: Page, module: string) =>
  page.waitForFunction(
    (mark) => performance.getEntriesByType('mark').some(({ name }) => name.startsWith(mark)),
    `mfe:${module}:version:`,
  )

/** First visits without an override, which adds a banner. Of the worst page, the median paint and the worst shift. */
export const measurePaints = async (browser: Browser, origin: string) => {
  const { cookies } = await signInAs(origin, 'kofi')
  const pages: PageMarks[][] = []
  for (const { path } of PAGES) {
    const visits: PageMarks[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const phone = await openPhone(browser, origin, cookies)
      await visit(phone, origin + path)
      visits.push(await readMarks(phone))
      await phone.context().close()
    }
    pages.push(visits)
  }
  return {
    largestPaint: Math.max(...pages.map((visits) => median(visits.map(({ largestPaint }) => largestPaint)))),
    shift: Math.max(...pages.flat().map(({ shift }) => shift)),
  }
}

/** The p75 of the time from click to next frame, for buttons and links. */
export const measureClicks = async (browser: Browser, origin: string) => {
  const phone = await openPhone(browser, origin, (await signInAs(origin, 'kofi')).cookies)
  await visit(phone, `${origin}/discover`)
  const main = phone.getByRole('main')
  const bar = phone.getByRole('navigation', { name: 'Main' })
  const targets = [
    ...['Trending', 'Business', 'Culture', 'All Podcasts'].map((name) => main.getByRole('button', { name })),
    ...['Library', 'Rewards', 'Home', 'Discover'].map((name) => bar.getByRole('link', { name, exact: true }).first()),
  ]
  const times: number[] = []
  for (const target of targets) {
    await target.click()
    times.push(await longestInteraction(phone))
  }
  await phone.context().close()
  return percentile(times, 0.75)
}

/** Updates a module several times in one tab, each time to a new version. */
export const measureSwitches = async (
  browser: Browser,
  origin: string,
  { team, store, folder }: { team: ApiClient; store: RegistryStore; folder: string },
) => {
  const page = await openPhone(browser, origin, (await signInAs(origin, 'kofi')).cookies)
  const devtools = await page.context().newCDPSession(page)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  await visit(page, `${origin}/rewards`)
  const policy = { browserCheck: 'optional', reason: 'The benchmark releases versions of the same code.' }
  await postToRegistry(team, 'env/prod/modules/rewards/policy', policy)
  const switchTo = async (number: number) => {
    const variant = await buildVariant(join(root, 'mfe-rewards/dist'), join(folder, 'variant'), number)
    await deployBuild(join(folder, 'variant'), store)
    await postToRegistry(team, 'env/prod/modules/rewards/promote', { version: variant.version })
    return updateModule(page, 'rewards', variant.version)
  }
  // The first update loads code that later ones share, so it is not counted.
  await switchTo(0)
  const before = await heap()
  const times: number[] = []
  for (let number = 1; number <= SWITCHES; number++) times.push(await switchTo(number))
  const perVersion = ((await heap()) - before) / SWITCHES
  await page.context().close()
  return { versionSwitch: median(times), heap: perVersion }
}

/** Disables and enables a module. Returns the slowest of five times until the next page and an open tab show it. */
export const measureChanges = async (browser: Browser, origin: string, team: ApiClient) => {
  const client = await signInAs(origin, 'listener')
  const page = await openPhone(browser, origin, client.cookies)
  await visit(page, `${origin}/rewards`)
  const nextPages: number[] = []
  const openTabs: number[] = []
  for (let round = 0; round < CHANGES; round++) {
    const changedAt = performance.now()
    const isShown = page.getByText(OFF).first().waitFor()
    const change = postToRegistry(team, 'env/prod/modules/rewards/disable', {
      reason: 'a measurement',
    }) as Promise<ChangeResponse>
    while (
      !(await (await client.fetch('/', { headers: { accept: 'text/html' } })).text()).includes('"isDisabled":true')
    );
    nextPages.push(performance.now() - changedAt)
    await isShown
    openTabs.push(performance.now() - changedAt)
    await change
    await postToRegistry(team, 'env/prod/modules/rewards/enable', {})
    await page.locator('main h1').waitFor()
    await page.getByText(OFF).waitFor({ state: 'detached' })
  }
  await page.context().close()
  return { nextPage: Math.max(...nextPages), openTab: Math.max(...openTabs) }
}
