import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchProcessing, writeProcessing } from './processing.ts'

/** `npm run bench:queue`; `-- --quick` takes fewer files and keeps the written result as it is. */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

process.stdout.write('Files through the queue\n')
const report = writeProcessing(await benchProcessing(values.quick ? 40 : 200))
process.stdout.write(`\n${report}`)
if (!values.quick) writeFileSync(new URL('last-result-queue.md', import.meta.url), report)
