import { CreateFavorite, DeleteFavorite, ListFavorites, ListHistory } from '@griot/contracts/library'
import { ListListeningSessions } from '@griot/contracts/listening'
import { CheckBadges, GetPoints, ListPointsHistory, SendTip } from '@griot/contracts/points'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EpisodeFacts, PodcastFacts } from './catalog/facts.ts'
import { auditLedger } from './ledger/audit.ts'
import { closeSilentSessions } from './listening/reaper.ts'
import { beat, end, type Guest, type House, ME, openHouse, start } from './testing/house.ts'
import * as rules from './testing/model.ts'

const RUNS = 1_000
/** The last one is long enough for a whole day's limit. */
const LENGTHS = [60, 100, 150, 600, 6_000]
const MONDAY = Date.parse('2026-03-02T00:00:00Z') / 1000
const sinceMonday = fc.integer({ min: 0, max: 7 * 86_400 - 1 })

/** What should be true. */
interface Model {
  now: number
  people: { person: rules.Person; favorites: Set<number>; tips: Map<string, number> }[]
  /** Which of the two hosts an episode, and whether others can hear it; somebody else hosts all others. */
  shows: Map<number, { host: number | null; isPublished: boolean }>
}

/** What is: the service, two people in front of it, and a few things for them to play and tip. */
interface Real {
  house: House
  guests: Guest[]
  episodes: EpisodeFacts[]
  podcasts: PodcastFacts[]
}

type Step = fc.AsyncCommand<Model, Real>

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new Error(`there is no number ${index}`)
  return item
}

/** A step that one of the two people takes. */
const step = (
  name: string,
  who: number,
  run: (model: Model, real: Real, person: rules.Person, guest: Guest) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Step => ({
  check,
  run: (model, real) => run(model, real, at(model.people, who).person, at(real.guests, who)),
  toString: () => `${['Ama', 'Kofi'][who]} ${name}`,
})

const pass = async (model: Model, real: Real, seconds: number) => {
  model.now += seconds
  await real.house.pass(seconds)
}

/** As whom one of the two hears an episode. */
const heardAs = (model: Model, index: number, number: number): rules.As => {
  const { host, isPublished } = model.shows.get(number) ?? { host: null, isPublished: true }
  if (!isPublished) return 'preview'
  return host === index ? 'host' : 'listener'
}

const who = fc.integer({ min: 0, max: 1 })
const claims = fc.record({
  listeningDuration: fc.integer({ min: 0, max: 700 }),
  totalProgress: fc.integer({ min: 0, max: 700 }),
})
const isPlaying = (index: number) => (model: Model) => at(model.people, index).person.open !== null

const steps = [
  fc.tuple(who, fc.integer({ min: 0, max: LENGTHS.length - 1 })).map(([index, number]) =>
    step(`starts episode ${number}`, index, async (model, real, person, guest) => {
      const episode = at(real.episodes, number)
      const session = await start(guest, episode)
      const as = heardAs(model, index, number)
      expect(session).toMatchObject(rules.start(person, model.now, session.id, episode.id, episode.lengthSeconds, as))
    }),
  ),
  fc.tuple(who, fc.integer({ min: 0, max: LENGTHS.length - 1 })).map(([index, number]) =>
    step(`hears all of episode ${number}`, index, async (model, real, person, guest) => {
      const episode = at(real.episodes, number)
      const { id } = await start(guest, episode)
      rules.start(person, model.now, id, episode.id, episode.lengthSeconds, heardAs(model, index, number))
      await pass(model, real, episode.lengthSeconds)
      const claim = { listeningDuration: episode.lengthSeconds, totalProgress: episode.lengthSeconds }
      expect(await end(guest, id, claim)).toMatchObject(
        rules.end(person, model.now, claim.listeningDuration, claim.totalProgress),
      )
    }),
  ),
  fc.tuple(fc.integer({ min: 0, max: LENGTHS.length - 1 }), fc.constantFrom(null, 0, 1), fc.boolean()).map(
    ([number, host, isPublished]): Step => ({
      check: () => true,
      async run(model, real) {
        model.shows.set(number, { host, isPublished })
        const hostId = host === null ? crypto.randomUUID() : at(real.guests, host).id
        real.house.catalogue.addEpisode({ ...at(real.episodes, number), hostId, isPublished })
      },
      toString: () =>
        `episode ${number} is ${host === null ? 'nobody' : ['Ama', 'Kofi'][host]}'s, published: ${isPublished}`,
    }),
  ),
  fc.tuple(who, claims).map(([index, claim]) =>
    step(
      `beats ${JSON.stringify(claim)}`,
      index,
      async (model, _, person, guest) => {
        if (person.open === null) throw new Error('nothing is open')
        const { id } = person.open
        const answer = await beat(guest, id, claim.listeningDuration, claim.totalProgress)
        expect(answer).toEqual(rules.beat(person.open, model.now, claim.listeningDuration, claim.totalProgress))
      },
      isPlaying(index),
    ),
  ),
  fc.tuple(who, claims, fc.constantFrom(1, 1, 4)).map(([index, claim, times]) =>
    step(
      `ends ${JSON.stringify(claim)} ${times} times at once`,
      index,
      async (model, _, person, guest) => {
        const id = person.open?.id ?? ''
        const receipts = await Promise.all(Array.from({ length: times }, () => end(guest, id, claim)))
        const expected = rules.end(person, model.now, claim.listeningDuration, claim.totalProgress)
        for (const receipt of receipts) {
          expect(receipt).toMatchObject(expected)
          expect(receipt.reasons.reduce((sum, { points }) => sum + points, 0)).toBe(receipt.pointsEarned)
        }
      },
      isPlaying(index),
    ),
  ),
  fc.tuple(who, claims).map(([index, claim]) =>
    step(
      'ends everything again',
      index,
      async (_, __, person, guest) => {
        for (const [id, receipt] of Object.entries(person.receipts)) {
          expect(await end(guest, id, claim)).toMatchObject(receipt)
        }
      },
      (model) => Object.keys(at(model.people, index).person.receipts).length > 0,
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
        run: (model, real) => pass(model, real, seconds),
        toString: () => `${seconds} seconds pass`,
      }),
    ),
  fc.constant<Step>({
    check: () => true,
    async run(model, real) {
      const closed = await closeSilentSessions({ db: real.house.db, log: real.house.log, onClosed: () => {} })
      expect(closed).toBe(model.people.filter(({ person }) => rules.reap(person, model.now)).length)
    },
    toString: () => 'the reaper comes by',
  }),
  fc.tuple(who, fc.integer({ min: 100, max: 6_000 }), fc.integer({ min: 0, max: 2 })).map(([index, amount, number]) =>
    step(`tips ${amount} with key ${number}`, index, async (model, real, person, guest) => {
      const { tips } = at(model.people, index)
      const { id, hostId } = at(real.podcasts, 0)
      const key = `key ${number}`
      const send = () =>
        guest.fetch(SendTip.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ receiverId: hostId, podcastId: id, amount }),
        })
      const answers = await Promise.all([send(), send()])
      const known = tips.get(key)
      if (known !== undefined && known !== amount) {
        expect(answers.map(({ status }) => status)).toEqual([422, 422])
        return
      }
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      tips.set(key, amount)
      if (known === undefined) expect(await answers[0]?.json()).toMatchObject(rules.tip(person, model.now, amount))
    }),
  ),
  fc.tuple(who, fc.integer({ min: 0, max: 1 })).map(([index, number]) =>
    step(`toggles favorite ${number}`, index, async (model, real, _, guest) => {
      const { favorites } = at(model.people, index)
      const favorite = await guest.call(CreateFavorite, { body: { podcastId: at(real.podcasts, number).id } })
      if (favorites.has(number)) {
        favorites.delete(number)
        await guest.call(DeleteFavorite, { params: { id: favorite.id } })
      } else favorites.add(number)
      expect(await guest.call(ListFavorites, ME)).toHaveLength(favorites.size)
    }),
  ),
  who.map((index) =>
    step('asks for badges', index, async (_, __, person, guest) => {
      const { newBadges } = await guest.call(CheckBadges, { ...ME, body: { action: 'episode_completed' } })
      expect(newBadges.map(({ id }) => id)).toEqual(person.badges.splice(0))
    }),
  ),
] as const

