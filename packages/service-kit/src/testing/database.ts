import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Db } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { createLog } from '../log/log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL cluster of the test run, with an empty database that has all roles. */
    postgres: {
      adminUrl: string
      emptyDatabase: string
      passwords: Record<string, string>
      /** Of the PgBouncer in front of it, if the tests use one. */
      poolerPort?: number
    }
  }
}

export interface TestDatabase {
  db: Db
  /** As the service's own role. */
  url: string
  /** As the role that owns the schema. */
  migratorUrl: string
  drop(): Promise<void>
}

const urlFor = (role: string, database: string) => {
  const { adminUrl, passwords } = inject('postgres')
  const url = new URL(adminUrl)
  const password = passwords[role]
  if (password !== undefined) {
    url.username = role
    url.password = password
  }
  url.pathname = `/${database}`
  return url.href
}

const throughPooler = (url: string) => {
  const { poolerPort } = inject('postgres')
  if (poolerPort === undefined) return undefined
  const pooled = new URL(url)
  pooled.port = String(poolerPort)
  return pooled.href
}

const asAdmin = async <Result>(database: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: urlFor('', database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const LOCK = 7_250_301

/** A copied database lacks the grants of its template; migrations may create extensions and schemas. */
const allowMigrator = (client: pg.Client, database: string) =>
  client.query(`grant create on database "${database}" to griot_migrator`)

/** A migrated database to copy, created once for each state of the migrations. */
const templateFor = async (schema: string, dir: string) => {
  const files = (await readdir(dir)).sort()
  const hash = createHash('sha1')
  for (const file of files) hash.update(file).update(await readFile(join(dir, file)))
  const template = `template_${schema}_${hash.digest('hex').slice(0, 12)}`

  await asAdmin('postgres', async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    const making = `making_${randomUUID().replaceAll('-', '')}`
    await client.query(`create database "${making}" template "${inject('postgres').emptyDatabase}"`)
    await allowMigrator(client, making)
    await migrate({ url: urlFor('griot_migrator', making), schema, dir })
    await client.query(`alter database "${making}" rename to "${template}"`)
  })
  return template
}

/** A migrated database of one test file. */
export const createTestDatabase = async (schema: string, migrations: URL): Promise<TestDatabase> => {
  const template = await templateFor(schema, fileURLToPath(migrations))
  const name = `test_${schema}_${randomUUID().replaceAll('-', '')}`
  await asAdmin('postgres', async (client) => {
    // PostgreSQL copies a template only while it has no other connection.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    // Takes half the CPU of the default, which writes each page to the log.
    await client.query(`create database "${name}" template "${template}" strategy file_copy`)
    await allowMigrator(client, name)
  })
  const url = urlFor(schema, name)
  const db = connect({ url, poolerUrl: throughPooler(url), log: createLog('test', 'silent'), max: 20 })
  return {
    db,
    url,
    migratorUrl: urlFor('griot_migrator', name),
    async drop() {
      await db.close()
      await asAdmin('postgres', (client) => client.query(`drop database "${name}" with (force)`))
    },
  }
}
