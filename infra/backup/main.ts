// npm run backup -- <folder>      while Griot runs, or not
// npm run restore -- <folder>     into an empty place, before its first start

import { resolve } from 'node:path'
import { makeFolder } from '@griot/service-kit/make-folder'
import { lockOf, takeLock } from '../common/lock-file.ts'
import { say } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { readConfig } from '../start/config.ts'
import { reasonOf } from '../start/prepare-product.ts'
import { backUp } from './back-up.ts'
import type { Manifest } from './manifest.ts'
import { openPlace } from './place.ts'
import { restore } from './restore.ts'

const MEGABYTE = 1024 * 1024

const summary = ({ tables, objects, objectBytes, takenAt }: Manifest) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows and ${objects} objects (${Math.ceil(objectBytes / MEGABYTE)} MB), as of ${takenAt}`
}

/** Nothing may run there meanwhile; on this machine at least that can be seen. */
const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { dataDir } = readConfig()
  makeFolder(dataDir)
  const lock = takeLock(lockOf(dataDir))
  if (!lock.held) throw new SetupError(`Griot is running on ${dataDir} (process ${lock.holder}): stop it first.`)
  return work().finally(lock.release)
}

const withPlace = async <Result>(work: (place: Awaited<ReturnType<typeof openPlace>>) => Promise<Result>) => {
  const place = await openPlace(say)
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

const [command, given] = process.argv.slice(2)
try {
  if (given === undefined) throw new SetupError(`Usage: npm run ${command} -- <folder>`)
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given)
  if (command === 'backup') {
    const manifest = await withPlace((place) => backUp(place, folder, say))
    say(`${folder} has ${summary(manifest)}.`)
    for (const key of manifest.missing) say(`${key} is named by the database, and was not there.`)
  } else {
    const manifest = await alone(() => withPlace((place) => restore(place, folder, say)))
    say(`Restored ${summary(manifest)}. Start Griot, then look: npm run ledger:audit.`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : reasonOf(error)}\n`)
  process.exitCode = 1
}
