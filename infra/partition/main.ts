// npm run ledger:partition -- --parts 16     once, while Griot runs; docs/production.md says when

import { statfs } from 'node:fs/promises'
import { openDatabases, ownerOf } from '../backup/place.ts'
import { say } from '../common/progress.ts'
import { SetupError } from '../common/setup-error.ts'
import { readConfig } from '../start/config.ts'
import { reasonOf } from '../start/prepare-product.ts'
import { runCut } from './run-cut.ts'

/** Of the disk with the embedded database. Of somebody else's server nobody here knows. */
const freeBytes = async (): Promise<string[]> => {
  const { dataDir, databaseUrl, ownDatabases } = readConfig()
  if (databaseUrl !== undefined || ownDatabases.listening_points !== undefined) return []
  const { bavail, bsize } = await statfs(dataDir)
  return ['--free-bytes', String(bavail * bsize)]
}

try {
  const { databases, passwords, close } = await openDatabases(say)
  try {
    const place = databases.find(({ schemas }) => schemas.includes('listening_points'))
    if (place === undefined) throw new SetupError('There is no database of listening-points.')
    const owner = ownerOf(place, passwords().griot_migrator)
    process.exitCode = await runCut(owner, [...process.argv.slice(2), ...(await freeBytes())])
  } finally {
    await close()
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : reasonOf(error)}\n`)
  process.exitCode = 1
}
