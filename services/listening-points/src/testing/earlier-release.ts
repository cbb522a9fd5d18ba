import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Db } from '@griot/service-kit/db/db'
import { migrate } from '@griot/service-kit/db/migrate'
import { createTestDatabase } from '@griot/service-kit/testing/database'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const SCHEMA = 'listening_points'

/** Runs a test on a database with the migrations before `number`. `update` applies the others. */
export const withEarlierRelease = async (
  number: string,
  test: (db: Db, update: () => Promise<unknown>) => Promise<void>,
) => {
  const before = await mkdtemp(join(tmpdir(), 'griot-earlier-release-'))
  for (const file of (await readdir(MIGRATIONS)).filter((name) => name < number)) {
    await cp(join(MIGRATIONS, file), join(before, file))
  }
  const database = await createTestDatabase(SCHEMA, pathToFileURL(`${before}/`))
  try {
    await test(database.db, () => migrate({ url: database.migratorUrl, schema: SCHEMA, dir: MIGRATIONS }))
  } finally {
    await database.drop()
    await rm(before, { recursive: true, force: true })
  }
}
