import { execFile } from 'node:child_process'
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
import { promisify } from 'node:util'
import { isAlive } from '../common/process-table.ts'
import { SetupError } from '../common/setup-error.ts'
import type { Binaries } from './binaries.ts'
import { commandFor, type RunAs } from './run-as.ts'

/** The files of a cluster. `data` belongs to PostgreSQL, the others to Griot. */
export const clusterAt = (dataDir: string) => {
  const home = join(dataDir, 'postgres')
  return { home, data: join(home, 'data'), password: join(home, 'password'), log: join(home, 'server.log') }
}

/**
 * The data folder as an argument for PostgreSQL. Another user may have no access to its path (a checkout below /root), so the
 * process starts inside the folder and reaches it through /proc. A plain `.` fails: PostgreSQL makes it absolute.
 */
export const dataArgument = (runAs: RunAs, data: string): string => (runAs.kind === 'setuid' ? '/proc/self/cwd' : data)

/** Without the PG* variables, which may belong to another PostgreSQL. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

/** Changes the owner to the user that runs the server: a folder that root restored or copied belongs to root. */
export const takeOwnership = (data: string, runAs: RunAs): void => {
  const owner = lstatSync(data).uid
  const { uid, gid } = runAs.kind === 'setuid' ? runAs : { uid: process.getuid?.(), gid: process.getgid?.() }
  if (uid === undefined || gid === undefined || owner === uid) return
  for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(data, name), uid, gid)
  }
}

/** True if there is a cluster. Throws a SetupError if it belongs to another user or is incomplete. */
export const hasCluster = (dataDir: string, runAs: RunAs): boolean => {
  const { home, data } = clusterAt(dataDir)
  const folder = lstatSync(home, { throwIfNoEntry: false })
  if (folder && runAs.kind === 'self' && folder.uid !== process.getuid?.()) {
    throw new SetupError(`The database in ${home} belongs to another user: start Griot as that user, or as root.`)
  }
  if (folder && !existsSync(join(data, 'PG_VERSION'))) {
    throw new SetupError(`${home} exists but contains no database: move it away, or choose another DATA_DIR.`)
  }
  return folder !== undefined
}

/** Throws a SetupError if another major version of PostgreSQL created the cluster. */
export const checkVersion = (data: string, binaries: Binaries): void => {
  const created = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'))
  if (created === binaries.major) return
  throw new SetupError(
    `The database in ${data} was created by PostgreSQL ${created}, and this version of Griot includes PostgreSQL ${binaries.major}: choose another DATA_DIR, or move the data with pg_dump.`,
  )
}

const initialize = async (binaries: Binaries, runAs: RunAs, data: string, isDurable: boolean) => {
  const { command, args, options } = commandFor(runAs, binaries.initdb, [
    `--pgdata=${dataArgument(runAs, data)}`,
    '--pwfile=../password',
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in locale gives indexes the same order on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(isDurable ? [] : ['--no-sync']),
  ])
  try {
    await promisify(execFile)(command, args, { ...options, cwd: data, env: cleanEnvironment() })
  } catch (error) {
    const { message, stderr = message } = error as Error & { stderr?: string }
    throw new SetupError(`The database could not be created in ${data}: ${stderr.trim().slice(-500)}`)
  }
}

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

/** Creates the cluster in a temporary folder and renames it, so that it is never seen incomplete. */
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
    await initialize(binaries, runAs, data, isDurable)
    if (runAs.kind === 'setuid') for (const path of [draft, password]) chownSync(path, 0, process.getgid?.() ?? 0)
    renameSync(draft, place.home)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process has created it meanwhile.
    if (!existsSync(place.data)) throw error
  }
}

/** How the superuser connects to the database `griot` of a running cluster. Undefined if no server runs. */
export const superuserConnection = (dataDir: string) => {
  const { data, password } = clusterAt(dataDir)
  const port = readPidFile(data)?.port
  if (port === undefined) return undefined
  const secret = readFileSync(password, 'utf8').trim()
  return { user: 'postgres', password: secret, host: '127.0.0.1', port, database: 'griot' }
}

/** The server that runs, or ran, on this data folder, according to PostgreSQL. */
export const readPidFile = (data: string) => {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 ? { pid, port, status: lines[7]?.trim() ?? '' } : undefined
}
