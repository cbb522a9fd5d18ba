import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { openBrowser } from '../testing/browser.ts'
import { startGriot } from '../testing/start-griot.ts'
import { median } from '../testing/statistics.ts'
import type { ModuleStart } from './module-marks.ts'
import type { Figures } from './modules-budgets.ts'
import { type ComparedPage, comparePages } from './modules-compared.ts'
import { measureDeploy, measurePages, weighBuilds } from './modules-served.ts'
import { measureChanges, measureClicks, measurePaints, measureRoutes, measureSwitches } from './modules-tab.ts'
import { signInAs } from './phone.ts'

const ADMIN = 'team'

export interface ModuleMarks {
  /** Visits of each page with an empty cache, per build. */
  rounds: number
  /** Load averages of the machine, before and after. */
  load: [number, number]
  pages: ComparedPage[]
  figures: Figures
}

/** Compares the product as separate builds with one build of the same sources, and measures the other costs of modules. */
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
    return await measure(await product.ready, { rounds, folder, modulesDir: join(dataDir, 'modules') })
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const measure = async (
  origin: string,
  { rounds, folder, modulesDir }: { rounds: number; folder: string; modulesDir: string },
): Promise<ModuleMarks> => {
  const store = openRegistryStore(modulesDir)
  const team = await signInAs(origin, ADMIN)
  const browser = await openBrowser()
  try {
    const before = readLoad()
    const served = await measurePages(origin, team)
    const pages = await comparePages(browser, origin, { team, store, rounds })
    /** The median of the worst page. */
    const worst = (read: (start: ModuleStart) => number) =>
      Math.max(...pages.map((page) => median(page.starts.map(read))))
    const figures: Figures = {
      ...(await weighBuilds()),
      ...served,
      requests: worst(({ requests }) => requests),
      discoveredLate: worst(({ discoveredLate }) => discoveredLate),
      ...(await measurePaints(browser, origin)),
      longestTask: worst(({ longestTask }) => longestTask),
      click: await measureClicks(browser, origin),
      ...(await measureRoutes(browser, origin)),
      ...(await measureChanges(browser, origin, team)),
      ...(await measureSwitches(browser, origin, { team, store, folder })),
      deploy: await measureDeploy(origin, team, folder),
    }
    return { rounds, load: [before, readLoad()], pages, figures }
  } finally {
    await browser.close()
  }
}

const readLoad = () => loadavg()[0] ?? 0
