import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@griot/infra/postgres'
import pg from 'pg'

/** A PostgreSQL and a streaming replica. `fill` runs before the replica is copied. */
export const createReplicated = async (
  fill: (adminUrl: string, folder: string) => Promise<unknown> = async () => {},
) => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-replicated-'))
  const first = join(dir, 'first')
  const second = join(dir, 'second')
  let primary = await startPostgres({ dataDir: first, durable: false })
  const { port, adminUrl } = primary
  await fill(adminUrl, first)
  // A copy of a stopped server becomes a replica once it has `primary_conninfo`.
  await primary.stop()
  await mkdir(second)
  await cp(join(first, 'postgres'), join(second, 'postgres'), { recursive: true, preserveTimestamps: true })
  await writeFile(join(second, 'postgres', 'data', 'standby.signal'), '')
  primary = await startPostgres({ dataDir: first, port, durable: false })

  const { password } = new URL(adminUrl)
  const follow = { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}` }
  const startReplica = (at?: number) =>
    startPostgres({ dataDir: second, durable: false, settings: follow, ...(at !== undefined && { port: at }) })
  let replica = await startReplica()
  const replicaPort = replica.port

  const ask = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ result: unknown }>(text).finally(() => client.end())
    return rows[0]?.result
  }
  const atReplica = (text: string) => ask(replica.adminUrl, text)
  return {
    primaryUrl: adminUrl,
    replicaUrl: replica.adminUrl,
    /** Pauses replay; the replica keeps serving its current state. */
    holdReplica: () => atReplica('select pg_wal_replay_pause()'),
    releaseReplica: () => atReplica('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    async startReplica() {
      replica = await startReplica(replicaPort)
    },
    stopPrimary: () => primary.stop(),
    /** Kills the primary after the replica has replayed everything, as with synchronous commits. */
    async killPrimary() {
      const position = await ask(adminUrl, 'select pg_current_wal_insert_lsn() as result')
      const hasReplayed = `select pg_last_wal_replay_lsn() >= '${position}' as result`
      while ((await atReplica(hasReplayed)) !== true) await delay(50)
      process.kill(primary.pid, 'SIGKILL')
      await primary.died
    },
    promoteReplica: () => atReplica('select pg_promote() as result'),
    async remove() {
      await replica.stop()
      await primary.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
