import { ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { sql } from '@griot/service-kit/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { beat, end, type House, ME, openHouse, start, total } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const openSessionsOf = async ({ id }: { id: string }) =>
  house.db.many(
    z.object({ id: z.string() }),
    sql`select id from listening_session where user_id = ${id} and ended_at is null`,
  )

describe('POST /api/listening/start', () => {
  it('opens a session and pays the start, once an episode', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()

    const first = await start(ama, episode)
    expect(first).toMatchObject({
      episodeId: episode.id,
      podcastId: episode.podcastId,
      pointsEarned: 5,
      endedAt: null,
      positionSeconds: 0,
      creditedSeconds: 0,
      isCompletionPaid: false,
    })
    expect(await total(ama)).toBe(5)

    await end(ama, first.id)
    expect(await start(ama, episode)).toMatchObject({ pointsEarned: 0 })
    expect(await total(ama)).toBe(5)
  })

  it('tells what of the episode has been credited and paid before', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 100 })
    const first = await start(ama, episode)
    await house.pass(50)
    await end(ama, first.id, { listeningDuration: 50, totalProgress: 100 })
    expect(await start(ama, episode)).toMatchObject({ creditedSeconds: 50, isCompletionPaid: true })
  })

  it('ends the session before it with what heartbeats had proven', async () => {
    const ama = house.guest()
    const first = await start(ama, house.catalogue.addEpisode())
    await house.pass(90)
    await beat(ama, first.id, 90, 90)
    await house.pass(60)

    const second = await start(ama, house.catalogue.addEpisode())

    const sessions = await ama.call(ListListeningSessions, ME)
    expect(sessions).toMatchObject([
      { id: second.id, endedAt: null },
      { id: first.id, listeningDuration: 90, pointsEarned: 6 },
    ])
    expect(await end(ama, first.id, { listeningDuration: 150, totalProgress: 150 })).toMatchObject({
      pointsEarned: 6,
      creditedSeconds: 90,
    })
    expect(await total(ama)).toBe(11)
  })

  it('leaves one session open when ten tabs start at once', async () => {
    const ama = house.guest()
    const episodes = Array.from({ length: 10 }, () => house.catalogue.addEpisode())

    const started = await Promise.all(episodes.map((episode) => start(ama, episode)))

    const open = await openSessionsOf(ama)
    expect(open).toHaveLength(1)
    expect(started.map(({ id }) => id)).toContain(open[0]?.id)
    expect(await total(ama)).toBe(50)
  })

  it('pays one start when ten tabs start the same episode at once', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    await Promise.all(Array.from({ length: 10 }, () => start(ama, episode)))
    expect(await openSessionsOf(ama)).toHaveLength(1)
    expect(await total(ama)).toBe(5)
  })

  it('says where playing goes on, and begins anew after the end', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 100 })
    const hearTo = async (totalProgress: number) => {
      const session = await start(ama, episode)
      await house.pass(10)
      await end(ama, session.id, { listeningDuration: 10, totalProgress })
      return session.positionSeconds
    }
    expect([await hearTo(40), await hearTo(96), await hearTo(1)]).toEqual([0, 40, 0])
  })

  it.each([
    ['an episode without audio', { hasAudio: false }, 409, 'episode.no_audio'],
    ['an episode that does not exist', null, 404, 'episode.not_found'],
  ] as const)('refuses %s', async (_, about, status, code) => {
    const ama = house.guest()
    const episode = about === null ? { id: crypto.randomUUID() } : house.catalogue.addEpisode(about)
    await expect(start(ama, episode)).rejects.toMatchObject({ status, code })
    expect(await openSessionsOf(ama)).toEqual([])
  })

  it('refuses to start for somebody else', async () => {
    const body = { userId: crypto.randomUUID(), episodeId: house.catalogue.addEpisode().id }
    await expect(house.guest().call(StartListening, { body })).rejects.toMatchObject({ status: 403 })
  })
})

describe('GET /api/user/:id/listening-sessions', () => {
  it('shows the newest first, page by page, without losing or repeating one', async () => {
    const ama = house.guest()
    const ids: string[] = []
    for (let round = 0; round < 5; round++) ids.unshift((await start(ama, house.catalogue.addEpisode())).id)

    const seen: string[] = []
    let path: string | undefined = '/api/user/me/listening-sessions?limit=2'
    while (path !== undefined) {
      const answer = await ama.fetch(path)
      seen.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id))
      path = answer.headers.get('link')?.match(/<(.+)>/)?.[1]
    }
    expect(seen).toEqual(ids)
  })
})
