import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchDesk } from './desk.ts'
import { writeDesk } from './desk-report.ts'
import { endChildrenOnSignal } from './end-on-signal.ts'
import { benchGrowth } from './growth.ts'
import { openBenchHarness } from './harness.ts'
import { benchListeners, benchRates } from './listeners.ts'
import { writeListeners } from './listeners-report.ts'
import { benchMarks } from './marks.ts'
import { writeMarks } from './marks-report.ts'
import { benchModules } from './modules.ts'
import { writeModules } from './modules-report.ts'
import { benchOpenAudio } from './open-audio.ts'
import { writeOpen } from './open-report.ts'
import { writeReport } from './report.ts'
import { benchSearch, writeSearch } from './search.ts'
import { benchSessions } from './sessions.ts'

/**
 * `npm run bench`, or one part with `--only services`, `search`, `desk`, `marks`, `modules`, `open` or `load`. `--quick` is a short run that does not
 * write the result files. `--rounds 5` visits the pages of the modules 5 times instead of 12.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, rounds: { type: 'string' } },
})
const SECONDS = values.quick ? 2 : 4
const SIZES = values.quick ? [] : [1_000, 100_000, 1_000_000]

const write = (file: string, report: string) => {
  process.stdout.write(`\n${report}`)
  if (!values.quick) writeFileSync(new URL(file, import.meta.url), report)
}

const benchServices = async () => {
  const harness = await openBenchHarness()
  try {
    process.stdout.write('Sessions, heartbeats and reads\n')
    const results = await benchSessions(harness, SECONDS)
    process.stdout.write('Growth\n')
    const reads = await benchGrowth(harness, SIZES)
    write('last-result.md', writeReport({ results, sizes: SIZES, reads }))
  } finally {
    await harness.close()
  }
}

const PARTS: Record<string, () => Promise<void>> = {
  services: benchServices,
  search: async () => {
    process.stdout.write('Search\n')
    write('last-search.md', writeSearch(await benchSearch(values.quick ? [1_000] : [1_000, 10_000])))
  },
  desk: async () => {
    process.stdout.write('Operations desk\n')
    const [rows, queued, tips] = values.quick ? [20_000, 2_000, 1_000] : [1_000_000, 100_000, 50_000]
    write('last-desk.md', writeDesk(await benchDesk({ rows, queued, tips })))
  },
  marks: async () => {
    process.stdout.write('Pages on a slow phone\n')
    write('last-marks.md', writeMarks(await benchMarks()))
  },
  modules: async () => {
    process.stdout.write('Separate builds compared with one build\n')
    write('last-modules.md', writeModules(await benchModules(values.quick ? 2 : Number(values.rounds ?? 12))))
  },
  open: async () => {
    process.stdout.write('Requests of apps and other sites\n')
    write('last-open.md', writeOpen(await benchOpenAudio(SECONDS)))
  },
  load: async () => {
    process.stdout.write('A thousand listeners\n')
    const rates = [...(await benchRates(1)), ...(await benchRates(2))]
    write('last-load.md', writeListeners(rates, await benchListeners(values.quick ? 100 : 1_000, values.quick ? 1 : 3)))
  },
}

endChildrenOnSignal()
const parts = values.only === undefined ? Object.values(PARTS) : [PARTS[values.only]]
for (const part of parts) {
  if (!part) throw new Error(`Unknown part ${values.only}: use one of ${Object.keys(PARTS).join(', ')}.`)
  await part()
}
