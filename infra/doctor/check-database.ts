import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import pg from 'pg'
import { holderOf, lockOf } from '../common/lock-file.ts'
import { withClient } from '../common/with-client.ts'
import { clusterAt, readPidFile } from '../postgres/cluster.ts'
import { root } from '../start/config.ts'
import { because, type Check, type Env, type Finding, isLoopback, speaker } from './finding.ts'

const { good, odd, wrong } = speaker('database')

/** What one copy of everything may open: five pools, and what the queue and the listeners hold. */
const CONNECTIONS_A_COPY = 60
const OLDEST = 150_000
const SKEW_SECONDS = 5

export const checkDatabase: Check = async (env) => {
  const found = env.DATABASE_URL === undefined ? await checkOurs(env) : await lookAt('DATABASE_URL', env.DATABASE_URL)
  for (const name of Object.keys(env).filter((name) => /^DATABASE_URL_\w+$/.test(name))) {
    if (env.REDIS_URL === undefined)
      found.push(wrong(`${name} needs REDIS_URL: services apart share no queue in PostgreSQL.`))
    found.push(...(await lookAt(name, env[name])))
  }
  for (const name of ['DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL']) found.push(...(await knock(name, env[name])))
  return found
}

/** Who may come in there is the services' own affair; that somebody opens is ours. */
const knock = async (name: string, url: string | undefined): Promise<Finding[]> => {
  if (url === undefined) return []
  if (!URL.canParse(url)) return [wrong(`${name} is not an address such as postgres://host:6432.`)]
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 5_000 })
    const answer = (findings: Finding[]) => {
      socket.destroy()
      resolve(findings)
    }
    socket.once('connect', () => answer([]))
    socket.once('timeout', () => answer([wrong(`${name}: nobody answers at ${hostname}.`)]))
    socket.once('error', (error) => answer([wrong(`${name}: nobody answers at ${hostname}: ${because(error)}.`)]))
  })
}

/** The PostgreSQL that comes with Griot runs while Griot does. */
const checkOurs = async ({ DATA_DIR: given = '.data' }: Env): Promise<Finding[]> => {
  const dataDir = resolve(root, given)
  const { data, password, log } = clusterAt(dataDir)
  if (holderOf(lockOf(dataDir)) === undefined) return [good('PostgreSQL comes with Griot and lives in DATA_DIR.')]
  const port = readPidFile(data)?.port
  if (port === undefined) return [wrong(`The PostgreSQL that comes with Griot does not run; ${log} says why.`)]
  const where = {
    user: 'postgres',
    password: readFileSync(password, 'utf8').trim(),
    host: '127.0.0.1',
    port,
    database: 'griot',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  }
  try {
    await withClient(where, (client) => client.query('select 1'))
    return [good('The PostgreSQL that comes with Griot answers.')]
  } catch (error) {
    return [wrong(`The PostgreSQL that comes with Griot does not answer (${because(error)}); ${log} says why.`)]
  }
}

const lookAt = async (name: string, url: string | undefined): Promise<Finding[]> => {
  if (url === undefined) return []
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    return [wrong(`${name} is not an address such as postgres://admin:password@host/griot.`)]
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await look(client, new URL(url))
  } catch (error) {
    return [wrong(`${name}: ${new URL(url).host} does not let us in: ${because(error)}.`)]
  } finally {
    await client.end().catch(() => {})
  }
}

interface Facts {
  version: number
  called: string
  most: number
  may_create_roles: boolean
  is_superuser: boolean
  may_replicate: boolean
  now: number
  is_standby: boolean
  fsync: string
}

const look = async (client: pg.Client, { hostname, searchParams }: URL): Promise<Finding[]> => {
  const { rows } = await client.query<Facts>(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as called,
      current_setting('max_connections')::int as most, rolcreaterole or rolsuper as may_create_roles,
      rolsuper as is_superuser,
      case when current_setting('server_version_num')::int >= 150000
        then has_parameter_privilege('session_replication_role', 'set') else rolsuper end as may_replicate,
      extract(epoch from clock_timestamp())::float8 as now, pg_is_in_recovery() as is_standby,
      current_setting('fsync') as fsync
    from pg_roles where rolname = current_user`)
  const [facts] = rows
  if (facts === undefined) return [wrong('The account of DATABASE_URL does not find itself among the roles.')]
  const findings: Finding[] = []
  if (facts.version < OLDEST) findings.push(wrong(`It is PostgreSQL ${facts.called}; 15 is the oldest that works.`))
  if (facts.is_standby) findings.push(wrong('DATABASE_URL leads to a standby, which takes no writes.'))
  if (!facts.may_create_roles) {
    findings.push(wrong('The account of DATABASE_URL may not create roles: give it CREATEROLE, each service has one.'))
  }
  if (facts.most < CONNECTIONS_A_COPY) {
    findings.push(
      wrong(
        `It takes ${facts.most} connections; one copy of everything may open ${CONNECTIONS_A_COPY}: raise max_connections.`,
      ),
    )
  }
  if (facts.fsync === 'off') findings.push(wrong('fsync is off: what was acknowledged is lost when its machine fails.'))
  const skew = Math.round(Math.abs(facts.now - Date.now() / 1000))
  if (skew > SKEW_SECONDS) findings.push(odd(`Its clock and ours are ${skew} seconds apart: set both by NTP.`))
  if (!isLoopback(hostname) && (searchParams.get('sslmode') ?? 'disable') === 'disable') {
    findings.push(odd(`The way to ${hostname} is not encrypted: add ?sslmode=verify-full to DATABASE_URL.`))
  }
  if (!facts.may_replicate) {
    findings.push(odd('The account may not set session_replication_role: it can make backups, but not restore them.'))
  }
  return findings.length > 0 ? findings : [good(`PostgreSQL ${facts.called}, ${facts.most} connections.`)]
}
