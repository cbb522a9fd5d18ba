// npm run backup -- <folder>     (Griot may run)
// npm run restore -- <folder>    (into an empty installation, before its first start)

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { lockOf, takeLock } from '../common/lock-file.ts'
import { printLine } from '../common/progress.ts'
import { reasonFor, SetupError } from '../common/setup-error.ts'
import { readConfig } from '../start/config.ts'
import { backUp } from './back-up.ts'
import { type Installation, openInstallation } from './installation.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

const MEGABYTE = 1024 * 1024

const summary = ({ tables, objects, objectBytes, takenAt }: Manifest) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows and ${objects} objects (${Math.ceil(objectBytes / MEGABYTE)} MB), as of ${takenAt}`
}

/** Requires that Griot does not run on this machine with this data folder. */
const withLock = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { dataDir } = readConfig()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = takeLock(lockOf(dataDir))
  if (!lock.held) throw new SetupError(`Griot is running on ${dataDir} (process ${lock.holder}): stop it first.`)
  return work().finally(lock.release)
}

const withInstallation = async <Result>(work: (installation: Installation) => Promise<Result>) => {
  const installation = await openInstallation(printLine)
  return work(installation).finally(installation.close)
}

const [command, given] = process.argv.slice(2)
try {
  if (given === undefined) throw new SetupError(`Usage: npm run ${command} -- <folder>`)
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given)
  if (command === 'backup') {
    const manifest = await withInstallation((installation) => backUp(installation, folder, printLine))
    printLine(`${folder} contains ${summary(manifest)}.`)
    for (const key of manifest.missing) printLine(`The database names the object ${key}, which is missing.`)
  } else {
    const manifest = await withLock(() => withInstallation((installation) => restore(installation, folder, printLine)))
    printLine(`Restored ${summary(manifest)}. Start Griot, then check the ledger: npm run ledger:audit.`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : `${reasonFor(error)}.`}\n`)
  process.exitCode = 1
}
