import pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { migrator, queueSchema, queueUsers, type Role, roles, services } from './role-names.ts'

interface Bootstrap {
  /** A superuser, or the administrator of a managed database, who may create roles. */
  adminUrl: string
  /** Created if missing. */
  database: string
  passwords: Readonly<Record<Role, string>>
}

// An arbitrary number that every start uses.
const LOCK = 0x6772696f

// Defaults for connections that do not set their own. Through a pooler no connection can.
const TIME_LIMITS = { statement_timeout: `'10s'`, lock_timeout: `'3s'`, idle_in_transaction_session_timeout: `'30s'` }

const id = pg.escapeIdentifier
const text = pg.escapeLiteral

const connected = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 10_000 }, async (client) => {
    // Serialize concurrent starts, which would fail on each other's incomplete roles.
    await client.query(`select pg_advisory_lock(${LOCK})`)
    return work(client)
  })

const inDatabase = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${encodeURIComponent(database)}` }).href

/** The URL itself, or that of the database `postgres` if its database does not exist yet. */
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
  // Set on the role, not on the database, so that a database copied from a template behaves the same.
  for (const service of services) {
    const settings = { search_path: id(service), ...TIME_LIMITS }
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`alter role ${id(service)} set ${name} = ${value}`)
    }
  }
  // An administrator without superuser rights can act for these roles only as a member.
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

/** BullMQ creates a sequence for each queue with the role that uses the queue first. The other roles need it as well. */
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

/**
 * Creates the database, the roles and one schema per service, which only its own role can use. Returns the URL of each role.
 * Repeating it changes only the passwords. Needs PostgreSQL 15 or later.
 */
export const bootstrapRoles = async ({ adminUrl, database, passwords }: Bootstrap): Promise<Record<Role, string>> => {
  await connected(await reachable(adminUrl), async (client) => {
    await createRoles(client, passwords)
    await createDatabase(client, database)
  })
  await connected(inDatabase(adminUrl, database), async (client) => {
    await client.query(openDatabase(database))
  })
  const urlOf = (role: Role) =>
    Object.assign(new URL(inDatabase(adminUrl, database)), {
      username: encodeURIComponent(role),
      password: encodeURIComponent(passwords[role]),
    }).href
  return Object.fromEntries(roles.map((role) => [role, urlOf(role)])) as Record<Role, string>
}
