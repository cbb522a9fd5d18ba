import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchGrowth } from './growth.ts'
import { openHouse } from './house.ts'
import { writeReport } from './report.ts'
import { benchSessions } from './sessions.ts'

/** `npm run bench`, or `npm run bench -- --quick` for a first look, which keeps the written result as it is. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const SECONDS = 4
const SIZES = values.quick ? [] : [1_000, 100_000, 1_000_000]

const house = await openHouse()
try {
  process.stdout.write('Sessions, heartbeats and reads\n')
  const results = await benchSessions(house, SECONDS)
  process.stdout.write('Growth\n')
  const reads = await benchGrowth(house, SIZES)
  const report = writeReport({ results, sizes: SIZES, reads })
  process.stdout.write(`\n${report}`)
  if (!values.quick) writeFileSync(new URL('last-result.md', import.meta.url), report)
} finally {
  await house.close()
}
