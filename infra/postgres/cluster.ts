import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../common/process-table.ts'
import { SetupError } from '../common/setup-error.ts'
import type { Binaries } from './binaries.ts'
import { commandFor, type RunAs } from './run-as.ts'

/** Where a cluster keeps its files: `data` is PostgreSQL's own, the rest is ours. */
export const clusterAt = (dataDir: string) => {
  const home = join(dataDir, 'postgres')
  return { home, data: join(home, 'data'), password: join(home, 'password'), log: join(home, 'server.log') }
}

/**
 * The data folder as PostgreSQL is told it. Another user may be unable to walk to it (a checkout below /root), so that
 * user's process is started inside it and reaches it through its own working directory, which needs no walk.
 * A plain `.` would not do: PostgreSQL makes it absolute at once.
 */
export const dataArgument = (runAs: RunAs, data: string): string => (runAs.kind === 'setuid' ? '/proc/self/cwd' : data)

/** PG* variables of the person's own PostgreSQL must not reach ours. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

const giveTo = (folder: string, uid: number, gid: number): void => {
  lchownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo(path, uid, gid)
    else lchownSync(path, uid, gid)
  }
}

/** Gives the cluster to the user who runs it: a folder restored or copied by root belongs to root. */
export const own = (data: string, runAs: RunAs): void => {
  const owner = lstatSync(data).uid
  const { uid, gid } = runAs.kind === 'setuid' ? runAs : { uid: process.getuid?.(), gid: process.getgid?.() }
  if (uid !== undefined && gid !== undefined && owner !== uid) giveTo(data, uid, gid)
}

/** True when there is a cluster; refuses one of which we, not being root, may not even see the inside. */
export const hasCluster = (dataDir: string, runAs: RunAs): boolean => {
  const { home, data } = clusterAt(dataDir)
  const folder = lstatSync(home, { throwIfNoEntry: false })
  if (folder && runAs.kind === 'self' && folder.uid !== process.getuid?.()) {
    throw new SetupError(`The database in ${home} belongs to another user: start Griot as that user, or as root.`)
  }
  if (folder && !existsSync(join(data, 'PG_VERSION'))) {
    throw new SetupError(`${home} is there but holds no database: move it away, or choose another DATA_DIR.`)
  }
  return folder !== undefined
}

/** Refuses a cluster that another major version of PostgreSQL made. */
export const checkVersion = (data: string, binaries: Binaries): void => {
  const made = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'))
  if (made === binaries.major) return
  throw new SetupError(
    `The database in ${data} was made by PostgreSQL ${made} and this Griot brings PostgreSQL ${binaries.major}: choose another DATA_DIR, or move the data with pg_dump.`,
  )
}

const initFailed = (data: string, said: string): SetupError =>
  // `docker run --user 1234` and the like.
  said.includes('could not look up effective user ID')
    ? new SetupError(
        `PostgreSQL needs user ${process.getuid?.()} to have a name: add it to /etc/passwd, or set DATABASE_URL.`,
      )
    : new SetupError(`The database could not be made in ${data}: ${said.trim().slice(-500)}`)

const initialise = (binaries: Binaries, runAs: RunAs, data: string, isDurable: boolean) =>
  new Promise<void>((resolve, reject) => {
    const { command, args, options } = commandFor(runAs, binaries.initdb, [
      `--pgdata=${dataArgument(runAs, data)}`,
      '--pwfile=../password',
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own rules for text, so an index made on one machine is in order on every other.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(isDurable ? [] : ['--no-sync']),
    ])
    const child = spawn(command, args, {
      ...options,
      cwd: data,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(initFailed(data, said))))
  })

const removeDrafts = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    const maker = name.match(/^postgres\.init-(\d+)-/)?.[1]
    if (maker && !isAlive(Number(maker))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Makes the cluster. It appears whole or not at all: made beside its place, then renamed. */
export const createCluster = async (dataDir: string, binaries: Binaries, runAs: RunAs, isDurable: boolean) => {
  const place = clusterAt(dataDir)
  removeDrafts(dataDir)
  const draft = mkdtempSync(join(dataDir, `postgres.init-${process.pid}-`))
  const password = join(draft, 'password')
  const data = join(draft, 'data')
  try {
    chmodSync(draft, 0o700)
    writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
    mkdirSync(data, { mode: 0o700 })
    if (runAs.kind === 'setuid') for (const path of [draft, password, data]) chownSync(path, runAs.uid, runAs.gid)
    await initialise(binaries, runAs, data, isDurable)
    if (runAs.kind === 'setuid') for (const path of [draft, password]) chownSync(path, 0, process.getgid?.() ?? 0)
    renameSync(draft, place.home)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Someone else made it meanwhile.
    if (!existsSync(place.data)) throw error
  }
}

/** What PostgreSQL wrote down about the server that runs, or ran, on this data folder. */
export const readPidFile = (data: string) => {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 ? { pid, port, status: lines[7]?.trim() ?? '' } : undefined
}
