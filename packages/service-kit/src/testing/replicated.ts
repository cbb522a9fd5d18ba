import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@griot/infra/postgres'
import pg from 'pg'

/** A PostgreSQL and a streaming replica of it, both real. `fill` runs before there is a replica. */
export const createReplicated = async (fill: (adminUrl: string) => Promise<void> = async () => {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'griot-test-replicated-'))
  const first = join(dir, 'first')
  const second = join(dir, 'second')
  let primary = await startPostgres({ dataDir: first, durable: false })
  const { port, adminUrl } = primary
  await fill(adminUrl)
  // A copy of a server at rest is a replica as soon as it is told whom to follow.
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

  const atReplica = async (text: string) => {
    const client = new pg.Client({ connectionString: replica.adminUrl })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  return {
    primaryUrl: adminUrl,
    replicaUrl: replica.adminUrl,
    /** It stays up and answers, from what it knew at this moment. */
    holdReplica: () => atReplica('select pg_wal_replay_pause()'),
    releaseReplica: () => atReplica('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    async startReplica() {
      replica = await startReplica(replicaPort)
    },
    stopPrimary: () => primary.stop(),
    async remove() {
      await replica.stop()
      await primary.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
