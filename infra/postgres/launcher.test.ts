import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, processesWith, waitForExit } from '../common/process-table.ts'
import { clusterAt } from './cluster.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './launcher.ts'
import { chooseRunAs } from './run-as.ts'

const isRoot = process.getuid?.() === 0
const cleanUp: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const scratch = (): string => {
  // mkdtemp creates a folder that only its owner can enter, so every test runs below a private parent.
  const folder = mkdtempSync(join(tmpdir(), 'griot-postgres-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let prepared: string
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'griot-postgres-'))
  await (await startPostgres({ dataDir: prepared })).stop()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

/** A folder with a copy of one stopped cluster: initdb takes half a second of CPU. */
const scratchWithCluster = (dataDir = scratch()): string => {
  cpSync(clusterAt(prepared).home, clusterAt(dataDir).home, { recursive: true })
  return dataDir
}

const start = async (dataDir: string, options: Partial<PostgresOptions> = {}): Promise<RunningPostgres> => {
  const server = await startPostgres({ dataDir, durable: false, ...options })
  cleanUp.push(() => server.stop())
  return server
}

const query = async (server: { adminUrl: string }, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts the server from another Node process, which then waits to be killed. */
const startElsewhere = async (dataDir: string, { umask = '022', isDurable = true } = {}) => {
  const launcher = JSON.stringify(new URL('./launcher.ts', import.meta.url).href)
  const script = `
    const { startPostgres } = await import(${launcher})
    const { adminUrl, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: ${isDurable} })
    console.log(JSON.stringify({ adminUrl, pid }))
    setInterval(() => {}, 1000)
  `
  const child: ChildProcess = spawn(
    'sh',
    ['-c', `umask ${umask}; exec "$0" --import tsx --input-type=module -e "$1"`, process.execPath, script],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const ended = once(child, 'exit')
  // The whole process group, as a terminal does when it closes.
  const killAll = async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  cleanUp.push(killAll)
  if (!child.stdout) throw new Error('no stdout')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const server = JSON.parse(line) as { adminUrl: string; pid: number }
  return { ...server, killAll }
}

describe('startPostgres', () => {
  it('creates a cluster below a private folder, protects its password and listens on loopback only', async () => {
    const dataDir = scratch()
    chmodSync(dataDir, 0o700)
    const server = await start(dataDir)

    expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'postgres', 'data', 'pg_hba.conf'), 'utf8')).not.toMatch(/^(host|local).*trust/m)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('keeps data from one start to the next', async () => {
    const dataDir = scratchWithCluster()
    const first = await start(dataDir, { durable: true })
    await query(first, 'create table kept as select 7 as n')
    await first.stop()
    await first.died

    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('stops the server although a connection is open', async () => {
    const server = await start(scratchWithCluster())
    const client = new pg.Client({ connectionString: server.adminUrl })
    client.on('error', () => {})
    await client.connect()
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
  })

  it('adopts the server of a starter that was killed', async () => {
    const dataDir = scratchWithCluster()
    const other = await startElsewhere(dataDir)
    await query(other, 'create table kept as select 1 as n')
    await other.killAll()
    expect(isAlive(other.pid)).toBe(true)

    const server = await start(dataDir)
    expect(server).toMatchObject({ adopted: true, pid: other.pid, adminUrl: other.adminUrl })
    expect(await query(server, 'select n from kept')).toEqual([{ n: 1 }])
    await server.stop()
    expect(isAlive(other.pid)).toBe(false)
  })

  it('removes a temporary server when its starter is killed', async () => {
    const dataDir = join(scratch(), 'temporary')
    const other = await startElsewhere(dataDir, { isDurable: false })
    await other.killAll()
    expect(await waitForExit(other.pid, 30_000)).toBe(true)
    await expect.poll(() => existsSync(dataDir)).toBe(false)
  })

  it('recovers a cluster after its server was killed', async () => {
    const dataDir = scratchWithCluster()
    const first = await start(dataDir, { durable: true })
    await query(first, 'create table kept as select generate_series(1, 1000) as n')
    const all = [first.pid, ...processesWith('postgres: griot-')]
    process.kill(first.pid, 'SIGKILL')
    await first.died
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(true)

    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(all).not.toContain(second.pid)
    expect(await query(second, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  })

  it('ends backends that outlive their server', async () => {
    const dataDir = scratchWithCluster()
    const first = await start(dataDir)
    const client = new pg.Client({ connectionString: first.adminUrl })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = rows[0]?.pid ?? 0
    client.query('select count(*) from generate_series(1, 1000000000000)').catch(() => {})
    await expect
      .poll(
        async () =>
          (await query(first, `select 1 from pg_stat_activity where state = 'active' and pid = ${backend}`)).length,
      )
      .toBe(1)
    process.kill(first.pid, 'SIGKILL')
    await first.died

    const second = await start(dataDir)
    expect(await waitForExit(backend, 0)).toBe(true)
    expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }])
  }, 120_000)

  it('starts although another process has the PID in a stale postmaster.pid', async () => {
    const dataDir = scratchWithCluster()
    const first = await start(dataDir)
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    const text = readFileSync(pidFile, 'utf8')
    await first.stop()
    writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)), { mode: 0o600 })

    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
  })

  it('works under umask 077', async () => {
    const server = await startElsewhere(scratch(), { umask: '077' })
    cleanUp.push(() => process.kill(server.pid, 'SIGINT'))
    expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }])
    await server.killAll()
    process.kill(server.pid, 'SIGINT')
    expect(await waitForExit(server.pid, 5000)).toBe(true)
    cleanUp.pop()
  })

  it('runs two servers side by side, also in a folder with spaces', async () => {
    const parent = scratch()
    const [one, two] = await Promise.all([start(join(parent, 'one folder')), start(join(parent, 'two'))])
    expect(one.port).not.toBe(two.port)
    await query(one, 'create table only_here (n int)')
    expect(await query(two, `select 1 from pg_tables where tablename = 'only_here'`)).toEqual([])
  })

  it('creates the cluster after an earlier start was killed while it created one', async () => {
    const dataDir = scratch()
    const draft = join(dataDir, 'postgres.init-4194303-abcdef')
    mkdirSync(join(draft, 'data'), { recursive: true })
    writeFileSync(join(draft, 'data', 'PG_VERSION'), '18')

    await start(dataDir)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('reports in one sentence that a port is in use', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    cleanUp.push(() => busy.close())
    const address = busy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await expect(start(scratchWithCluster(), { ...(port ? { port } : {}) })).rejects.toThrow(
      /PostgreSQL did not start: .*could not create any TCP\/IP sockets/,
    )
  })

  it('refuses a cluster of another major version', async () => {
    const dataDir = scratchWithCluster()
    writeFileSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(
      /created by PostgreSQL 17, and this version of Griot includes PostgreSQL 18/,
    )
  })

  it('refuses a postgres folder that contains no database', async () => {
    const dataDir = scratch()
    mkdirSync(join(dataDir, 'postgres'))
    await expect(start(dataDir)).rejects.toThrow(/contains no database/)
  })

  it.runIf(isRoot && canUseNamespaces())(
    'runs in a user namespace, and can change between user namespace and setuid',
    async () => {
      const dataDir = scratchWithCluster()
      const first = await start(dataDir, { runAs: 'user-namespace' })
      await query(first, 'create table kept as select 3 as n')
      await first.stop()
      const second = await start(dataDir, { runAs: 'setuid' })
      expect(await query(second, 'select n from kept')).toEqual([{ n: 3 }])
      await second.stop()
      const third = await start(dataDir, { runAs: 'user-namespace' })
      expect(await query(third, 'select n from kept')).toEqual([{ n: 3 }])
    },
  )
})

function canUseNamespaces(): boolean {
  try {
    chooseRunAs('user-namespace')
    return true
  } catch {
    return false
  }
}
