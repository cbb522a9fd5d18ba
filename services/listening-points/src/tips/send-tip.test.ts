import { ListPointsHistory, SendTip, type Tip } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db'
import { AppError } from '@griot/service-kit/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PodcastFacts } from '../catalog/facts.ts'
import { auditLedger } from '../ledger/audit.ts'
import { end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
  // Away from midnight: the daily limit is a limit of one day.
  await house.stopClock(new Date('2026-03-03T12:00:00Z'))
})
afterAll(() => house.close())

const tip = (guest: Guest, { id, hostId }: PodcastFacts, amount: number, more: object = {}) =>
  guest.call(SendTip, { body: { receiverId: hostId, podcastId: id, amount, ...more } })

const tipWithKey = async (guest: Guest, { id, hostId }: PodcastFacts, amount: number, key: string) => {
  const answer = await guest.fetch(SendTip.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ receiverId: hostId, podcastId: id, amount }),
  })
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotent-replayed'),
    body: (await answer.json()) as Tip,
  }
}

const tipsOf = ({ id }: Guest) =>
  house.db.many(z.object({ id: z.string() }), sql`select id from tip where sender_id = ${id}`)

describe('POST /api/tip', () => {
  it('is a pledge that brings two points a dollar', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast({ title: 'Griot Stories' })
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

  it('brings at most a hundred points a day, and again the next day', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast()
    const points: number[] = []
    for (const amount of [4000, 4000, 50_000]) points.push((await tip(ama, podcast, amount)).pointsEarned)
    expect(points).toEqual([80, 20, 0])
    await house.pass(86_400)
    expect((await tip(ama, podcast, 500)).pointsEarned).toBe(10)
    expect(await total(ama)).toBe(110)
  })

  it('counts for the day that has begun, even when the clock is put back over midnight', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast()
    await house.stopClock(new Date('2026-03-04T00:00:10Z'))
    await tip(ama, podcast, 1000)
    await house.pass(-30)
    await tip(ama, podcast, 4000)
    expect(await auditLedger(house.db)).toEqual([])
    await house.stopClock(new Date('2026-03-04T12:00:00Z'))
    expect((await tip(ama, podcast, 500)).pointsEarned).toBe(0)
  })

  it('keeps to the daily limit when many are sent at once', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast()
    const sent = await Promise.all(Array.from({ length: 20 }, () => tip(ama, podcast, 1000)))
    expect(sent.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0)).toBe(100)
    expect(await total(ama)).toBe(100)
  })

  it('is sent once for each key, however often and whenever it is repeated', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast()
    const key = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tipWithKey(ama, podcast, 700, key)))
    answers.push(await tipWithKey(ama, podcast, 700, key))

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    expect(await tipsOf(ama)).toHaveLength(1)
    expect(await total(ama)).toBe(14)
  })

  it('does not take a key for another tip, but the same key from another person', async () => {
    const [ama, kofi] = [house.guest(), house.guest()]
    const podcast = house.catalogue.addPodcast()
    await tipWithKey(ama, podcast, 700, 'monday')
    expect(await tipWithKey(ama, podcast, 800, 'monday')).toMatchObject({
      status: 422,
      body: { code: 'tip.key_reused' },
    })
    expect(await tipWithKey(kofi, podcast, 800, 'monday')).toMatchObject({ status: 201, replayed: null })
  })

  it('goes to the host of that podcast, for an episode of it, and never to oneself', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast()
    const own = house.catalogue.addPodcast({ hostId: ama.id })
    const episode = house.catalogue.addEpisode({ podcastId: podcast.id })
    const other = house.catalogue.addEpisode()

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
    const podcast = house.catalogue.addPodcast()
    await expect(tip(house.guest(), podcast, amount as number)).rejects.toMatchObject({ status: 400 })
  })

  it('crosses other tips and ends without waiting in a circle', async () => {
    const [ama, kofi] = [house.guest(), house.guest()]
    const [hers, his] = [
      house.catalogue.addPodcast({ hostId: ama.id }),
      house.catalogue.addPodcast({ hostId: kofi.id }),
    ]
    await Promise.all(
      Array.from({ length: 20 }, async (_, round) => {
        const episode = house.catalogue.addEpisode()
        const [listener, podcast] = round % 2 === 0 ? ([ama, his] as const) : ([kofi, hers] as const)
        await Promise.all([tip(listener, podcast, 100), start(listener, episode).then(({ id }) => end(listener, id))])
      }),
    )
    for (const guest of [ama, kofi]) expect(await total(guest)).toBe(10 * 2 + 10 * 5)
  })
})

describe('a payment provider', () => {
  it('makes a tip settled, without the limit of pledges, and is asked once for one key', async () => {
    const asked: string[] = []
    const other = await openHouse({
      pay: async ({ tipId }) => {
        asked.push(tipId)
        return { status: 'settled', reference: `charge ${tipId}` }
      },
    })
    try {
      const ama = other.guest()
      const podcast = other.catalogue.addPodcast()
      const first = await tipWithKey(ama, podcast, 50_000, 'once')
      await tipWithKey(ama, podcast, 50_000, 'once')
      expect(first.body).toMatchObject({ status: 'settled', pointsEarned: 1000 })
      expect(asked).toEqual([first.body.id])
    } finally {
      await other.close()
    }
  })

  it('that refuses leaves nothing behind', async () => {
    const other = await openHouse({
      pay: () => Promise.reject(new AppError(402, 'payment.refused', 'The card was refused.')),
    })
    try {
      const ama = other.guest()
      await expect(tip(ama, other.catalogue.addPodcast(), 500)).rejects.toMatchObject({ status: 402 })
      expect(await total(ama)).toBe(0)
    } finally {
      await other.close()
    }
  })
})
