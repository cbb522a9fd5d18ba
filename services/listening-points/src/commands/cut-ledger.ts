import { parseArgs } from 'node:util'
import { commandConfig } from '../config.ts'
import { abandonCut, cutByPeople, lookAtCut } from '../parts/cut-by-people.ts'
import { gigabytes, partsFrom } from '../parts/may-cut.ts'
import { CutRefused } from '../parts/tables.ts'

/**
 * `npm run ledger:partition -- --parts 16`: cuts the ledger and the sessions by people, once, while people go on listening;
 * `--look` only says how much that would be, `--abandon` removes what a run has left that was broken off.
 */
const { values } = parseArgs({
  options: {
    parts: { type: 'string' },
    look: { type: 'boolean', default: false },
    abandon: { type: 'boolean', default: false },
    // Of the disk that the database is on, if somebody knows.
    'free-bytes': { type: 'string' },
  },
})

// As `npm run bench:rows` has measured them on two busy cores, keys and indexes included: docs/sizing.md.
const ROWS_A_SECOND = 25_000
const MS_A_LISTENER = 0.25

const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const { DATABASE_URL: url } = commandConfig()

const cut = async () => {
  const parts = partsFrom(values.parts)
  const free = values['free-bytes']
  const measures = await lookAtCut(url, free === undefined ? undefined : Number(free))
  let rows = 0
  let listening = 0
  for (const one of measures) {
    rows += one.rows
    listening += one.unsettled
    say(`${one.name}: about ${one.rows.toLocaleString('en')} rows, ${gigabytes(one.bytes)}`)
  }
  const minutes = Math.ceil(rows / ROWS_A_SECOND / 60)
  say(`As much is written once more beside it, which takes about ${minutes} min; people go on listening meanwhile.`)
  const seconds = Math.max(0.1, (listening * MS_A_LISTENER) / 1000).toFixed(1)
  say(`${listening} listen now: at its end others wait for about ${seconds} s. Install no other release before.`)
  if (values.look) return
  const { lockedMs } = await cutByPeople(url, { parts, say })
  say(`The ledger and the sessions are in ${parts} parts; others waited for ${lockedMs} ms. Now: npm run ledger:audit`)
}

try {
  if (values.abandon) await abandonCut(url)
  else await cut()
} catch (error) {
  if (!(error instanceof CutRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
