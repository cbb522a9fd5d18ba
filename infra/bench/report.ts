import { cpus, loadavg, totalmem } from 'node:os'
import type { Growth } from './growth.ts'
import type { JobResult } from './sessions.ts'

const ratio = (value: number) => `${value.toFixed(2)}×`
const milliseconds = (value: number) => value.toFixed(value < 1 ? 3 : 2)

/** A Markdown table with aligned columns. */
export const table = (head: string[], rows: string[][]) => {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

const cpuOf = ({ node, postgres }: JobResult['ours']) => node + postgres

const cost = (results: JobResult[]) =>
  table(
    [
      'job',
      'CPU, ours / stack',
      'CPU, with gateway / stack',
      'CPU, ours / with gateway',
      'Node only, ours / stack',
      'PostgreSQL, ours / pgbench',
      'rate, ours / stack',
      'rate, ours / pgbench',
      'p50, ours / stack',
    ],
    results.map(({ job, ours, stack, relayed, pgbench }) => [
      job,
      ratio(cpuOf(ours) / cpuOf(stack)),
      ratio(cpuOf(relayed) / cpuOf(stack)),
      ratio(cpuOf(ours) / cpuOf(relayed)),
      ratio(ours.node / stack.node),
      pgbench === undefined ? '–' : ratio(ours.postgres / pgbench.postgres),
      ratio(ours.rate / stack.rate),
      pgbench === undefined ? '–' : ratio(ours.rate / pgbench.rate),
      ratio(ours.p50 / stack.p50),
    ]),
  )

const figures = (results: JobResult[]) =>
  table(
    [
      'job',
      'ours: Node, PostgreSQL ms',
      'stack: Node, PostgreSQL ms',
      'pgbench: PostgreSQL ms',
      'ours, stack, with gateway, pgbench per second',
      'p50 ms, ours, stack',
    ],
    results.map(({ job, ours, stack, relayed, pgbench }) => [
      job,
      `${milliseconds(ours.node)}, ${milliseconds(ours.postgres)}`,
      `${milliseconds(stack.node)}, ${milliseconds(stack.postgres)}`,
      pgbench === undefined ? '–' : milliseconds(pgbench.postgres),
      [ours, stack, relayed, pgbench].map((side) => (side === undefined ? '–' : Math.round(side.rate))).join(', '),
      `${milliseconds(ours.p50)}, ${milliseconds(stack.p50)}`,
    ]),
  )

const growth = (sizes: readonly number[], reads: Growth[]) =>
  table(
    ['read, p50 ms', ...sizes.map((size) => `${size.toLocaleString('en')} users`), 'last / first'],
    reads.map(({ read, p50 }) => [
      read,
      ...p50.map(milliseconds),
      ratio((p50.at(-1) ?? Number.NaN) / (p50[0] ?? Number.NaN)),
    ]),
  )

// Read before the measurement, which causes load itself.
const loadBefore = loadavg()[0] ?? 0

/** The machine, in one line. */
export const machine = () => {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${process.platform}, load average ${loadBefore.toFixed(1)}`
}

export interface Report {
  results: JobResult[]
  sizes: readonly number[]
  reads: Growth[]
}

export const writeReport = ({ results, sizes, reads }: Report) => `# Last result of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, ${machine()}.

**ours**: requests with a session through the built gateway to the built services. **CPU** is that of all processes: gateway,
points service, catalog and PostgreSQL, which contains the queue. **stack**: minimal code on the same stack (Koa and pg, one
query, no session). **With gateway**: the stack behind a minimal gateway that relays and checks nothing, which is the cost of
a second process. **pgbench**: the statements of the stack alone. All run alternately on one PostgreSQL with fsync and
20 connections; if \`taskset\` is installed, all measured processes share one core and the clients use another one. Compare the
ratios: lower is better for CPU and p50, higher for rates.

- **Session pair**: start and end of a session. **With event**: the listener heard a second of an episode of two, so the end earns
  the points of the start and publishes \`listening.recorded\`. It is measured until the catalog has applied the event. The
  pairs use 2,000 listeners in turn, so that each pair includes the lookup of a session.
- **Podcast list**: 50 podcasts. A host who has just edited a podcast reads their own, with those that are not published; an admin
  reads those of the host.
- **No query** uses no database: it is the cost of the session check and of two processes, which every request has.

## CPU and rate

${cost(results)}

${figures(results)}

${
  sizes.length === 0
    ? ''
    : `## Growth

Single requests to the points service, ten ledger entries per user.

${growth(sizes, reads)}
`
}`
