import { ListPointsHistory, SendTip, type Tip } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PodcastFacts } from '../catalog/facts.ts'
import { auditLedger } from '../ledger/audit.ts'
import { createHarness, end, type Harness, ME, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
  // Away from midnight: the daily limit is a limit of one day.
  await harness.stopClock(new Date('2026-03-03T12:00:00Z'))
})
afterAll(() => harness.close())

const tip = (listener: TestListener, { id, hostId }: PodcastFacts, amount: number, more: object = {}) =>
  listener.call(SendTip, { body: { receiverId: hostId, podcastId: id, amount, ...more } })

const tipWithKey = async (listener: TestListener, { id, hostId }: PodcastFacts, amount: number, key: string) => {
  const response = await listener.fetch(SendTip.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ receiverId: hostId, podcastId: id, amount }),
  })
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    body: (await response.json()) as Tip,
  }
}

const tipsOf = ({ id }: TestListener) =>
  harness.db.many(z.object({ id: z.string() }), sql`select id from tip where sender_id = ${id}`)

describe('POST /api/tip', () => {
  it('stores a pledge that earns two points per dollar', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast({ title: 'Griot Stories' })
    expect(await tip(ama, podcast, 1000, { pointsEarned: 999_999 })).toMatchObject({
      senderId: ama.id,
      receiverId: podcast.hostId,
      episodeId: null,
      amount: 1000,
      pointsEarned: 20,
      status: 'pledged',
    })
    expect(await total(ama)).toBe(20)
    expect(await ama.call(ListPointsHistory, ME)).toMatchObject([
      { type: 'tip', description: 'Pledged $10 to “Griot Stories”', points: 20 },
    ])
  })

  it('earns at most 100 points a day, and again the next day', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast()
    const points: number[] = []
    for (const amount of [4000, 4000, 50_000]) points.push((await tip(ama, podcast, amount)).pointsEarned)
    expect(points).toEqual([80, 20, 0])
    await harness.advance(86_400)
    expect((await tip(ama, podcast, 500)).pointsEarned).toBe(10)
    expect(await total(ama)).toBe(110)
  })

  it('keeps the day of the limit if the clock is set back over midnight', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast()
    await harness.stopClock(new Date('2026-03-04T00:00:10Z'))
    await tip(ama, podcast, 1000)
    await harness.advance(-30)
    await tip(ama, podcast, 4000)
    expect(await auditLedger(harness.db)).toEqual([])
    await harness.stopClock(new Date('2026-03-04T12:00:00Z'))
    expect((await tip(ama, podcast, 500)).pointsEarned).toBe(0)
  })

  it('keeps the daily limit with simultaneous tips', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast()
    const sent = await Promise.all(Array.from({ length: 20 }, () => tip(ama, podcast, 1000)))
    expect(sent.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0)).toBe(100)
    expect(await total(ama)).toBe(100)
  })

  it('stores a tip once per idempotency key', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast()
    const key = crypto.randomUUID()
    const responses = await Promise.all(Array.from({ length: 20 }, () => tipWithKey(ama, podcast, 700, key)))
    responses.push(await tipWithKey(ama, podcast, 700, key))

    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(responses.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    expect(await tipsOf(ama)).toHaveLength(1)
    expect(await total(ama)).toBe(14)
  })

  it('refuses a key of another tip, and accepts the same key from another sender', async () => {
    const [ama, kofi] = [harness.listener(), harness.listener()]
    const podcast = harness.catalog.addPodcast()
    await tipWithKey(ama, podcast, 700, 'monday')
    expect(await tipWithKey(ama, podcast, 800, 'monday')).toMatchObject({
      status: 422,
      body: { code: 'tip.key_reused' },
    })
    expect(await tipWithKey(kofi, podcast, 800, 'monday')).toMatchObject({ status: 201, replayed: null })
  })

  it('accepts only the host of the podcast, its episodes, and other receivers than the sender', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast()
    const own = harness.catalog.addPodcast({ hostId: ama.id })
    const episode = harness.catalog.addEpisode({ podcastId: podcast.id })
    const other = harness.catalog.addEpisode()

    expect(await tip(ama, podcast, 100, { episodeId: episode.id })).toMatchObject({ episodeId: episode.id })
    const code = (wanted: string, status = 422) => expect.objectContaining({ status, code: wanted })
    await expect(tip(ama, own, 100)).rejects.toEqual(code('tip.to_oneself'))
    await expect(tip(ama, { ...podcast, hostId: crypto.randomUUID() }, 100)).rejects.toEqual(code('tip.not_the_host'))
    await expect(tip(ama, podcast, 100, { episodeId: other.id })).rejects.toEqual(code('episode.other_podcast'))
    await expect(tip(ama, podcast, 100, { episodeId: crypto.randomUUID() })).rejects.toEqual(
      code('episode.not_found', 404),
    )
    await expect(tip(ama, { ...podcast, id: crypto.randomUUID() }, 100)).rejects.toEqual(code('podcast.not_found', 404))
    expect(await tipsOf(ama)).toHaveLength(1)
  })

  it.each([99, 50_001, 0, -100, 100.5, '1000', null])('refuses %j cents', async (amount) => {
    const podcast = harness.catalog.addPodcast()
    await expect(tip(harness.listener(), podcast, amount as number)).rejects.toMatchObject({ status: 400 })
  })

  it('runs in parallel with ends of sessions without deadlocks', async () => {
    const open = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const listener = harness.listener()
        const podcast = harness.catalog.addPodcast({ hostId: listener.id })
        return { listener, podcast, session: await start(listener, harness.catalog.addEpisode()) }
      }),
    )
    await harness.advance(60)
    await Promise.all(
      open.flatMap(({ listener, session }, at) => {
        const { podcast } = open.at(at - 1) ?? {}
        if (podcast === undefined) throw new Error('no podcast')
        const ended = end(listener, session.id, { listeningDuration: 60, totalProgress: 60 })
        return [tip(listener, podcast, 100), ended, tip(listener, podcast, 100)]
      }),
    )
    for (const { listener } of open) expect(await total(listener)).toBe(5 + 1 + 2 * 2)
  })
})

describe('a payment provider', () => {
  it('settles a tip without the limit of pledges, and is called once per key', async () => {
    const calls: string[] = []
    const other = await createHarness({
      pay: async ({ tipId }) => {
        calls.push(tipId)
        return { status: 'settled', reference: `charge ${tipId}` }
      },
    })
    try {
      const ama = other.listener()
      const podcast = other.catalog.addPodcast()
      const first = await tipWithKey(ama, podcast, 50_000, 'once')
      await tipWithKey(ama, podcast, 50_000, 'once')
      expect(first.body).toMatchObject({ status: 'settled', pointsEarned: 1000 })
      expect(calls).toEqual([first.body.id])
    } finally {
      await other.close()
    }
  })

  it('that refuses the payment leaves no tip', async () => {
    const other = await createHarness({
      pay: () => Promise.reject(new AppError(402, 'payment.refused', 'The card was refused.')),
    })
    try {
      const ama = other.listener()
      await expect(tip(ama, other.catalog.addPodcast(), 500)).rejects.toMatchObject({ status: 402 })
      expect(await total(ama)).toBe(0)
    } finally {
      await other.close()
    }
  })
})
