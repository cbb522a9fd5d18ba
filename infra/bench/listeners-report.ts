import { cpus, loadavg } from 'node:os'
import type { LoadResult, RateResult } from './listeners.ts'
import { table } from './report.ts'

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))

/** The result as a page. */
export const writeListeners = (rates: readonly RateResult[], load: LoadResult): string =>
  [
    '# A thousand listeners, and what stands in front of a service',
    '',
    `\`npm run bench -- --only load\`, on ${cpus().length} cores that everything shares: PostgreSQL, Redis, PgBouncer where`,
    'there is one, nginx, every copy of every process, and whoever asks. The machine’s load while this was written was',
    `${loadavg()[0]?.toFixed(1)}; on a machine that does something else as well, figures are worse than they need be.`,
    '',
    '## One read (somebody’s points), with and without what stands in front',
    '',
    table(
      ['way', 'requests a second, 16 at a time', 'milliseconds, one at a time'],
      rates.map(({ what, rate, alone }) => [what, rate.toFixed(0), ms(alone)]),
    ),
    '',
    'Two copies answer more than one only where there are cores for them.',
    '',
    `## ${load.listeners} listeners at once, two copies of everything`,
    '',
    `Each starts a session, hears 128 kbit/s in pieces of 15 s, sends ${load.beats} heartbeats, one each 15 s, and ends.`,
    '',
    table(
      ['request', 'asked', 'errors', 'p50 ms', 'p99 ms'],
      Object.entries(load.byKind).map(([kind, { asked, errors, p50, p99 }]) => [
        kind,
        String(asked),
        String(errors),
        ms(p50),
        ms(p99),
      ]),
    ),
    ...(load.firstErrors.length > 0
      ? ['', 'The first errors:', '', ...load.firstErrors.map((text) => `- ${text}`)]
      : []),
    '',
  ].join('\n')
