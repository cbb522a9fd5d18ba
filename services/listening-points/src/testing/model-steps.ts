import type { ResponseOf } from '@griot/contracts/endpoint'
import { CreateFavorite, DeleteFavorite, ListFavorites } from '@griot/contracts/library'
import type { HeartbeatListening } from '@griot/contracts/listening'
import { CheckBadges, SendTip } from '@griot/contracts/points'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { EpisodeFacts, PodcastFacts } from '../catalog/facts.ts'
import { closeSilentSessions } from '../listening/reaper.ts'
import { end, type Harness, heartbeat, ME, start, type TestListener, total, WHOLE } from './harness.ts'
import * as rules from './model.ts'

/** The last one is long enough to reach the daily limit for own shows. The first two, and the next two, have the same audio. */
export const LENGTHS = [60, 100, 150, 600, 6_000]
const AUDIOS = ['a0', 'a0', 'b1', 'b1', undefined].map((hex) => hex?.repeat(32))

/** The expected state. */
export interface Model {
  now: number
  listeners: { expected: rules.ModelListener; favorites: Set<number>; tips: Map<string, number> }[]
  /** The host of an episode (one of the two listeners, or another creator), and whether it is published. */
  shows: Map<number, { host: number | null; isPublished: boolean }>
}

/** The service, two listeners, and episodes and podcasts for them to play and tip. */
export interface Real {
  harness: Harness
  listeners: TestListener[]
  episodes: EpisodeFacts[]
  podcasts: PodcastFacts[]
}

type Step = fc.AsyncCommand<Model, Real>

export const audioOf = (number: number) => {
  const audioSha256 = AUDIOS[number]
  return audioSha256 === undefined ? {} : { audioSha256 }
}

export const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new Error(`no item ${index}`)
  return item
}

