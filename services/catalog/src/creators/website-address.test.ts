import { readFile } from 'node:fs/promises'
import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

// The statements may run again: they change no address that the first run has left.
const MIGRATION = new URL('../../migrations/0017-website-address.sql', import.meta.url)

it.each([
  ['https://ama.example.org/about?x=1#y', 'https://ama.example.org/about?x=1#y'],
  ['HTTPS://Ama.example.org', 'HTTPS://Ama.example.org'],
  ['https:ama.example.org', 'https://ama.example.org'],
  ['https:/api/logout', 'https://api/logout'],
  ['HTTPS:\\\\ama.example.org', 'https://ama.example.org'],
  ['https:///ama.example.org', 'https://ama.example.org'],
  ['https://user:secret@ama.example.org', null],
  ['https://', null],
  ['https:', null],
  ['javascript:alert(1)', null],
  ['/api/logout', null],
  ['http://ama.example.org', null],
  [null, null],
])('replaces the stored website %j by %j', async (website, expected) => {
  const user = person()
  await catalog.as(user).call(CreateCreator, { body: { name: 'Ama Mensah', bio: 'Economist and aunt.' } })
  await catalog.db.pool.query('update creator_profile set website = $1 where user_id = $2', [website, user.id])

  await catalog.db.pool.query(await readFile(MIGRATION, 'utf8'))

  const [creator] = await catalog.as(user).call(ListCreators, { query: { userId: user.id } })
  expect(creator?.socialLinks.website).toBe(expected)
})
