import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@griot/service-kit/migrate'
import { root } from '../build/targets.ts'
import { withClient } from '../common/with-client.ts'
import { runCut } from '../partition/run-cut.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, type Role, roles } from '../postgres/roles.ts'
import { endChildrenOnSignal } from './end-on-signal.ts'
import { type CutMeasured, cutByPeople, PARTS } from './rows-cut.ts'
import { fillRows, partitionByMonth } from './rows-fill.ts'
import { type Measured, measureRows, type Sizes, sizesOf } from './rows-plans.ts'
import { writeRowsReport } from './rows-report.ts'

/**
 * `npm run bench:rows`: what the ledger and the sessions cost at many rows, what `npm run ledger:partition` makes of them,
 * and what months of their own would change. `-- --rows 100000000` takes 80 GB of disk and hours, `-- --ahead 100000000`
 * half of that: it makes the parts while they are empty, and fills them. `--dir` says where.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    ahead: { type: 'string', default: '' },
    dir: { type: 'string', default: tmpdir() },
    quick: { type: 'boolean', default: false },
  },
})

const countsOf = (list: string) => list.split(',').filter(Boolean).map(Number)
// Enough to see what they do.
const MONTHS_AT = 1_000_000

export interface Found {
  rows: number
  layout: 'one table' | 'months' | 'people' | 'people, ahead'
  measured: Measured[]
  sizes: Sizes[]
  /** How it came about, if by a cut. */
  cut?: CutMeasured
}

endChildrenOnSignal()
const dataDir = await mkdtemp(join(values.dir, 'griot-rows-'))
const postgres = await startPostgres({
  dataDir,
  durable: false,
  settings: {
    shared_buffers: '2GB',
    maintenance_work_mem: '1GB',
    max_wal_size: '4GB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    // The newest rows are what people ask for, as in life: nothing else keeps them in memory.
    autovacuum: 'off',
  },
})
const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<
  Role,
  string
>

const measureAt = async (rows: number, isAhead: boolean): Promise<Found[]> => {
  const database = `rows_${rows}${isAhead ? '_ahead' : ''}`
  const urls = await bootstrapRoles({ adminUrl: postgres.adminUrl, database, passwords })
  const dir = join(root, 'services', 'listening-points', 'migrations')
  await migrate({ url: urls.griot_migrator, schema: 'listening_points', dir })
  const admin = Object.assign(new URL(postgres.adminUrl), { pathname: `/${database}` }).href
  const found = await withClient(admin, async (client) => {
    process.stdout.write(`${rows} entries\n`)
    if (isAhead) await runCut(urls.griot_migrator, ['--parts', PARTS])
    await fillRows(client, rows)
    const look = async (layout: Found['layout']): Promise<Found> => {
      return { rows, layout, measured: await measureRows(client, rows), sizes: await sizesOf(client) }
    }
    if (isAhead) return [await look('people, ahead')]
    const one = await look('one table')
    const cut = await cutByPeople(client, { owner: urls.griot_migrator, service: urls.listening_points })
    const people = { ...(await look('people')), cut }
    if (rows !== MONTHS_AT) return [one, people]
    await partitionByMonth(client)
    return [one, people, await look('months')]
  })
  await withClient(postgres.adminUrl, (client) => client.query(`drop database ${database}`))
  return found
}

try {
  const found: Found[] = []
  const asked = [
    ...countsOf(values.ahead).map((rows) => ({ rows, isAhead: true })),
    ...countsOf(values.rows).map((rows) => ({ rows, isAhead: false })),
  ]
  for (const { rows, isAhead } of asked) {
    found.push(...(await measureAt(rows, isAhead)))
    const report = writeRowsReport(found)
    process.stdout.write(`\n${report}`)
    if (!values.quick) await writeFile(new URL('last-result-rows.md', import.meta.url), report)
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