const step = (
  name: string,
  index: number,
  run: (model: Model, real: Real, expected: rules.ModelListener, listener: TestListener) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Step => ({
  check,
  run: (model, real) => run(model, real, at(model.listeners, index).expected, at(real.listeners, index)),
  toString: () => `${['Ama', 'Kofi'][index]} ${name}`,
})

const advance = async (model: Model, real: Real, seconds: number) => {
  model.now += seconds
  await real.harness.advance(seconds)
}

const heardAs = (model: Model, index: number, number: number): rules.HeardAs => {
  const { host, isPublished } = model.shows.get(number) ?? { host: null, isPublished: true }
  if (!isPublished) return 'preview'
  return host === index ? 'host' : 'listener'
}

const asModelled = (model: Model, real: Real, index: number, number: number): rules.ModelEpisode => {
  const { id, audioSha256: audio = id, lengthSeconds: length } = at(real.episodes, number)
  return { id, audio, length, as: heardAs(model, index, number) }
}

const whose = fc.integer({ min: 0, max: 1 })
const claims = fc.record({
  listeningDuration: fc.integer({ min: 0, max: 700 }),
  totalProgress: fc.integer({ min: 0, max: 700 }),
  sent: fc.oneof(
    { weight: 2, arbitrary: fc.constant(WHOLE) },
    fc.record({ share: fc.constantFrom(0, 0.125, 0.5), reach: fc.constantFrom(0, 0.5, 1) }),
    fc.constant(null),
  ),
})
/** Sets the audio of the played episode that the gateway has sent; null for a gateway of the release before. */
const send = (listener: TestListener, { open }: rules.ModelListener, sent: rules.Sent = WHOLE) => {
  listener.sent = sent && open && { [open.episode]: sent }
}
const isPlaying = (index: number) => (model: Model) => at(model.listeners, index).expected.open !== null

/** Simultaneous heartbeats may divide it differently into credited and pending. */
const sumOfHeartbeat = ({
  creditedSeconds,
  pendingPoints = 0,
  totalPoints = 0,
}: ResponseOf<typeof HeartbeatListening>) => `${creditedSeconds} ${pendingPoints + totalPoints}`

export const steps = [
  fc.tuple(whose, fc.integer({ min: 0, max: LENGTHS.length - 1 })).map(([index, number]) =>
    step(`starts episode ${number}`, index, async (model, real, expected, listener) => {
      const episode = at(real.episodes, number)
      const session = await start(listener, episode)
      expect(session).toMatchObject(
        rules.start(expected, model.now, session.id, asModelled(model, real, index, number)),
      )
    }),
  ),
  fc.tuple(whose, fc.integer({ min: 0, max: LENGTHS.length - 1 })).map(([index, number]) =>
    step(`plays all of episode ${number}`, index, async (model, real, expected, listener) => {
      const episode = at(real.episodes, number)
      const { id } = await start(listener, episode)
      rules.start(expected, model.now, id, asModelled(model, real, index, number))
      send(listener, expected)
      await advance(model, real, episode.lengthSeconds)
      const claim = { listeningDuration: episode.lengthSeconds, totalProgress: episode.lengthSeconds }
      expect(await end(listener, id, claim)).toMatchObject(
        rules.end(expected, model.now, claim.listeningDuration, claim.totalProgress),
      )
    }),
  ),
  fc.tuple(fc.integer({ min: 0, max: LENGTHS.length - 1 }), fc.constantFrom(null, 0, 1), fc.boolean()).map(
    ([number, host, isPublished]): Step => ({
      check: () => true,
      async run(model, real) {
        model.shows.set(number, { host, isPublished })
        const hostId = host === null ? crypto.randomUUID() : at(real.listeners, host).id
        real.harness.catalog.addEpisode({ ...at(real.episodes, number), hostId, makerIds: [hostId], isPublished })
      },
      toString: () =>
        `episode ${number} is hosted by ${host === null ? 'another creator' : ['Ama', 'Kofi'][host]}, published: ${isPublished}`,
    }),
  ),
  fc.tuple(whose, claims).map(([index, claim]) =>
    step(
      `sends a heartbeat ${JSON.stringify(claim)}`,
      index,
      async (model, _, expected, listener) => {
        if (expected.open === null) throw new Error('no session is open')
        const { id } = expected.open
        const { listeningDuration, totalProgress, sent } = claim
        send(listener, expected, sent)
        const response = await heartbeat(listener, id, listeningDuration, totalProgress)
        expect(response).toEqual(rules.heartbeat(expected, model.now, listeningDuration, totalProgress, sent))
      },
      isPlaying(index),
    ),
  ),
  fc.tuple(whose, fc.integer({ min: 1, max: 3 }), fc.constantFrom(1, 1, 4)).map(([index, reports, times]) =>
    step(
      `listens for ${reports * 11} minutes with ${times} heartbeats at once`,
      index,
      async (model, real, expected, listener) => {
        for (let report = 0; report < reports; report++) {
          await advance(model, real, 660)
          if (expected.open === null) throw new Error('no session is open')
          const { id, claimed } = expected.open
          send(listener, expected)
          const responses = await Promise.all(
            Array.from({ length: times }, () => heartbeat(listener, id, claimed + 660, claimed + 660)),
          )
          const expectedResponses = responses.map(() =>
            rules.heartbeat(expected, model.now, claimed + 660, claimed + 660),
          )
          expect(responses.map(sumOfHeartbeat).toSorted()).toEqual(expectedResponses.map(sumOfHeartbeat).toSorted())
          expect(await total(listener)).toBe(expected.total)
        }
      },
      isPlaying(index),
    ),
  ),
  fc.tuple(whose, claims, fc.constantFrom(1, 1, 4)).map(([index, claim, times]) =>
    step(
      `ends ${JSON.stringify(claim)} ${times} times at once`,
      index,
      async (model, _, expected, listener) => {
        const id = expected.open?.id ?? ''
        const { sent, ...claimed } = claim
        send(listener, expected, sent)
        const receipts = await Promise.all(Array.from({ length: times }, () => end(listener, id, claimed)))
        const expectedReceipt = rules.end(expected, model.now, claim.listeningDuration, claim.totalProgress, sent)
        for (const receipt of receipts) {
          expect(receipt).toMatchObject(expectedReceipt)
          expect(receipt.reasons.reduce((sum, { points }) => sum + points, 0)).toBe(receipt.pointsEarned)
        }
      },
      isPlaying(index),
    ),
  ),
  fc.tuple(whose, claims).map(([index, { sent: _, ...claim }]) =>
    step(
      'ends all sessions again',
      index,
      async (_, __, expected, listener) => {
        for (const [id, receipt] of Object.entries(expected.receipts)) {
          expect(await end(listener, id, claim)).toMatchObject(receipt)
        }
      },
      (model) => Object.keys(at(model.listeners, index).expected.receipts).length > 0,
    ),
  ),
  fc
    .oneof(
      fc.integer({ min: 1, max: 130 }),
      fc.integer({ min: 1, max: 700 }),
      fc.constantFrom(-30, 3_600, 86_400, 6 * 86_400),
    )
    .map(
      (seconds): Step => ({
        check: () => true,
        run: (model, real) => advance(model, real, seconds),
        toString: () => `${seconds} seconds pass`,
      }),
    ),
  fc.constant<Step>({
    check: () => true,
    async run(model, real) {
      const closed = await closeSilentSessions({ db: real.harness.db, log: real.harness.log })
      expect(closed).toBe(model.listeners.filter(({ expected }) => rules.reap(expected, model.now)).length)
    },
    toString: () => 'the reaper runs',
  }),
  fc.tuple(whose, fc.integer({ min: 100, max: 6_000 }), fc.integer({ min: 0, max: 2 })).map(([index, amount, number]) =>
    step(`tips ${amount} with key ${number}`, index, async (model, real, expected, listener) => {
      const { tips } = at(model.listeners, index)
      const { id, hostId } = at(real.podcasts, 0)
      const key = `key ${number}`
      const send = () =>
        listener.fetch(SendTip.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ receiverId: hostId, podcastId: id, amount }),
        })
      const responses = await Promise.all([send(), send()])
      const known = tips.get(key)
      if (known !== undefined && known !== amount) {
        expect(responses.map(({ status }) => status)).toEqual([422, 422])
        return
      }
      expect(responses.map(({ status }) => status)).toEqual([201, 201])
      tips.set(key, amount)
      if (known === undefined) expect(await responses[0]?.json()).toMatchObject(rules.tip(expected, model.now, amount))
    }),
  ),
  fc.tuple(whose, fc.integer({ min: 0, max: 1 })).map(([index, number]) =>
    step(`toggles favorite ${number}`, index, async (model, real, _, listener) => {
      const { favorites } = at(model.listeners, index)
      const favorite = await listener.call(CreateFavorite, { body: { podcastId: at(real.podcasts, number).id } })
      if (favorites.has(number)) {
        favorites.delete(number)
        await listener.call(DeleteFavorite, { params: { id: favorite.id } })
      } else favorites.add(number)
      expect(await listener.call(ListFavorites, ME)).toHaveLength(favorites.size)
    }),
  ),
  whose.map((index) =>
    step('requests badges', index, async (_, __, expected, listener) => {
      const { newBadges } = await listener.call(CheckBadges, { ...ME, body: { action: 'episode_completed' } })
      expect(newBadges.map(({ id }) => id)).toEqual(expected.badges.splice(0))
    }),
  ),
] as const
