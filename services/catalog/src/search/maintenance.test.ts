import { connect } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
  await catalog.listedPodcast()
})
afterAll(() => catalog.close())

describe('the search indexes', () => {
  // PostgreSQL evaluates their functions without the search path of the role. A new connection has no cached plan.
  it.each(['analyze', 'reindex table'])('can be maintained by %s of the database', async (command) => {
    const { rows } = await catalog.db.pool.query<{ schema: string }>('select current_schema() as schema')
    const fresh = connect({ url: catalog.database.migratorUrl, log: createLog('catalog', 'silent') })
    for (const table of ['podcast', 'episode']) {
      await expect(
        fresh.pool.query(`set search_path = ''; ${command} "${rows[0]?.schema}".${table}`),
      ).resolves.toBeDefined()
    }
    await fresh.pool.end()
  })
})
