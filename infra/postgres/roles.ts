import pg from 'pg'
import { migrator, queueSchema, queueUsers, type Role, roles, services } from './role-names.ts'

export { type Role, roles }

interface Bootstrap {
  /** Someone who may create roles: a superuser, or a managed database's administrator. */
  adminUrl: string
  /** Made when missing. */
  database: string
  passwords: Readonly<Record<Role, string>>
}

// Any number will do, as long as every Griot takes the same.
const LOCK = 0x6772696f

// For whoever does not set their own: through a pooler nobody can.
const TIME_LIMITS = { statement_timeout: `'10s'`, lock_timeout: `'3s'`, idle_in_transaction_session_timeout: `'30s'` }

const id = pg.escapeIdentifier
const text = pg.escapeLiteral

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    // Two starts at once would otherwise trip over each other's half-made roles.
    await client.query(`select pg_advisory_lock(${LOCK})`)
    return await work(client)
  } finally {
    await client.end()
  }
}

const inDatabase = (url: string, database: string): string => {
  const result = new URL(url)
  result.pathname = `/${encodeURIComponent(database)}`
  return result.href
}

/** The address itself, or while its database is not there yet, that of the one which every server has. */
const reachable = async (url: string): Promise<string> => {
  try {
    await connected(url, async () => {})
    return url
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    return inDatabase(url, 'postgres')
  }
}

const createRoles = async (client: pg.Client, passwords: Bootstrap['passwords']): Promise<void> => {
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    roles,
  ])
  const known = new Set(rows.map((row) => row.rolname))
  for (const role of roles) {
    const verb = known.has(role) ? 'alter' : 'create'
    await client.query(`${verb} role ${id(role)} with login password ${text(passwords[role])}`)
  }
  // On the role, not on the database, so that a database copied from a template behaves the same.
  for (const service of services) {
    const settings = { search_path: id(service), ...TIME_LIMITS }
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`alter role ${id(service)} set ${name} = ${value}`)
    }
  }
  // An administrator who is no superuser may act for these roles only as their member.
  const { rows: superuser } = await client.query(`select 1 from pg_roles where rolname = current_user and rolsuper`)
  if (superuser.length === 0) await client.query(`grant ${roles.map(id).join(', ')} to current_user`)
}

const createDatabase = async (client: pg.Client, database: string): Promise<void> => {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rows.length === 0) await client.query(`create database ${id(database)}`)
}

const openSchema = (schema: string, users: readonly Role[]): string => {
  const to = users.map(id).join(', ')
  const defaults = `alter default privileges for role ${id(migrator)} in schema ${id(schema)}`
  return `
    create schema if not exists ${id(schema)} authorization ${id(migrator)};
    grant usage on schema ${id(schema)} to ${to};
    ${defaults} grant select, insert, update, delete on tables to ${to};
    ${defaults} grant usage, select on sequences to ${to};
    ${defaults} grant execute on functions to ${to};
  `
}

/** BullMQ makes a sequence for every queue when it is first used, as whoever uses it first; the others count on, too. */
const shareQueueSequences = (user: Role): string => `
  grant create on schema ${id(queueSchema)} to ${id(user)};
  alter default privileges for role ${id(user)} in schema ${id(queueSchema)}
    grant usage, select on sequences to ${queueUsers.map(id).join(', ')};
`

const openDatabase = (database: string): string => `
  revoke all on database ${id(database)} from public;
  grant connect on database ${id(database)} to ${roles.map(id).join(', ')};
  grant create, temporary on database ${id(database)} to ${id(migrator)};
  -- BullMQ adds many jobs at once through a temporary table.
  grant temporary on database ${id(database)} to ${queueUsers.map(id).join(', ')};
  revoke create on schema public from public;
  ${services.map((service) => openSchema(service, [service])).join('')}
  ${openSchema(queueSchema, queueUsers)}
  ${queueUsers.map(shareQueueSequences).join('')}
`

const withAccount = (url: string, database: string, user: string, password: string): string => {
  const result = new URL(url)
  result.username = encodeURIComponent(user)
  result.password = encodeURIComponent(password)
  result.pathname = `/${encodeURIComponent(database)}`
  return result.href
}

/**
 * Makes the database, the roles and one schema per service, each open to its own role only, and answers every role's
 * URL. Doing it again changes nothing but the passwords. Works on PostgreSQL 15 and later.
 */
export const bootstrapRoles = async ({ adminUrl, database, passwords }: Bootstrap): Promise<Record<Role, string>> => {
  await connected(await reachable(adminUrl), async (client) => {
    await createRoles(client, passwords)
    await createDatabase(client, database)
  })
  await connected(inDatabase(adminUrl, database), async (client) => {
    await client.query(openDatabase(database))
  })
  const url = (role: Role) => withAccount(adminUrl, database, role, passwords[role])
  return {
    griot_migrator: url('griot_migrator'),
    gateway: url('gateway'),
    catalog: url('catalog'),
    listening_points: url('listening_points'),
    media: url('media'),
  }
}
