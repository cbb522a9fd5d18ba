import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../common/free-port.ts'
import { isAlive, processesWith, signal, terminate, waitForExit } from '../common/process-table.ts'
import { SetupError } from '../common/setup-error.ts'
import { usableBinaries } from './binaries.ts'
import {
  checkVersion,
  cleanEnvironment,
  clusterAt,
  createCluster,
  dataArgument,
  hasCluster,
  readPidFile,
  takeOwnership,
} from './cluster.ts'
import { chooseRunAs, commandFor, type RunAs } from './run-as.ts'

export interface PostgresOptions {
  /** Contains the cluster in its folder `postgres`. */
  dataDir: string
  /** Default: any free port. */
  port?: number
  /** Receives progress in short sentences. */
  log?: (line: string) => void
  /** False for a temporary cluster: no fsync, and it is removed when the process that started it ends. */
  durable?: boolean
  /** Additional settings of postgresql.conf. */
  settings?: Readonly<Record<string, string | number>>
  /** How root drops its privileges. Default: the first way that works. */
  runAs?: RunAs['kind']
}

const LOG_BYTES = 5 * 1024 * 1024

const settingsFor = (options: PostgresOptions, name: string): Record<string, string | number> => ({
  cluster_name: name,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // Worker processes use idle memory and gain nothing on two cores.
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

const lastError = (file: string): string => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? ''
}

/** Our server that already runs on this data folder, once it accepts connections. */
const runningServer = async (data: string, name: string) => {
  for (;;) {
    const server = readPidFile(data)
    if (!server || !processesWith(name).includes(server.pid)) return undefined
    if (server.status === 'ready') return server
    await sleep(25)
  }
}

/** After `kill -9` of the server: ends backends without a postmaster and removes a stale postmaster.pid. */
const removeRemains = async (data: string, name: string): Promise<void> => {
  for (const backend of processesWith(`postgres: ${name}`)) {
    // A backend exits when it detects that the postmaster has ended.
    if (!(await waitForExit(backend, 2000))) await terminate(backend, 0)
  }
  // PostgreSQL refuses to start if any process has the PID in the file: a new process, or the zombie of the killed server in a
  // container without an init process.
  const pidFile = readPidFile(data)
  if (pidFile && !processesWith(name).includes(pidFile.pid)) rmSync(join(data, 'postmaster.pid'), { force: true })
}

const launch = async (options: PostgresOptions, runAs: RunAs, program: string, name: string) => {
  const place = clusterAt(options.dataDir)
  const port = options.port ?? (await freePort())
  const settings = Object.entries({ ...settingsFor(options, name), port }).map(([key, value]) => `--${key}=${value}`)
  const start = commandFor(runAs, program, ['-D', dataArgument(runAs, place.data), ...settings])
  const log = openLog(place.log)
  // Detached: Ctrl-C in the terminal must not reach the server, which stops last.
  const child = spawn(start.command, start.args, {
    ...start.options,
    cwd: place.data,
    env: cleanEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  const died = once(child, 'exit').catch(() => {})
  const slow = setTimeout(() => options.log?.('PostgreSQL is recovering from an interrupted run'), 3000)
  try {
    while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const server = readPidFile(place.data)
      if (server?.pid === child.pid && server.status === 'ready') return { ...server, died }
      await sleep(15)
    }
    return undefined
  } finally {
    clearTimeout(slow)
  }
}

/** Ends a temporary server and removes its cluster if this process ends without stopping it. Returns a cancel function. */
const endWithThisProcess = (pid: number, home: string): (() => void) => {
  // The shell's `read` returns when our end of the pipe closes, however this process ends.
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

const waitForAdoptedServer = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false })
}

const stopServer = async (pid: number): Promise<void> => {
  // Fast shutdown, then immediate shutdown (recovers at the next start), then SIGKILL.
  for (const [name, wait] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ] as const) {
    signal(pid, name)
    if (await waitForExit(pid, wait)) return
  }
}

/**
 * Starts the PostgreSQL that npm installed on `dataDir`, and creates the cluster if there is none. Adopts a server that still
 * runs there because its starter was killed. Recovers a server that was killed. Also works as root.
 */
export const startPostgres = async (given: PostgresOptions) => {
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

  // Part of the command line of every server process, which distinguishes our servers from others.
  const name = `griot-${createHash('sha256').update(realpathSync(place.data)).digest('hex').slice(0, 16)}`
  const password = readFileSync(place.password, 'utf8').trim()
  const running = ({ pid, port }: { pid: number; port: number }, died: Promise<unknown>, adopted: boolean) => {
    const url = (role: string, secret: string, database: string) =>
      `postgres://${encodeURIComponent(role)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
    const cancel = options.durable === false ? endWithThisProcess(pid, place.home) : () => {}
    return {
      port,
      pid,
      /** The URL of the superuser, on the database `postgres`. */
      adminUrl: url('postgres', password, 'postgres'),
      /** True if the server was already running. */
      adopted,
      url,
      /** Resolves when the server has ended, for any reason. */
      died,
      /** Closes open connections, stops the server and waits until it has ended. */
      async stop() {
        cancel()
        await stopServer(pid)
      },
    }
  }

  for (let attempt = 1; ; attempt += 1) {
    const server = await runningServer(place.data, name)
    if (server && (options.port === undefined || options.port === server.port)) {
      return running(server, waitForAdoptedServer(server.pid), true)
    }
    if (server) await stopServer(server.pid)
    await removeRemains(place.data, name)
    takeOwnership(place.data, runAs)
    const started = await launch(options, runAs, binaries.postgres, name)
    if (started) return running(started, started.died, false)
    // Another process took the port, or started the same cluster, after we checked.
    if (attempt === 4) throw new SetupError(`PostgreSQL did not start: ${lastError(place.log)}`)
  }
}

export type RunningPostgres = Awaited<ReturnType<typeof startPostgres>>
