import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../common/free-port.ts'
import { gone, isAlive, processesWith, runsWith, signal } from '../common/process-table.ts'
import { SetupError } from '../common/setup-error.ts'
import { usableBinaries } from './binaries.ts'
import {
  checkVersion,
  cleanEnvironment,
  clusterAt,
  createCluster,
  dataArgument,
  hasCluster,
  own,
  readPidFile,
} from './cluster.ts'
import { chooseRunAs, commandFor, type RunAs } from './run-as.ts'

export interface PostgresOptions {
  /** The cluster lives in its `postgres` folder. */
  dataDir: string
  /** Any free one when left out. */
  port?: number
  /** Short sentences about what takes time. */
  log?: (line: string) => void
  /** False for a throw-away cluster: nothing waits for the disk, and it goes when the process that started it is killed. */
  durable?: boolean
  /** More settings of postgresql.conf. */
  settings?: Readonly<Record<string, string | number>>
  /** How root steps down; chosen by itself when left out. */
  runAs?: RunAs['kind']
}

export interface RunningPostgres {
  port: number
  pid: number
  /** The superuser's URL, on the database `postgres`. */
  adminUrl: string
  /** True when a server that was already running was taken over. */
  adopted: boolean
  url(role: string, password: string, database: string): string
  /** Fulfilled when the server is gone, stopped or not. */
  died: Promise<void>
  /** Ends open connections, stops the server and waits until it is gone. */
  stop(): Promise<void>
}

const LOG_BYTES = 5 * 1024 * 1024

const settingsFor = (options: PostgresOptions, name: string): Record<string, string | number> => ({
  cluster_name: name,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // Worker processes cost memory at rest and gain nothing on a laptop's two cores.
  io_method: 'sync',
  max_logical_replication_workers: 0,
  max_parallel_workers_per_gather: 0,
  autovacuum_worker_slots: 3,
  autovacuum_max_workers: 2,
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  ...options.settings,
})

const openLog = (file: string): number => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

const lastWords = (file: string): string => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

/** A server of ours that runs on this data folder, once it takes connections. */
const runningServer = async (data: string, name: string) => {
  for (;;) {
    const server = readPidFile(data)
    if (!server || !runsWith(server.pid, name)) return undefined
    if (server.status === 'ready') return server
    await sleep(25)
  }
}

/** Clears what kill -9 leaves: backends without their postmaster, and the note naming a server that is gone. */
const clearRemains = async (data: string, name: string): Promise<void> => {
  for (const backend of processesWith(`postgres: ${name}`)) {
    if (await gone(backend, 2000)) continue
    signal(backend, 'SIGKILL')
    await gone(backend, 2000)
  }
  // PostgreSQL takes whoever has that number now for a server and refuses to start; even the killed server itself, where
  // nobody collects orphans (a container without an init).
  const note = readPidFile(data)
  if (note && !runsWith(note.pid, name)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

const launch = async (options: PostgresOptions, runAs: RunAs, program: string, name: string) => {
  const place = clusterAt(options.dataDir)
  const port = options.port ?? (await freePort())
  const settings = Object.entries({ ...settingsFor(options, name), port }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const {
    command,
    args,
    options: identity,
  } = commandFor(runAs, program, ['-D', dataArgument(runAs, place.data), ...settings])
  const log = openLog(place.log)
  // A session of its own: Ctrl-C in the terminal must reach us, not the server, which goes last.
  const child = spawn(command, args, {
    ...identity,
    cwd: place.data,
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  const died = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const startedTrying = Date.now()
  let hasSaidSlow = false
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const server = readPidFile(place.data)
    if (server?.pid === child.pid && server.status === 'ready') return { ...server, died }
    if (!hasSaidSlow && Date.now() - startedTrying > 3000) {
      hasSaidSlow = true
      options.log?.('PostgreSQL is recovering what was being written when it was interrupted')
    }
    await sleep(15)
  }
  return undefined
}

/** Ends a throw-away server and removes its cluster when this process dies without stopping it. Answers how to call that off. */
const endWithUs = (pid: number, home: string): (() => void) => {
  // The shell's `read` ends when our side of the pipe closes, however we ended.
  const script = `
    read -r _
    kill -QUIT "$0"
    for _ in $(seq 50); do [ -e "$1/data/postmaster.pid" ] && sleep 0.1; done
    rm -rf -- "$1"
    rmdir -- "$(dirname -- "$1")"
  `
  const watcher = spawn('/bin/sh', ['-c', script, String(pid), home], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  const pipe = watcher.stdin as Socket | null
  pipe?.unref()
  return () => watcher.kill('SIGKILL')
}

const watch = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false })
}

const stopServer = async (pid: number): Promise<void> => {
  // Fast, then immediate (recovers at the next start), then by force.
  for (const [name, wait] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    signal(pid, name)
    if (await gone(pid, wait)) return
  }
}

/**
 * Starts the PostgreSQL that npm installed on `dataDir`, making the cluster first if there is none. A server still
 * running there (its Griot was killed) is taken over; one that was killed itself is recovered. Works as root, too.
 */
export const startPostgres = async (given: PostgresOptions): Promise<RunningPostgres> => {
  const options = { ...given, dataDir: resolve(given.dataDir) }
  mkdirSync(options.dataDir, { recursive: true })
  const runAs = chooseRunAs(options.runAs)
  const binaries = usableBinaries(runAs)
  const place = clusterAt(options.dataDir)
  if (!hasCluster(options.dataDir, runAs)) {
    options.log?.('Creating the database')
    await createCluster(options.dataDir, binaries, runAs, options.durable !== false)
  }
  checkVersion(place.data, binaries)

  // Stands in every server process's command line, so that ours can be told from any other.
  const name = `griot-${createHash('sha256').update(realpathSync(place.data)).digest('hex').slice(0, 16)}`
  const password = readFileSync(place.password, 'utf8').trim()
  const running = ({ pid, port }: { pid: number; port: number }, died: Promise<void>, adopted: boolean) => {
    const url = (role: string, secret: string, database: string) =>
      `postgres://${encodeURIComponent(role)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
    const callOff = options.durable === false ? endWithUs(pid, place.home) : () => {}
    const stop = async () => {
      callOff()
      await stopServer(pid)
    }
    return { port, pid, adminUrl: url('postgres', password, 'postgres'), adopted, url, died, stop }
  }

  for (let attempt = 1; ; attempt += 1) {
    const server = await runningServer(place.data, name)
    if (server && (options.port === undefined || options.port === server.port)) {
      return running(server, watch(server.pid), true)
    }
    if (server) await stopServer(server.pid)
    await clearRemains(place.data, name)
    own(place.data, runAs)
    const started = await launch(options, runAs, binaries.postgres, name)
    if (started) return running(started, started.died, false)
    // Someone took the port, or another Griot started the same cluster, between our look and our step.
    if (attempt === 4) throw new SetupError(`PostgreSQL did not start: ${lastWords(place.log)}`)
  }
}
