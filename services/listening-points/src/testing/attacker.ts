import { BADGES, CREDITED_EVERY_MINUTES, GRACE_SECONDS, RULES } from '../rules/rules.ts'
import * as model from './model.ts'

// Times are seconds by the server's clock.
export const HOUR = 3_600
export const DAY = 24 * HOUR
export const MIDNIGHT = Date.parse('2026-03-04T00:00:00Z') / 1000
const END_OF_DAY = MIDNIGHT + DAY - 1
const HEARTBEAT_EVERY = 100
/** Of the longest episodes. */
export const LONG = 6 * HOUR
const { perMinute, perStart, completion, bonusLimits, weekly, ownShows, tip } = RULES

export const badgesUpTo = (completions: number) =>
  BADGES.filter(({ episodes }) => episodes <= completions).reduce((sum, { points }) => sum + points, 0)

const ACHIEVEMENTS = weekly.points + badgesUpTo(bonusLimits.perDay)
/** The first claim may reach back by the grace period, which is less than a minute. */
const GRACE_MINUTES = Math.ceil(GRACE_SECONDS / 60)

/** The most points in a time: the clock limits the minutes, and the limits of bonuses do the rest. */
const limitOf = (minutes: number, bonuses: number) =>
  (minutes + GRACE_MINUTES) * perMinute + bonuses * (perStart + completion.points) + ACHIEVEMENTS

export const DAY_LIMIT = limitOf(24 * 60, bonusLimits.perDay)
/** An hour may contain the credit for minutes before it. */
export const HOUR_LIMIT = limitOf(60 + CREDITED_EVERY_MINUTES, bonusLimits.perHour)
/** A host who plays only own shows: badges and the weekly bonus are not limited. */
export const HOST_LIMIT = ownShows.dailyPointsCap + ACHIEVEMENTS

type Sent = NonNullable<model.Sent>
const WHOLE: Sent = { share: 1, reach: 1 }

/** A request of an account. A heartbeat and an end claim everything that the clock may support, and the end of the episode. */
export type Operation = { at: number } & (
  | { kind: 'start'; episode: model.ModelEpisode }
  | { kind: 'heartbeat' | 'end'; sent: Sent }
)

interface Played {
  seconds?: number
  /** The gateway sends all of the audio, or this part. */
  sent?: Sent | undefined
}

/** An account that sends arbitrary claims, for a day. Every episode has new audio unless it names one. */
export const createAccount = (as: model.HeardAs = 'listener') => {
  const listener = model.newListener()
  const earned: { at: number; points: number }[] = []
  const operations: Operation[] = []
  let now = MIDNIGHT
  let created = 0

  const send = (operation: Operation) => {
    const before = listener.total
    apply(listener, operation, `session ${operations.length}`)
    operations.push(operation)
    if (listener.total > before) earned.push({ at: now, points: listener.total - before })
  }
  const account = {
    operations,
    now: () => now,
    wait: (seconds: number) => {
      now += seconds
    },
    isOver: () => now >= END_OF_DAY,
    tip: () => void model.tip(listener, now, tip.maxCents),
    start: (episode: model.ModelEpisode) => send({ at: now, kind: 'start', episode: { ...episode, as } }),
    heartbeat: (sent: Sent = WHOLE) => send({ at: now, kind: 'heartbeat', sent }),
    end: (sent: Sent = WHOLE) => send({ at: now, kind: 'end', sent }),
    newEpisode(length: number, audio = `audio ${created}`): model.ModelEpisode {
      created += 1
      return { id: `episode ${created}`, audio, length, as }
    },
    /** Plays an episode until its end, or for some seconds. Other accounts may continue after each wait. */
    *playing(episode: model.ModelEpisode, { seconds = episode.length, sent }: Played = {}) {
      account.start(episode)
      let rest = Math.min(seconds, END_OF_DAY - now)
      for (; rest > HEARTBEAT_EVERY; rest -= HEARTBEAT_EVERY) {
        account.wait(HEARTBEAT_EVERY)
        yield
        account.heartbeat(sent)
      }
      account.wait(rest)
      yield
      account.end(sent)
    },
    play(length: number, { audio, ...played }: Played & { audio?: string } = {}) {
      for (const _ of account.playing(account.newEpisode(length, audio), played));
    },
    total: () => listener.total,
    /** The most points in any 60 minutes. */
    bestHour: () =>
      Math.max(
        0,
        ...earned.map(({ at }) =>
          earned.reduce((sum, one) => sum + (one.at <= at && one.at > at - HOUR ? one.points : 0), 0),
        ),
      ),
  }
  return account
}
export type Account = ReturnType<typeof createAccount>

/** Returns the response that the service must give. */
export const apply = (listener: model.ModelListener, operation: Operation, sessionId: string) => {
  const { at, kind } = operation
  if (kind === 'start') return model.start(listener, at, sessionId, operation.episode)
  const length = listener.open?.length ?? 0
  return kind === 'heartbeat'
    ? model.heartbeat(listener, at, DAY, length, operation.sent)
    : model.end(listener, at, DAY, length, operation.sent)
}
