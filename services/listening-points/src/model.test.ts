import type { ResponseOf } from '@griot/contracts/endpoint'
import { CreateFavorite, DeleteFavorite, ListFavorites, ListHistory } from '@griot/contracts/library'
import { type ExplainedSession, type HeartbeatListening, ListListeningSessions } from '@griot/contracts/listening'
import { EARNING_REASONS } from '@griot/contracts/listening-rules'
import { CheckBadges, GetPoints, ListPointsHistory, SendTip } from '@griot/contracts/points'
import { sql } from '@griot/service-kit/db/db'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EpisodeFacts, PodcastFacts } from './catalog/facts.ts'
import { auditLedger } from './ledger/audit.ts'
import { closeSilentSessions } from './listening/reaper.ts'
import {
  createHarness,
  end,
  type Harness,
  heartbeat,
  ME,
  start,
  type TestListener,
  total,
  WHOLE,
} from './testing/harness.ts'
import * as rules from './testing/model.ts'

// `npm run test:node24` makes another 900 runs: each CI run makes 1,000, and `npm test` stays short.
const RUNS = Number(process.env.MODEL_RUNS ?? 100)
/** The last one is long enough to reach the daily limit for own shows. The first two, and the next two, have the same audio. */
const LENGTHS = [60, 100, 150, 600, 6_000]
const AUDIOS = ['a0', 'a0', 'b1', 'b1', undefined].map((hex) => hex?.repeat(32))
const MONDAY = Date.parse('2026-03-02T00:00:00Z') / 1000
const sinceMonday = fc.integer({ min: 0, max: 7 * 86_400 - 1 })

/** The expected state. */
interface Model {
  now: number
  listeners: { expected: rules.ModelListener; favorites: Set<number>; tips: Map<string, number> }[]
  /** The host of an episode (one of the two listeners, or another creator), and whether it is published. */
  shows: Map<number, { host: number | null; isPublished: boolean }>
}

/** The service, two listeners, and episodes and podcasts for them to play and tip. */
interface Real {
  harness: Harness
  listeners: TestListener[]
  episodes: EpisodeFacts[]
  podcasts: PodcastFacts[]
}

type Step = fc.AsyncCommand<Model, Real>

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const audioOf = (number: number) => {
  const audioSha256 = AUDIOS[number]
  return audioSha256 === undefined ? {} : { audioSha256 }
}

const at = <Item>(items: readonly Item[], index: number): Item => {
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

const steps = [
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

const OF_EPISODE = ['started', 'minutes', 'completed']

/** The points in a receipt that belong to its episode. An open session has no receipt, and no achievements either. */
const shownForEpisode = ({ endedAt, reasons, pointsEarned }: ExplainedSession) =>
  endedAt === null
    ? pointsEarned
    : reasons.reduce((sum, { reason, points }) => sum + (OF_EPISODE.includes(reason) ? points : 0), 0)

/** The points of each session in the ledger, with its weekly bonus and badges. */
const creditedBySession = async ({ harness }: Real, { id }: TestListener) => {
  const rows = await harness.db.many(
    z.object({ sessionId: z.string(), points: z.number() }),
    sql`
      select session_id as "sessionId", sum(points)::int as points from ledger_entry
      where user_id = ${id} and session_id is not null group by session_id
    `,
  )
  return Object.fromEntries(rows.map(({ sessionId, points }) => [sessionId, points]))
}

const compare = async (model: Model, real: Real) => {
  for (const [index, { expected }] of model.listeners.entries()) {
    const listener = at(real.listeners, index)
    expect(await listener.call(GetPoints, ME)).toMatchObject(rules.pointsOf(expected, model.now))
    const entries = await listener.call(ListPointsHistory, { ...ME, query: { limit: 100 } })
    expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(expected.total)
    const sessions = await listener.call(ListListeningSessions, { ...ME, query: { limit: 100 } })
    // The rows of the last sessions show these numbers.
    const shown = sessions.filter(({ pointsEarned }) => pointsEarned > 0)
    expect(Object.fromEntries(shown.map(({ id, pointsEarned }) => [id, pointsEarned]))).toEqual(
      await creditedBySession(real, listener),
    )
    const paid = sessions.flatMap(({ reasons }) => reasons).filter(({ points }) => points > 0)
    for (const { reason } of paid) expect(EARNING_REASONS).toContain(reason)
    for (const { episodeId, completed, positionSeconds, earnedPoints } of await listener.call(ListHistory, ME)) {
      expect({ completed, positionSeconds, earnedPoints }).toEqual({
        completed: expected.episodes[episodeId]?.completed,
        positionSeconds: rules.positionIn(expected, episodeId),
        earnedPoints: expected.episodes[episodeId]?.earned,
      })
      const ofEpisode = <Item extends { episodeId: string | null }>(items: Item[]) =>
        items.filter((item) => item.episodeId === episodeId)
      const ofLedger = ofEpisode(entries).filter(({ type }) => type === 'listening')
      expect(ofLedger.reduce((sum, { points }) => sum + points, 0)).toBe(earnedPoints)
      expect(ofEpisode(sessions).reduce((sum, session) => sum + shownForEpisode(session), 0)).toBe(earnedPoints)
    }
  }
}

const endAll = async (listeners: readonly TestListener[]) => {
  for (const listener of listeners) {
    const sessions = await listener.call(ListListeningSessions, { ...ME, query: { limit: 100 } })
    const open = sessions.find(({ endedAt }) => endedAt === null)
    if (open !== undefined) await end(listener, open.id)
  }
}

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe('two listeners with any sequence of operations', () => {
  it(`match the model of the rules (${RUNS} runs, FUZZ_SEED=${seed})`, { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(sinceMonday, fc.commands([...steps], { maxCommands: 30 }), async (since, commands) => {
        await harness.stopClock(new Date((MONDAY + since) * 1000))
        const model: Model = {
          now: MONDAY + since,
          shows: new Map([
            [3, { host: 0, isPublished: true }],
            [4, { host: 0, isPublished: true }],
          ]),
          listeners: [0, 1].map(() => ({ expected: rules.newListener(), favorites: new Set(), tips: new Map() })),
        }
        const real: Real = {
          harness,
          listeners: [harness.listener(), harness.listener()],
          episodes: [],
          podcasts: [harness.catalog.addPodcast(), harness.catalog.addPodcast()],
        }
        for (const [number, lengthSeconds] of LENGTHS.entries()) {
          const host = model.shows.get(number)?.host
          const hostId = host == null ? crypto.randomUUID() : at(real.listeners, host).id
          real.episodes.push(harness.catalog.addEpisode({ lengthSeconds, hostId, ...audioOf(number) }))
        }
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await compare(model, real)
        } finally {
          // Leave no open session to the reaper of the next run.
          await endAll(real.listeners)
        }
      }),
      { numRuns: RUNS, seed, endOnFailure: false },
    )
    expect(await auditLedger(harness.db)).toEqual([])
  })
})
