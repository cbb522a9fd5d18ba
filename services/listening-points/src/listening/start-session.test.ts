import { ListListeningSessions, StartListening } from '@griot/contracts/listening'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createHarness, end, type Harness, heartbeat, ME, start, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const openSessionsOf = async ({ id }: { id: string }) =>
  harness.db.many(
    z.object({ id: z.string() }),
    sql`select id from listening_session where user_id = ${id} and ended_at is null`,
  )

describe('POST /api/listening/start', () => {
  it('opens a session, whose start earns points after 30 seconds, once per episode', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()

    const first = await start(ama, episode)
    expect(first).toMatchObject({
      episodeId: episode.id,
      podcastId: episode.podcastId,
      pointsEarned: 0,
      startBonus: { points: 5, inSeconds: 30 },
      endedAt: null,
      positionSeconds: 0,
      creditedSeconds: 0,
      isCompletionPaid: false,
    })
    await harness.advance(20)
    await end(ama, first.id, { listeningDuration: 20, totalProgress: 20 })
    expect(await total(ama)).toBe(0)

    const second = await start(ama, episode)
    expect(second).toMatchObject({ startBonus: { points: 5, inSeconds: 10 } })
    await harness.advance(10)
    await end(ama, second.id, { listeningDuration: 10, totalProgress: 30 })
    expect(await total(ama)).toBe(5)
    expect(await start(ama, episode)).toMatchObject({ pointsEarned: 0, startBonus: null })
  })

  it('returns the seconds of the episode that earlier sessions were credited for', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 100 })
    const first = await start(ama, episode)
    await harness.advance(50)
    await end(ama, first.id, { listeningDuration: 50, totalProgress: 100 })
    expect(await start(ama, episode)).toMatchObject({ creditedSeconds: 50, isCompletionPaid: true })
  })

  it('closes an open session with the proof of its heartbeats', async () => {
    const ama = harness.listener()
    const first = await start(ama, harness.catalog.addEpisode())
    await harness.advance(90)
    await heartbeat(ama, first.id, 90, 90)
    await harness.advance(60)

    const second = await start(ama, harness.catalog.addEpisode())

    const sessions = await ama.call(ListListeningSessions, ME)
    expect(sessions).toMatchObject([
      { id: second.id, endedAt: null },
      { id: first.id, listeningDuration: 90, pointsEarned: 6 },
    ])
    expect(await end(ama, first.id, { listeningDuration: 150, totalProgress: 150 })).toMatchObject({
      pointsEarned: 6,
      creditedSeconds: 90,
    })
    expect(await total(ama)).toBe(6)
  })

  it('leaves one session open when ten tabs start at once', async () => {
    const ama = harness.listener()
    const episodes = Array.from({ length: 10 }, () => harness.catalog.addEpisode())

    const started = await Promise.all(episodes.map((episode) => start(ama, episode)))

    const open = await openSessionsOf(ama)
    expect(open).toHaveLength(1)
    expect(started.map(({ id }) => id)).toContain(open[0]?.id)
    expect(await total(ama)).toBe(0)
  })

  it('credits one start when ten tabs start the same episode at once', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const started = await Promise.all(Array.from({ length: 10 }, () => start(ama, episode)))
    expect(await openSessionsOf(ama)).toHaveLength(1)
    await harness.advance(30)
    await Promise.all(started.map(({ id }) => end(ama, id, { listeningDuration: 30, totalProgress: 30 })))
    expect(await total(ama)).toBe(5)
  })

  it('returns the position to resume from, and 0 after completion', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 100 })
    const playTo = async (totalProgress: number) => {
      const session = await start(ama, episode)
      await harness.advance(10)
      await end(ama, session.id, { listeningDuration: 10, totalProgress })
      return session.positionSeconds
    }
    expect([await playTo(40), await playTo(96), await playTo(1)]).toEqual([0, 40, 0])
  })

  it.each([
    ['an episode without audio', { hasAudio: false }, 409, 'episode.no_audio'],
    ['an episode that does not exist', null, 404, 'episode.not_found'],
  ] as const)('refuses %s', async (_, about, status, code) => {
    const ama = harness.listener()
    const episode = about === null ? { id: crypto.randomUUID() } : harness.catalog.addEpisode(about)
    await expect(start(ama, episode)).rejects.toMatchObject({ status, code })
    expect(await openSessionsOf(ama)).toEqual([])
  })

  it('returns 403 for another user in the body', async () => {
    const body = { userId: crypto.randomUUID(), episodeId: harness.catalog.addEpisode().id }
    await expect(harness.listener().call(StartListening, { body })).rejects.toMatchObject({ status: 403 })
  })
})

describe('GET /api/user/:id/listening-sessions', () => {
  it('returns the newest first, in pages without gaps or repetitions', async () => {
    const ama = harness.listener()
    const ids: string[] = []
    for (let round = 0; round < 5; round++) ids.unshift((await start(ama, harness.catalog.addEpisode())).id)

    const seen: string[] = []
    let path: string | undefined = '/api/user/me/listening-sessions?limit=2'
    while (path !== undefined) {
      const response = await ama.fetch(path)
      seen.push(...((await response.json()) as { id: string }[]).map(({ id }) => id))
      path = response.headers.get('link')?.match(/<(.+)>/)?.[1]
    }
    expect(seen).toEqual(ids)
  })
})
