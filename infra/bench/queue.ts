import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endChildrenOnSignal } from './end-on-signal.ts'
import { benchProcessing } from './processing.ts'
import { writeProcessing } from './processing-report.ts'

/** `npm run bench:queue`; `-- --quick` takes fewer files and keeps the written result as it is. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const SHARE = values.quick ? 5 : 1

endChildrenOnSignal()
process.stdout.write('Files through the queue\n')
const report = writeProcessing(
  await benchProcessing([
    { files: 200 / SHARE, seconds: 60 },
    { files: 60 / SHARE, seconds: 300 },
  ]),
)
process.stdout.write(`\n${report}`)
if (!values.quick) writeFileSync(new URL('last-result-queue.md', import.meta.url), report)
