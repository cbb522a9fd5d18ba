import { cpus, loadavg, totalmem } from 'node:os'
import { table } from './report.ts'
import type { Found } from './rows.ts'
import type { CutMeasured } from './rows-cut.ts'

const ms = (value: number) => value.toFixed(value < 1 ? 3 : value < 100 ? 2 : 0)
const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en')
const title = ({ rows, layout }: Found) => `${rows.toLocaleString('en')}, ${layout}`

const questions = (found: Found[]) =>
  table(
    ['question, medians', ...found.map(title)],
    (found[0]?.measured ?? []).map(({ question }, row) => [
      question,
      ...found.map(({ measured }) => {
        const one = measured[row]
        return one
          ? `${ms(one.planningMs)} + ${ms(one.runningMs)}, ${one.pages} (${one.fromDisk})${one.tables > 1 ? `, ${one.tables} tables` : ''}`
          : ''
      }),
    ]),
  )

const sizes = (found: Found[]) => {
  const names = [...new Set(found.flatMap(({ sizes }) => sizes.map(({ name }) => name)))].sort()
  return table(
    ['MB on disk', ...found.map(title)],
    names.map((name) => [
      name,
      ...found.map(({ sizes }) => {
        const one = sizes.find((size) => size.name === name)
        return one ? megabytes(one.bytes) : '–'
      }),
    ]),
  )
}

const cuts = (found: Found[]) =>
  table(
    ['', ...found.filter(({ cut }) => cut).map(title)],
    [
      ['entries and sessions', ({ entries, sessions }: CutMeasured) => (entries + sessions).toLocaleString('en')],
      ['seconds', ({ seconds }: CutMeasured) => String(Math.round(seconds))],
      [
        'rows a second',
        ({ entries, sessions, seconds }: CutMeasured) =>
          Math.round((entries + sessions) / seconds).toLocaleString('en'),
      ],
      ['the tables were locked at the end, ms', ({ lockedMs }: CutMeasured) => String(lockedMs)],
      ['writing an entry meanwhile: median, p99, longest, ms', ({ writes }: CutMeasured) => writes.map(ms).join(', ')],
      ['entries written meanwhile, all there', ({ written }: CutMeasured) => written.toLocaleString('en')],
    ].map(([what, read]) => [
      what as string,
      ...found.flatMap(({ cut }) => (cut ? [(read as (cut: CutMeasured) => string)(cut)] : [])),
    ]),
  )

export const writeRowsReport = (found: Found[]) => `# Last result of \`npm run bench:rows\`

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}, load average ${(loadavg()[0] ?? 0).toFixed(1)}.

Two years of ledger entries, a hundred a person, and a tenth as many sessions, in the tables of listening-points and in
PostgreSQL with 2 GB of buffers, nothing in them at first. **months** is the same in 24
partitions, entries by \`created_at\` and sessions by \`ended_at\`, without the entries’ key on \`id\`, so writing is not
compared with it. **people** is what \`npm run ledger:partition -- --parts 16\` has made of the one table;
**people, ahead** the same made while the tables were empty, and then filled.
Each cell: planning + running in ms, pages looked at (those not in PostgreSQL's buffers), and how many tables of entries or
sessions a statement was in, if that ever was more than one. Pages are what counts: they do not depend on the machine.

${questions(found)}

${sizes(found)}

The cut itself, with somebody who wrote an entry every 50 ms meanwhile:

${cuts(found)}
`
