import { randomUUID } from 'node:crypto'
import { hasRedis } from '@griot/service-kit/testing/redis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNginx } from '../copies/nginx.ts'
import { startTwoOfEverything } from '../copies/two-of-everything.ts'
import { signIn } from '../testing/gateway.ts'
import { type Asker, createAsker, publishEpisode, startLoad } from './copies-load.ts'
import { recordedSound } from './recorded-sound.ts'

const canRun = hasRedis && hasNginx
let house: Awaited<ReturnType<typeof startTwoOfEverything>>
let people: Asker[]
let episodeId: string

beforeAll(async () => {
  if (!canRun) return
  house = await startTwoOfEverything()
  const ids = Array.from({ length: 6 }, () => randomUUID())
  people = (await signIn(house.gatewayUrl, ids)).map((cookie) => createAsker(house.origin, cookie))
  episodeId = await publishEpisode(people[0] as Asker, await recordedSound(5))
}, 180_000)
afterAll(async () => {
  if (canRun) await house.stop()
})

const rowsOf = async (text: string) => {
  const client = new pg.Client({ connectionString: house.adminUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** People whose balance is not the sum of what was entered for them. */
const wrongBalances = () =>
  rowsOf(`
    select l.user_id from listening_points.listener l
    left join (select user_id, sum(points) as points from listening_points.ledger_entry group by 1) e using (user_id)
    where l.total_points <> coalesce(e.points, 0)
  `)

// In order: each drill goes on with what the one before has left running.
describe.skipIf(!canRun)('two of everything behind nginx', { timeout: 180_000 }, () => {
  it('are replaced one after the other under load, and nobody notices', async () => {
    const [ama, kofi] = people as [Asker, Asker]
    const events = ama.watch()
    const running = startLoad(people, episodeId)
    const recording = await recordedSound(5)

    for (const copy of [0, 1] as const) {
      // On its way when the copy is told to end.
      const upload = kofi.upload(recording, 6, 300)
      const ends = await house.replace(copy)
      expect(ends).toEqual(ends.map(() => 0))
      expect((await upload).status).toBe(201)
    }
    const { asked, failures } = await running.stop()
    // Both copies are new, so wherever it was connected, it was told to come back.
    await expect.poll(() => events.comebacks()).toBeGreaterThan(0)
    await events.stop()

    expect(failures).toEqual([])
    expect(asked).toBeGreaterThan(50)
    expect(await wrongBalances()).toEqual([])
    expect(house.trouble()).toEqual([])
  })

  it('lose a whole copy without a word, and go on: what is asked again is answered, and nothing is paid twice', async () => {
    const running = startLoad(people, episodeId)
    await expect.poll(() => running.load.asked).toBeGreaterThan(20)
    await house.replace(1, 'SIGKILL')
    const { failures } = await running.stop()

    // What only reads is asked again at the other copy; what changes something and was under way may have been lost.
    expect(failures.filter((failure) => failure.startsWith('GET'))).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(2 * people.length)
    expect(await wrongBalances()).toEqual([])
  })
})
