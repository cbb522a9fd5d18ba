import { cpus, loadavg, totalmem } from 'node:os'
import type { Growth } from './growth.ts'
import type { JobResult } from './sessions.ts'

export const ratio = (value: number) => `${value.toFixed(2)}×`
const milliseconds = (value: number) => value.toFixed(value < 1 ? 3 : 2)

/** Columns of one width each, as the formatter of this repository writes them. */
export const table = (head: string[], rows: string[][]) => {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

const cost = (results: JobResult[]) =>
  table(
    [
      'job',
      'CPU, ours / stack',
      'with PostgreSQL, ours / stack',
      'PostgreSQL, ours / pgbench',
      'rate, ours / stack',
      'rate, ours / pgbench',
    ],
    results.map(({ job, ours, stack, wire }) => [
      job,
      ratio(ours.node / stack.node),
      ratio((ours.node + ours.postgres) / (stack.node + stack.postgres)),
      wire === undefined ? '–' : ratio(ours.postgres / wire.postgres),
      ratio(ours.rate / stack.rate),
      wire === undefined ? '–' : ratio(ours.rate / wire.rate),
    ]),
  )

const figures = (results: JobResult[]) =>
  table(
    [
      'job',
      'ours: Node, PostgreSQL ms',
      'stack: Node, PostgreSQL ms',
      'pgbench: PostgreSQL ms',
      'ours, stack, pgbench a second',
    ],
    results.map(({ job, ours, stack, wire }) => [
      job,
      `${milliseconds(ours.node)}, ${milliseconds(ours.postgres)}`,
      `${milliseconds(stack.node)}, ${milliseconds(stack.postgres)}`,
      wire === undefined ? '–' : milliseconds(wire.postgres),
      [ours, stack, wire].map((side) => (side === undefined ? '–' : Math.round(side.rate))).join(', '),
    ]),
  )

const growth = (sizes: readonly number[], reads: Growth[]) =>
  table(
    ['read, p50 ms', ...sizes.map((size) => `${size.toLocaleString('en')} people`), 'last / first'],
    reads.map(({ read, p50 }) => [
      read,
      ...p50.map(milliseconds),
      ratio((p50.at(-1) ?? Number.NaN) / (p50[0] ?? Number.NaN)),
    ]),
  )

// Before anything is measured: afterwards it is our own.
const busy = loadavg()[0] ?? 0

/** What it was measured on. */
export const machine = () => {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}, load average ${busy.toFixed(1)}`
}

export interface Report {
  results: JobResult[]
  sizes: readonly number[]
  reads: Growth[]
}

export const writeReport = ({ results, sizes, reads }: Report) => `# Last result of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

**ours** is signed in and through the gateway: gateway and points service as shipped. **stack** is the least code on the
same stack (Koa and pg, one query, nobody signed in); **pgbench** runs the stack's statements. All three run in turns on
one PostgreSQL with fsync on; where \`taskset\` is there, all that is measured shares one core and whoever asks has
another. Ratios are what counts; less is better for CPU, more for rates. **Nothing** asks no database on either side: it
is the price of signing in and of the way through two processes, which every call of ours pays.

## CPU and rate

${cost(results)}

${figures(results)}

${
  sizes.length === 0
    ? ''
    : `## Growth

One request after the other at the points service, ten ledger rows a person.

${growth(sizes, reads)}
`
}`
