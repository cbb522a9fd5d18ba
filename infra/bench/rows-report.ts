import { cpus, loadavg, totalmem } from 'node:os'
import { table } from './report.ts'
import type { Found } from './rows.ts'

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
        return one ? `${ms(one.planningMs)} + ${ms(one.runningMs)}, ${one.pages} (${one.fromDisk})` : ''
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

export const writeRowsReport = (found: Found[]) => `# Last result of \`npm run bench:rows\`

${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}, load average ${(loadavg()[0] ?? 0).toFixed(1)}.

Two years of ledger entries, a hundred a person, and a tenth as many sessions, in the tables of listening-points and in
PostgreSQL with 2 GB of buffers, nothing in them at first. **months** is the same in 24
partitions, entries by \`created_at\` and sessions by \`ended_at\`; **people** has the entries in 16 by \`user_id\`. Both are
without the entries’ key on \`id\`, so writing is not compared with them.
Each cell: planning + running in ms, pages looked at (those not in PostgreSQL's buffers). Pages are what counts: they do
not depend on the machine.

${questions(found)}

${sizes(found)}
`
