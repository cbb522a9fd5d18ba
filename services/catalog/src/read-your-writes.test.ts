import { randomUUID } from 'node:crypto'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { inTransaction, type Queryable, sql } from '@griot/service-kit/db/db'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PODCAST, startCatalog, type TestCatalog } from './testing/harness.ts'

let catalog: TestCatalog
let release = () => {}
let holding: Promise<unknown>

/** A replica that does not receive changes made after the start of the test. */
const late: Queryable = {
  mayPrepare: true,
  one: (...given) => old.one(...given),
  maybeOne: (...given) => old.maybeOne(...given),
  many: (...given) => old.many(...given),
  run: (...given) => old.run(...given),
}
let old: Queryable

beforeAll(async () => {
  catalog = await startCatalog({ reads: late })
  const begun = new Promise<void>((resolve) => {
    holding = inTransaction(catalog.db, async (tx) => {
      await tx.run(sql`set transaction isolation level repeatable read`)
      await tx.run(sql`select from podcast`)
      old = tx
      resolve()
      await new Promise<void>((done) => {
        release = done
      })
    })
  })
  await begun
})
afterAll(async () => {
  release()
  await holding
  await catalog.close()
})

const get = async (path: string, skipCache: boolean) => {
  const headers = skipCache ? { [READ_YOUR_WRITES_HEADER]: '0' } : {}
  return catalog.as(null).fetch(path, { headers })
}

describe('reading from a replica that is behind', () => {
  it('serves stale data, except to a user who has just written', async () => {
    const podcast = await catalog.listedPodcast()
    const one = `/api/podcast/${podcast.id}`

    expect((await get(one, false)).status).toBe(404)
    expect((await get(one, true)).status).toBe(200)
    for (const list of ['/api/podcasts', '/api/podcasts?search=kitchen', `/api/podcast/${podcast.id}/episodes`]) {
      const found = await get(list, true)
      expect(found.status).toBe(200)
      if (list.startsWith('/api/podcasts')) {
        const listed = (await found.json()) as Podcast[]
        expect(listed.map(({ id, title }) => [id, title])).toEqual([[podcast.id, PODCAST.title]])
      }
    }
    expect(await (await get('/api/podcasts', false)).json()).toEqual([])
  })

  it('does not cause a false 404 for a user who has just written', async () => {
    expect((await get(`/api/podcast/${randomUUID()}`, true)).status).toBe(404)
  })
})
