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
import { sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createEndSession } from '../listening/end-session.ts'
import { createStartSession } from '../listening/start-session.ts'
import { end, type Guest, type House, ME, openHouse, start } from '../testing/house.ts'

let house: House
let ama: Guest

beforeAll(async () => {
  house = await openHouse()
  // Away from the end of the week, where this week's points start again.
  await house.stopClock(new Date('2026-03-03T12:00:00Z'))
  ama = house.guest()
  for (let round = 0; round < 3; round++) {
    const session = await start(ama, house.catalogue.addEpisode({ lengthSeconds: 60 }))
    await house.pass(60)
    await end(ama, session.id, { listeningDuration: 60, totalProgress: 60 })
  }
})
afterAll(() => house.close())

describe('the ledger', () => {
  it.each(['update ledger_entry set points = 1000', 'delete from ledger_entry', 'truncate ledger_entry'])(
    'refuses the service to %s',
    async (statement) => {
      await expect(house.db.pool.query(statement)).rejects.toThrow('permission denied')
    },
  )

  it.each(['update ledger_entry set points = 1000', 'delete from ledger_entry', 'truncate ledger_entry'])(
    'refuses even its owner to %s',
    async (statement) => {
      await expect(house.owner.query(statement)).rejects.toThrow('append-only')
    },
  )

  it('takes a source once', async () => {
    await expect(
      house.db.run(sql`
        insert into ledger_entry (user_id, kind, source_id, type, points, week)
        select user_id, kind, source_id, type, points, week from ledger_entry limit 1
      `),
    ).rejects.toThrow('ledger_entry_pays_once')
  })

  it('lets an ended session be as it is', async () => {
    await expect(house.owner.query('update listening_session set points_earned = 1000')).rejects.toThrow('has ended')
  })
})

describe('GET /api/user/:id/points', () => {
  it('is the sum of the entries', async () => {
    const entries = await house.entriesOf(ama)
    const sum = entries.reduce((points, entry) => points + entry.points, 0)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ totalPoints: sum, weeklyPoints: sum, weekStreak: 0 })
  })

  it('is nothing for somebody new', async () => {
    expect(await house.guest().call(GetPoints, ME)).toMatchObject({
      totalPoints: 0,
      weeklyPoints: 0,
      level: 1,
      levelName: 'Newcomer',
      episodesListened: 0,
    })
  })

  it('says when the week ends: on Monday at midnight, UTC', async () => {
    expect(await house.guest().call(GetPoints, ME)).toMatchObject({ weekEndsAt: '2026-03-09T00:00:00.000Z' })
  })

  it('counts every session, the open one too, however many there are', async () => {
    const kofi = house.guest()
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 0 })
    const episode = house.catalogue.addEpisode()
    for (let round = 0; round < 3; round++) await start(kofi, episode)
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ sessions: 3 })
  })

  it('says what pledges have brought today, and nothing of yesterday', async () => {
    const tipper = house.guest()
    const { id, hostId } = house.catalogue.addPodcast()
    await tipper.call(SendTip, { body: { receiverId: hostId, podcastId: id, amount: 4000 } })
    expect(await tipper.call(GetPoints, ME)).toMatchObject({ pledgedToday: 80 })
    await house.pass(86_400)
    expect(await tipper.call(GetPoints, ME)).toMatchObject({ pledgedToday: 0 })
    await house.pass(-86_400)
  })
})