/** What both people see must be what the model says. */
const compare = async (model: Model, { guests }: Real) => {
  for (const [index, { person }] of model.people.entries()) {
    const guest = at(guests, index)
    expect(await guest.call(GetPoints, ME)).toMatchObject(rules.pointsOf(person, model.now))
    const entries = await guest.call(ListPointsHistory, { ...ME, query: { limit: 100 } })
    expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(person.total)
    for (const { episodeId, completed, positionSeconds } of await guest.call(ListHistory, ME)) {
      expect({ completed, positionSeconds }).toEqual({
        completed: person.episodes[episodeId]?.completed,
        positionSeconds: rules.positionIn(person, episodeId),
      })
    }
  }
}

/** Ends whatever the two have left open. */
const endAll = async (guests: readonly Guest[]) => {
  for (const guest of guests) {
    const sessions = await guest.call(ListListeningSessions, { ...ME, query: { limit: 100 } })
    const open = sessions.find(({ endedAt }) => endedAt === null)
    if (open !== undefined) await end(guest, open.id)
  }
}

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe('two people doing anything in any order', () => {
  it(`get what the rules say, to the point (${RUNS} runs, FUZZ_SEED=${seed})`, { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(sinceMonday, fc.commands([...steps], { maxCommands: 30 }), async (since, commands) => {
        await house.stopClock(new Date((MONDAY + since) * 1000))
        const model: Model = {
          now: MONDAY + since,
          shows: new Map([
            [3, { host: 0, isPublished: true }],
            [4, { host: 0, isPublished: true }],
          ]),
          people: [0, 1].map(() => ({ person: rules.newcomer(), favorites: new Set(), tips: new Map() })),
        }
        const real: Real = {
          house,
          guests: [house.guest(), house.guest()],
          episodes: [],
          podcasts: [house.catalogue.addPodcast(), house.catalogue.addPodcast()],
        }
        for (const [number, lengthSeconds] of LENGTHS.entries()) {
          const host = model.shows.get(number)?.host
          const hostId = host == null ? crypto.randomUUID() : at(real.guests, host).id
          real.episodes.push(house.catalogue.addEpisode({ lengthSeconds, hostId }))
        }
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await compare(model, real)
        } finally {
          // Nobody of this run is left for the reaper of the next.
          await endAll(real.guests)
        }
      }),
      { numRuns: RUNS, seed, endOnFailure: false },
    )
    expect(await auditLedger(house.db)).toEqual([])
  })
})
