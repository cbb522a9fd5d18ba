import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { PostgresUrl } from '@griot/service-kit/config'
import type pg from 'pg'
import { holderOf, lockOf } from '../common/lock-file.ts'
import { reasonFor } from '../common/setup-error.ts'
import { withClient } from '../common/with-client.ts'
import { clusterAt, superuserConnection } from '../postgres/cluster.ts'
import { root } from '../start/config.ts'
import { type Check, type Env, isLoopback, type Report } from './finding.ts'

/** Connections of one instance of everything: five pools, the queue and the listeners for notifications. */
const CONNECTIONS_PER_INSTANCE = 60
const MIN_VERSION = 150_000
const SKEW_SECONDS = 5
const TIMEOUT_MS = 5_000

export const checkDatabase: Check = async (env, report) => {
  const { DATABASE_URL: url } = env
  const state = url === undefined ? await checkEmbedded(env, report) : await checkServer('DATABASE_URL', url, report)
  for (const [name, own] of Object.entries(env).filter(([name]) => /^DATABASE_URL_\w+$/.test(name))) {
    if (env.REDIS_URL === undefined) {
      report.error(`${name} needs REDIS_URL: services with separate databases cannot share a queue in PostgreSQL.`)
    }
    if (own !== undefined) await checkServer(name, own, report)
  }
  for (const name of ['DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL']) await checkPort(name, env[name], report)
  return state
}

/** Checks only that the port is open. The services have their own accounts. */
const checkPort = async (name: string, url: string | undefined, { error }: Report) => {
  if (url === undefined) return
  if (!URL.canParse(url)) return error(`${name} is not a URL such as postgres://host:6432.`)
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || 5432) })
  await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((failure: unknown) =>
    error(`${name}: no response from ${hostname}: ${reasonFor(failure)}.`),
  )
  socket.destroy()
}

const checkEmbedded = async ({ DATA_DIR: given = '.data' }: Env, { error }: Report): Promise<string> => {
  const dataDir = resolve(root, given)
  const { log } = clusterAt(dataDir)
  if (holderOf(lockOf(dataDir)) === undefined) return 'The embedded PostgreSQL stores its data in DATA_DIR.'
  const connection = superuserConnection(dataDir)
  if (connection === undefined) error(`The embedded PostgreSQL does not run; its log is ${log}.`)
  else {
    const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
    await withClient({ ...connection, ...limits }, (client) => client.query('select 1')).catch((failure: unknown) =>
      error(`The embedded PostgreSQL does not respond (${reasonFor(failure)}); its log is ${log}.`),
    )
  }
  return 'The embedded PostgreSQL responds.'
}

const checkServer = async (name: string, url: string, report: Report): Promise<string> => {
  if (!PostgresUrl.safeParse(url).success || !URL.canParse(url)) {
    report.error(`${name} is not a URL such as postgres://admin:password@host/griot.`)
    return ''
  }
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, statement_timeout: TIMEOUT_MS }
  try {
    return await withClient({ connectionString: url, ...limits }, (client) =>
      checkSettings(client, new URL(url), report),
    )
  } catch (failure) {
    report.error(`${name}: ${new URL(url).host} refuses the connection: ${reasonFor(failure)}.`)
    return ''
  }
}

const checkSettings = async (client: pg.Client, { hostname, searchParams }: URL, { warning, error }: Report) => {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as version_name,
      current_setting('max_connections')::int as max_connections, rolcreaterole or rolsuper as may_create_roles,
      case when current_setting('server_version_num')::int >= 150000
        then has_parameter_privilege('session_replication_role', 'set') else rolsuper end as may_replicate,
      extract(epoch from clock_timestamp())::float8 as now, pg_is_in_recovery() as is_standby,
      current_setting('fsync') as fsync
    from pg_roles where rolname = current_user`)
  const [facts] = rows
  if (facts.version < MIN_VERSION) error(`The server is PostgreSQL ${facts.version_name}, and Griot needs 15 or later.`)
  if (facts.is_standby) error('DATABASE_URL is a standby, which accepts no writes.')
  if (!facts.may_create_roles) {
    error('The role of DATABASE_URL cannot create roles: grant it CREATEROLE, because each service has its own role.')
  }
  if (facts.max_connections < CONNECTIONS_PER_INSTANCE) {
    error(
      `The server allows ${facts.max_connections} connections; one instance of everything may open ${CONNECTIONS_PER_INSTANCE}: raise max_connections.`,
    )
  }
  if (facts.fsync === 'off') error('fsync is off: acknowledged data is lost when the machine of the server fails.')
  const skew = Math.round(Math.abs(facts.now - Date.now() / 1000))
  if (skew > SKEW_SECONDS) {
    warning(`The clock of the server differs by ${skew} seconds from this machine: use NTP on both.`)
  }
  if (!isLoopback(hostname) && (searchParams.get('sslmode') ?? 'disable') === 'disable') {
    warning(`The connection to ${hostname} is not encrypted: add ?sslmode=verify-full to DATABASE_URL.`)
  }
  if (!facts.may_replicate) {
    warning('The role cannot set session_replication_role: it can make backups, but not restore them.')
  }
  return `PostgreSQL ${facts.version_name}, ${facts.max_connections} connections.`
}
