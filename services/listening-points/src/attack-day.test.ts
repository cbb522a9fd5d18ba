import { createHash, randomUUID } from 'node:crypto'
import { EndListening, HeartbeatListening } from '@griot/contracts/listening'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EpisodeFacts } from './catalog/facts.ts'
import { auditLedger } from './ledger/audit.ts'
import { RULES } from './rules/rules.ts'
import {
  type Account,
  apply,
  createAccount,
  DAY,
  DAY_LIMIT,
  HOST_LIMIT,
  HOUR,
  HOUR_LIMIT,
  LONG,
  MIDNIGHT,
  type Operation,
} from './testing/attacker.ts'
import { createHarness, end, heartbeat, start, total } from './testing/harness.ts'
import { type ModelEpisode, newListener } from './testing/model.ts'

const MINUTE = 60
const PART = { share: 0.3, reach: 0.6 }
/** The host publishes one of these every minute. */
const LENGTHS = [1, 2, 1, 60, 600, LONG]

/** Returns the oldest published episode of such a length that the account has not played, or undefined. */
type NextEpisode = (isSuitable: (length: number) => boolean) => ModelEpisode | undefined
type Strategy = (account: Account, next: NextEpisode) => Generator<void>

const isShort = (length: number) => length <= 2

function* waitFor(account: Account, seconds: number) {
  account.wait(seconds)
  yield
}

/** Ends at the end of the day. */
function* repeat(account: Account, next: NextEpisode, choose: (next: NextEpisode) => ModelEpisode | undefined) {
  while (!account.isOver()) {
    const episode = choose(next)
    yield* episode === undefined ? waitFor(account, MINUTE) : account.playing(episode)
  }
}

const LISTENERS: Record<string, Strategy> = {
  'completes each short episode': (account, next) => repeat(account, next, () => next(isShort)),
  'hears long episodes': (account, next) => repeat(account, next, () => next((length) => length === LONG)),
  *'earns the bonuses of the hour, then hears a long episode'(account, next) {
    while (!account.isOver()) {
      const hourEnds = account.now() + HOUR
      for (let bonuses = 0; bonuses < RULES.bonusLimits.perHour && account.now() < hourEnds; ) {
        const short = next(isShort)
        yield* short === undefined ? waitFor(account, MINUTE) : account.playing(short)
        if (short !== undefined) bonuses += 1
      }
      const long = next((length) => length === LONG)
      const seconds = hourEnds - account.now()
      yield* long === undefined ? waitFor(account, MINUTE) : account.playing(long, { seconds })
    }
  },
  *'plays all episodes, with a part of each audio'(account, next) {
    while (!account.isOver()) {
      const episode = next(() => true)
      yield* episode === undefined ? waitFor(account, MINUTE) : account.playing(episode, { sent: PART })
    }
  },
  *'changes the episode after each heartbeat, and the audio arrives late'(account, next) {
    while (!account.isOver()) {
      const episode = next((length) => length >= 60)
      if (episode === undefined) {
        yield* waitFor(account, MINUTE)
        continue
      }
      account.start(episode)
      yield* waitFor(account, 40)
      account.heartbeat({ share: 0, reach: 0 })
      yield* waitFor(account, 40)
      account.heartbeat(PART)
      yield* waitFor(account, 40)
      account.heartbeat()
    }
  },
}

/** A day of five listeners and a host, in the order of time. The host publishes during the day and plays the own shows. */
const simulateDay = () => {
  const published: ModelEpisode[] = []
  const createNext = (): NextEpisode => {
    const played = new Set<string>()
    return (isSuitable) => {
      const episode = published.find(({ id, length }) => !played.has(id) && isSuitable(length))
      if (episode !== undefined) played.add(episode.id)
      return episode
    }
  }
  function* publish(account: Account, next: NextEpisode) {
    while (!account.isOver()) {
      const number = published.length
      const audio = number % 5 === 0 ? 'one file' : `audio ${number}`
      const length = LENGTHS[number % LENGTHS.length] ?? 1
      published.push({ id: `show ${number}`, audio, length, as: 'listener' })
      yield* waitFor(account, MINUTE - 2)
      const short = next(isShort)
      yield* short === undefined ? waitFor(account, 2) : account.playing(short)
    }
  }
  const host = createAccount('host')
  const accounts = [
    {
      name: 'publishes an episode a minute and plays short ones',
      account: host,
      limit: HOST_LIMIT,
      run: publish(host, createNext()),
    },
    ...Object.entries(LISTENERS).map(([name, strategy]) => {
      const account = createAccount()
      return { name, account, limit: DAY_LIMIT, run: strategy(account, createNext()) }
    }),
  ]
  const running = new Set(accounts)
  while (running.size > 0) {
    const next = [...running].reduce((first, one) => (one.account.now() < first.account.now() ? one : first))
    if (next.run.next().done) running.delete(next)
  }
  return accounts
}

const day = simulateDay()
const best = day.reduce((most, one) => (one.account.total() > most.account.total() ? one : most))

describe('five listeners and a host, for a day', () => {
  it('earn at most the stated limits for each account', () => {
    for (const { name, account, limit } of day) {
      console.info(`${name}: ${account.total()} points a day (limit ${limit}), ${account.bestHour()} in the best hour`)
      expect(account.total()).toBeLessThanOrEqual(limit)
      expect(account.bestHour()).toBeLessThanOrEqual(HOUR_LIMIT)
    }
    console.info(`The most: ${best.account.total()} points (${best.name})`)
    // The limit is tight: the best listener almost reaches it.
    expect(best.account.total()).toBeGreaterThan(0.98 * DAY_LIMIT)
  })
})

describe('the service', () => {
  let harness: Awaited<ReturnType<typeof createHarness>>
  beforeAll(async () => {
    harness = await createHarness()
    await harness.stopClock(new Date(MIDNIGHT * 1000))
  })
  afterAll(() => harness.close())

  it('credits the first three hours of the best listener as the model does', async () => {
    const listener = harness.listener()
    const expected = newListener()
    const episodes = new Map<string, EpisodeFacts>()
    const publish = ({ id, audio, length: lengthSeconds }: ModelEpisode) => {
      const audioSha256 = createHash('sha256').update(audio).digest('hex')
      const episode = episodes.get(id) ?? harness.catalog.addEpisode({ id: randomUUID(), lengthSeconds, audioSha256 })
      episodes.set(id, episode)
      return episode
    }
    const send = async (operation: Operation) => {
      if (operation.kind === 'start') return start(listener, publish(operation.episode))
      const { id = '', length = 0, episode = '' } = expected.open ?? {}
      listener.sent = { [episodes.get(episode)?.id ?? '']: operation.sent }
      return operation.kind === 'heartbeat'
        ? HeartbeatListening.response.parse(await heartbeat(listener, id, DAY, length))
        : EndListening.response.parse(await end(listener, id, { listeningDuration: DAY, totalProgress: length }))
    }

    let now = MIDNIGHT
    for (const operation of best.account.operations.filter(({ at }) => at <= MIDNIGHT + 3 * HOUR)) {
      await harness.advance(operation.at - now)
      now = operation.at
      const response = await send(operation)
      expect(response).toMatchObject(apply(expected, operation, 'id' in response ? response.id : ''))
    }
    expect(expected.total).toBeGreaterThan(3 * 180)
    expect(await total(listener)).toBe(expected.total)
    expect(await auditLedger(harness.db)).toEqual([])
  })
})
