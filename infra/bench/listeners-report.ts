import { cpus, loadavg } from 'node:os'
import type { LoadResult, RateResult } from './listeners.ts'
import { table } from './report.ts'

const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))

export const writeListeners = (rates: readonly RateResult[], load: LoadResult): string =>
  [
    '# A thousand listeners, and the cost of gateway and balancer',
    '',
    `\`npm run bench -- --only load\`, on ${cpus().length} cores shared by PostgreSQL, Redis, PgBouncer if installed, nginx, all instances`,
    `and the clients. Load average: ${loadavg()[0]?.toFixed(1)}. Other load on the machine makes the figures worse.`,
    '',
    '## One read (points)',
    '',
    table(
      ['path', 'requests per second, 16 clients', 'milliseconds, one client'],
      rates.map(({ path, rate, milliseconds }) => [path, rate.toFixed(0), ms(milliseconds)]),
    ),
    '',
    'Two instances serve more requests than one only if there are cores for them.',
    '',
    `## ${load.listeners} listeners, two instances of everything`,
    '',
    `Each starts a session, streams 128 kbit/s in ranges of 15 s, sends ${load.heartbeats} heartbeats, one every 15 s, and ends.`,
    '',
    table(
      ['request', 'count', 'errors', 'p50 ms', 'p99 ms'],
      Object.entries(load.byKind).map(([kind, { requests, errors, p50, p99 }]) => [
        kind,
        String(requests),
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
