import {
  DownloadPointsHistory,
  GetLeaderboard,
  GetPoints,
  LeaderboardEntry,
  ListPointsHistory,
  PointsHistoryEntry,
  SendTip,
  UserPoints,
} from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createHarness, end, type Harness, ME, start, type TestListener } from '../testing/harness.ts'

let harness: Harness
let ama: TestListener

beforeAll(async () => {
  harness = await createHarness()
  // Far from the end of the week, when the weekly points restart.
  await harness.stopClock(new Date('2026-03-03T12:00:00Z'))
  ama = harness.listener()
  for (let round = 0; round < 3; round++) {
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 60 }))
    await harness.advance(60)
    await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })
  }
})
afterAll(() => harness.close())

describe('the ledger', () => {
  it.each(['update ledger_entry set points = 1000', 'delete from ledger_entry', 'truncate ledger_entry'])(
    'refuses the service to %s',
    async (statement) => {
      await expect(harness.db.pool.query(statement)).rejects.toThrow('permission denied')
    },
  )

  it.each(['update ledger_entry set points = 1000', 'delete from ledger_entry', 'truncate ledger_entry'])(
    'refuses even its owner to %s',
    async (statement) => {
      await expect(harness.owner.query(statement)).rejects.toThrow('append-only')
    },
  )

  it('refuses a second entry of the same source', async () => {
    await expect(
      harness.db.run(sql`
        insert into ledger_entry (user_id, kind, source_id, type, points, week)
        select user_id, kind, source_id, type, points, week from ledger_entry limit 1
      `),
    ).rejects.toThrow('ledger_entry_pays_once')
  })

  it('refuses changes of an ended session', async () => {
    await expect(harness.owner.query('update listening_session set points_earned = 1000')).rejects.toThrow('has ended')
  })
})

describe('GET /api/user/:id/points', () => {
  it('is the sum of the entries', async () => {
    const entries = await harness.entriesOf(ama)
    const sum = entries.reduce((points, entry) => points + entry.points, 0)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: sum, weeklyPoints: sum, weekStreak: 0 })
  })

  it('is zero for a new user', async () => {
    expect(await harness.listener().call(GetPoints, ME)).toMatchObject({
      totalPoints: 0,
      weeklyPoints: 0,
      level: 1,
      levelName: 'Newcomer',
      episodesListened: 0,
    })
  })

  it('returns the end of the week: Monday at midnight, UTC', async () => {
    expect(await harness.listener().call(GetPoints, ME)).toMatchObject({ weekEndsAt: '2026-03-09T00:00:00.000Z' })
  })

  it('counts all sessions, the open one included', async () => {
    const kofi = harness.listener()
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 0 })
    const episode = harness.catalog.addEpisode()
    for (let round = 0; round < 3; round++) await start(kofi, episode)
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 3 })
  })

  it('returns the points of today’s pledges', async () => {
    const tipper = harness.listener()
    const { id, hostId } = harness.catalog.addPodcast()
    await tipper.call(SendTip, { body: { receiverId: hostId, podcastId: id, amount: 4000 } })
    expect(await tipper.call(GetPoints, ME)).toMatchObject({ pledgedToday: 80 })
    await harness.advance(86_400)
    expect(await tipper.call(GetPoints, ME)).toMatchObject({ pledgedToday: 0 })
    await harness.advance(-86_400)
  })
})

describe('GET /api/user/:id/points-history', () => {
  const allOf = async (query: string) => {
    const found: { id: string; points: number; type: string }[] = []
    let path: string | undefined = `/api/user/me/points-history?${query}`
    while (path !== undefined) {
      const response = await ama.fetch(path)
      found.push(...((await response.json()) as typeof found))
      path = response.headers.get('link')?.match(/<(.+)>/)?.[1]
    }
    return found
  }

  it('returns every entry, newest first, in pages', async () => {
    const entries = await harness.entriesOf(ama)
    const shown = await allOf('limit=3')
    expect(shown.map(({ points }) => points)).toEqual(entries.map(({ points }) => points).reverse())
    expect(new Set(shown.map(({ id }) => id)).size).toBe(entries.length)
  })

  it('returns one type only', async () => {
    expect((await allOf('limit=2&type=achievement')).map(({ points }) => points)).toEqual([15, 10])
    expect(await allOf('type=tip')).toEqual([])
  })

  it('returns the episode and podcast of an entry', async () => {
    const [newest] = await ama.call(ListPointsHistory, { ...ME, query: { limit: 1 } })
    expect(newest).toMatchObject({ episodeId: expect.any(String), podcastId: expect.any(String) })
  })

  it('shows a new entry at once', async () => {
    const kofi = harness.listener()
    const list = async () => (await kofi.call(ListPointsHistory, ME)).map(({ points }) => points)
    expect(await list()).toEqual([])
    const session = await start(kofi, harness.catalog.addEpisode({ lengthSeconds: 120 }))
    expect(await list()).toEqual([])
    await harness.advance(60)
    await end(kofi, session.id, { listeningDuration: 60, totalProgress: 60 })
    expect(await list()).toEqual([1, 5])
  })

  it('returns 304 if the client has the page', async () => {
    const path = ListPointsHistory.path.replace(':id', 'me')
    const etag = (await ama.fetch(path)).headers.get('etag') ?? ''
    expect((await ama.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('refuses an invalid cursor', async () => {
    await expect(ama.call(ListPointsHistory, { ...ME, query: { cursor: 'nonsense' } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('responses', () => {
  it.each([
    [GetPoints.path, UserPoints.strict()],
    [ListPointsHistory.path, z.array(PointsHistoryEntry.strict())],
    [GetLeaderboard.path, z.array(LeaderboardEntry.strict())],
  ])('%s contains the fields of the contract only', async (path, described) => {
    const response = await ama.fetch(path.replace(':id', 'me'))
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    described.parse(await response.json())
  })
})

describe('GET /api/user/:id/points-history.csv', () => {
  const download = async (listener: TestListener, query = '') => {
    const response = await listener.fetch(`${DownloadPointsHistory.path.replace(':id', 'me')}${query}`)
    return { response, lines: (await response.text()).trimEnd().split('\r\n') }
  }

  it('contains the whole ledger', async () => {
    const { response, lines } = await download(ama)
    const entries = await harness.entriesOf(ama)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="griot-points.csv"')
    expect(lines[0]).toBe('date,type,reason,points,episode,podcast')
    expect(lines.slice(1).map((line) => Number(line.split(',').at(-3)))).toEqual(
      entries.map(({ points }) => points).reverse(),
    )
  })

  it('contains one type only', async () => {
    expect((await download(ama, '?type=achievement')).lines).toHaveLength(3)
    expect((await download(ama, '?type=tip')).lines).toHaveLength(1)
    expect((await download(ama, '?type=everything')).response.status).toBe(400)
  })

  it('contains long ledgers, and escapes commas, quotes and formulas in titles', async () => {
    const kofi = harness.listener()
    await harness.earnStart(kofi, harness.catalog.addEpisode({ title: 'Salt, "Sweet"' }))
    await harness.db.run(sql`
      insert into ledger_entry (user_id, kind, source_id, type, points, week, about)
      select ${kofi.id}::uuid, 'weekly', 'week ' || number, 'achievement', 15, '2026-01-05', '{}'
      from generate_series(1, 1200) number
    `)
    const { lines } = await download(kofi)
    expect(lines).toHaveLength(1202)
    expect(lines.at(-1)).toContain(',"Started “Salt, ""Sweet""”",5,')
  })
})
