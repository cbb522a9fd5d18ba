import type { DeskResult } from './desk.ts'
import { machine, table } from './report.ts'

const LIMIT_MS = 100
const UPDATE_LIMIT_MS = 1_000

const number = (value: number) => value.toLocaleString('en')
const milliseconds = (value: number) => value.toFixed(1)

export const writeDesk = ({ sizes, calls, updates }: DeskResult) => `# Last result of \`npm run bench -- --only desk\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

Single calls of the operations desk and of a creator's tips, through the built gateway to the built services: 200 of each.
There are ${number(sizes.rows)} users, shows, reports, entries of the audit log, tips, stored files and listening sessions. The queue lists
${number(sizes.queued)} files, and the creator has received ${number(sizes.tips)} tips. The frequent words are those of 0.5 to 10 % of the users.

${table(
  ['list', 'variant', 'p50 ms', 'p95 ms', 'limit of p95 ms'],
  calls.map(({ list, variant, p50, p95 }) => [list, variant, ...[p50, p95].map(milliseconds), String(LIMIT_MS)]),
)}

Times from the change of a file in the database to its row in each open table of the queue, by server-sent events:

${table(
  ['open tables', 'p50 ms', 'p95 ms', 'limit of p95 ms'],
  updates.map(({ tables, p50, p95 }) => [String(tables), ...[p50, p95].map(milliseconds), String(UPDATE_LIMIT_MS)]),
)}
`