describe('GET /api/user/:id/points-history', () => {
  const allOf = async (query: string) => {
    const found: { id: string; points: number; type: string }[] = []
    let path: string | undefined = `/api/user/me/points-history?${query}`
    while (path !== undefined) {
      const answer = await ama.fetch(path)
      found.push(...((await answer.json()) as typeof found))
      path = answer.headers.get('link')?.match(/<(.+)>/)?.[1]
    }
    return found
  }

  it('shows every entry, newest first, page by page', async () => {
    const entries = await house.entriesOf(ama)
    const shown = await allOf('limit=3')
    expect(shown.map(({ points }) => points)).toEqual(entries.map(({ points }) => points).reverse())
    expect(new Set(shown.map(({ id }) => id)).size).toBe(entries.length)
  })

  it('shows one heading alone', async () => {
    expect((await allOf('limit=2&type=achievement')).map(({ points }) => points)).toEqual([15, 10])
    expect(await allOf('type=tip')).toEqual([])
  })

  it('says what each entry was for', async () => {
    const [newest] = await ama.call(ListPointsHistory, { ...ME, query: { limit: 1 } })
    expect(newest).toMatchObject({ episodeId: expect.any(String), podcastId: expect.any(String) })
  })

  it('shows every new entry at once, whichever copy of the service has written it', async () => {
    const kofi = house.guest()
    const list = async () => (await kofi.call(ListPointsHistory, ME)).map(({ points }) => points)
    const points: number[] = []
    expect(await list()).toEqual(points)
    for (let round = 0; round < 3; round++) {
      // Past the app, as another copy would: nothing in this one hears of it.
      const { session } = await createStartSession(house.db)(
        kofi.id,
        house.catalogue.addEpisode({ lengthSeconds: 120 }),
      )
      points.unshift(session.pointsEarned)
      expect(await list()).toEqual(points)
      await house.pass(60)
      const claim = { listeningDuration: 60, totalProgress: 60 }
      const { receipt } = await createEndSession(house.db)(kofi.id, session.id, claim)
      points.unshift(receipt.pointsEarned - session.pointsEarned)
      expect(await list()).toEqual(points)
      expect(await list()).toEqual(points)
    }
    expect(await kofi.call(GetPoints, ME)).toMatchObject({ totalPoints: points.reduce((sum, one) => sum + one, 0) })
  })

  it('says that nothing has changed to whoever has the page already', async () => {
    const path = ListPointsHistory.path.replace(':id', 'me')
    const etag = (await ama.fetch(path)).headers.get('etag') ?? ''
    expect((await ama.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('refuses a cursor that is not one of ours', async () => {
    await expect(ama.call(ListPointsHistory, { ...ME, query: { cursor: 'nonsense' } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('answers that nobody looks at a second time', () => {
  it.each([
    [GetPoints.path, UserPoints.strict()],
    [ListPointsHistory.path, z.array(PointsHistoryEntry.strict())],
    [GetLeaderboard.path, z.array(LeaderboardEntry.strict())],
  ])('%s says what is described and nothing else', async (path, described) => {
    const answer = await ama.fetch(path.replace(':id', 'me'))
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    described.parse(await answer.json())
  })
})

describe('GET /api/user/:id/points-history.csv', () => {
  const download = async (guest: Guest, query = '') => {
    const answer = await guest.fetch(`${DownloadPointsHistory.path.replace(':id', 'me')}${query}`)
    return { answer, lines: (await answer.text()).trimEnd().split('\r\n') }
  }

  it('is the whole ledger as a file', async () => {
    const { answer, lines } = await download(ama)
    const entries = await house.entriesOf(ama)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="griot-points.csv"')
    expect(lines[0]).toBe('date,type,reason,points,episode,podcast')
    expect(lines.slice(1).map((line) => Number(line.split(',').at(-3)))).toEqual(
      entries.map(({ points }) => points).reverse(),
    )
  })

  it('is one heading alone', async () => {
    expect((await download(ama, '?type=achievement')).lines).toHaveLength(3)
    expect((await download(ama, '?type=tip')).lines).toHaveLength(1)
    expect((await download(ama, '?type=everything')).answer.status).toBe(400)
  })

  it('goes on beyond one page, and keeps commas, quotes and formulas in titles what they are', async () => {
    const kofi = house.guest()
    await start(kofi, house.catalogue.addEpisode({ title: 'Salt, "Sweet"' }))
    await house.db.run(sql`
      insert into ledger_entry (user_id, kind, source_id, type, points, week, about)
      select ${kofi.id}::uuid, 'weekly', 'week ' || number, 'achievement', 15, '2026-01-05', '{}'
      from generate_series(1, 1200) number
    `)
    const { lines } = await download(kofi)
    expect(lines).toHaveLength(1202)
    expect(lines.at(-1)).toContain(',"Started “Salt, ""Sweet""”",5,')
  })
})
