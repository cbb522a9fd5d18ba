import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '@griot/service-kit/migrate'
import { root } from '../build/targets.ts'
import { withClient } from '../common/with-client.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { bootstrapRoles, type Role, roles } from '../postgres/roles.ts'
import { fillRows, partitionByMonth, partitionByPerson } from './rows-fill.ts'
import { type Measured, measureRows, type Sizes, sizesOf } from './rows-plans.ts'
import { writeRowsReport } from './rows-report.ts'

/**
 * `npm run bench:rows`: what the ledger and the sessions cost at many rows, and what months of their own would change.
 * `-- --rows 100000000` takes 40 GB of disk and most of an hour; `--dir` says where.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    dir: { type: 'string', default: tmpdir() },
    quick: { type: 'boolean', default: false },
  },
})

const most = Number(values.rows)
// Other layouts are compared at a size at which two fit beside each other.
const LAYOUTS_AT = Math.min(10_000_000, most)
const counts = [...new Set([1_000_000, 10_000_000, most])].filter((count) => count <= most)

export interface Found {
  rows: number
  layout: 'one table' | 'months' | 'people'
  measured: Measured[]
  sizes: Sizes[]
}

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

const measureAt = async (rows: number): Promise<Found[]> => {
  const database = `rows_${rows}`
  const urls = await bootstrapRoles({ adminUrl: postgres.adminUrl, database, passwords })
  const dir = join(root, 'services', 'listening-points', 'migrations')
  await migrate({ url: urls.griot_migrator, schema: 'listening_points', dir })
  const admin = Object.assign(new URL(postgres.adminUrl), { pathname: `/${database}` }).href
  const found = await withClient(admin, async (client) => {
    process.stdout.write(`${rows} entries\n`)
    await fillRows(client, rows)
    const look = async (layout: Found['layout']): Promise<Found> => {
      return { rows, layout, measured: await measureRows(client, rows), sizes: await sizesOf(client) }
    }
    const one = await look('one table')
    if (rows !== LAYOUTS_AT) return [one]
    await partitionByMonth(client)
    const months = await look('months')
    await partitionByPerson(client)
    return [one, months, await look('people')]
  })
  await withClient(postgres.adminUrl, (client) => client.query(`drop database ${database}`))
  return found
}

try {
  const found: Found[] = []
  for (const rows of counts) {
    found.push(...(await measureAt(rows)))
    const report = writeRowsReport(found)
    process.stdout.write(`\n${report}`)
    if (!values.quick) await writeFile(new URL('last-result-rows.md', import.meta.url), report)
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
