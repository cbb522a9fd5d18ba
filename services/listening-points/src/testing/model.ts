import {
  BADGES,
  comingStart,
  count,
  credit,
  creditStart,
  dayOf,
  type HeardAs,
  type History,
  historyOf,
  initialize,
  isAllowed,
  isNew,
  type ModelListener,
  type Receipt,
  restartOwnDay,
  restartWeek,
  type Session,
  weekOf,
  withinLimit,
} from './model-listener.ts'

export { type HeardAs, type ModelListener, newListener, type Receipt } from './model-listener.ts'

// The rules of points, written independently of the service: each function changes a listener and returns the response that
// the service must give.

export interface ModelEpisode {
  id: string
  audio: string
  length: number
  as: HeardAs
}

export const start = (
  listener: ModelListener,
  now: number,
  id: string,
  { id: episode, audio, length, as }: ModelEpisode,
) => {
  initialize(listener, now)
  if (listener.open !== null) close(listener, now, now)
  restartWeek(listener, now)
  restartOwnDay(listener, now)
  const history = historyOf(listener, episode)
  const left = as === 'preview' ? 0 : Math.max(0, length - history.credited)
  listener.open = {
    id,
    as,
    episode,
    audio,
    length,
    left,
    startPoints: 0,
    startedAt: now,
    countsFrom: Math.max(now - 5, listener.listenedUntil < now + 3_600 ? listener.listenedUntil : now - 5),
    lastHeardAt: now,
    claimed: 0,
    heard: 0,
    position: 0,
    furthest: 0,
    audioSeconds: null,
    hasHeartbeat: false,
    earlySeconds: 0,
    earlyPoints: 0,
  }
  return {
    pointsEarned: 0,
    positionSeconds: history.position >= length * 0.95 ? 0 : history.position,
    startBonus: comingStart(listener, listener.open, history.credited, now),
  }
}

/** The share of the bytes that were sent, and the end of the last range; null for a gateway of the release before. */
export type Sent = { share: number; reach: number } | null
const WHOLE = { share: 1, reach: 1 }

/** The time of these bytes, a tenth and a minute more, and at most twice as much. */
const supportedBy = (length: number, part: number) => {
  const seconds = length * part
  return Math.min(length, Math.floor(seconds + Math.min(seconds, 60 + seconds / 10)))
}

/** Accepts a claim as far as the clock supports it. */
const applyClaim = (session: Session, now: number, claimed: number, position: number, sent: Sent) => {
  const sinceCounting = Math.max(0, now - session.countsFrom)
  const sinceHeard = Math.max(0, now - session.lastHeardAt)
  const possible = Math.min(claimed, sinceCounting, session.heard + sinceHeard + 5)
  session.heard = Math.max(session.heard, possible)
  const place = Math.min(position, session.length)
  if (claimed >= session.claimed) session.position = place
  session.furthest = Math.max(session.furthest, sent ? Math.min(place, supportedBy(session.length, sent.reach)) : place)
  if (sent) session.audioSeconds = Math.max(session.audioSeconds ?? 0, supportedBy(session.length, sent.share))
  session.claimed = Math.max(session.claimed, claimed)
}

export const heartbeat = (
  listener: ModelListener,
  now: number,
  claimed: number,
  position: number,
  sent: Sent = WHOLE,
) => {
  const session = listener.open
  if (session === null) throw new Error('no session is open')
  applyClaim(session, now, claimed, position, sent)
  session.lastHeardAt = Math.max(session.lastHeardAt, now)
  session.hasHeartbeat = true
  const history = historyOf(listener, session.episode)
  const restSeconds = restSecondsOf(session, history)
  const minutes = minutesBetween(history.credited, history.credited + restSeconds)
  if (minutes >= 10) {
    restartWeek(listener, now)
    restartOwnDay(listener, now)
    creditSeconds(session, history, restSeconds)
    const startPoints = creditStart(listener, session, history.credited, now)
    const points = withinLimit(listener, session.as, minutes)
    history.earned += startPoints + points
    session.earlySeconds += restSeconds
    session.earlyPoints += points
    credit(listener, startPoints + points)
  }
  const ended = structuredClone(listener)
  close(ended, now, now)
  return {
    creditedSeconds: session.earlySeconds + restSecondsOf(session, history),
    pendingPoints: ended.total - listener.total,
    totalPoints: listener.total,
    startBonus: comingStart(listener, session, history.credited + restSecondsOf(session, history), now),
  }
}

/** The seconds that it proved and that are not credited yet. */
const restSecondsOf = (session: Session, history: History) => {
  const byClock = Math.min(session.heard, session.left) - session.earlySeconds
  if (session.audioSeconds === null) return byClock
  return Math.min(byClock, Math.max(0, session.audioSeconds - history.audioCredited))
}

const creditSeconds = (session: Session, history: History, seconds: number) => {
  history.credited += seconds
  if (session.audioSeconds !== null) history.audioCredited += seconds
}

const minutesBetween = (from: number, to: number) => Math.floor(to / 60) - Math.floor(from / 60)

export const end = (listener: ModelListener, now: number, claimed: number, position: number, sent: Sent = WHOLE) => {
  if (listener.open === null) throw new Error('no session is open')
  applyClaim(listener.open, now, claimed, position, sent)
  return close(listener, now, now)
}

/** Closes an open session that has been silent for two minutes. */
export const reap = (listener: ModelListener, now: number) => {
  if (listener.open === null || listener.open.lastHeardAt > now - 120) return false
  close(listener, now, listener.open.lastHeardAt)
  return true
}

const close = (listener: ModelListener, now: number, endedAt: number): Receipt => {
  const session = listener.open
  if (session === null) throw new Error('no session is open')
  listener.open = null
  restartWeek(listener, now)
  restartOwnDay(listener, now)
  const history = historyOf(listener, session.episode)

  const restSeconds = restSecondsOf(session, history)
  const creditedSeconds = session.earlySeconds + restSeconds
  const minutes = minutesBetween(history.credited, history.credited + restSeconds)
  creditSeconds(session, history, restSeconds)
  const completed = session.furthest / session.length >= 0.95
  const startedBefore = session.startPoints
  let points = creditStart(listener, session, history.credited, now) + withinLimit(listener, session.as, minutes)
  let ofAchievements = 0
  let weeklyBonus = 0
  const isNewCompletion = completed && isNew(listener, 'completion', session)
  const isHeard = history.credited / session.length >= 0.475
  if (isNewCompletion && isHeard && isAllowed(listener.bonuses.completion, now)) {
    count(listener, 'completion', session, now)
    history.completionPaid = true
    listener.completed += 1
    listener.completedThisWeek += 1
    weeklyBonus = listener.completedThisWeek === 3 ? 15 : 0
    const [badge, worth] = BADGES[listener.completed] ?? [undefined, 0]
    if (badge !== undefined) listener.badges.push(badge)
    points += withinLimit(listener, session.as, 10)
    ofAchievements = weeklyBonus + worth
  }
  history.earned += points
  if (session.position > 0 || session.heard > 0) history.position = session.position
  history.completed ||= completed
  listener.listenedUntil = Math.max(listener.listenedUntil, session.lastHeardAt, endedAt)
  credit(listener, points + ofAchievements)
  const pointsEarned = startedBefore + session.earlyPoints + points + ofAchievements
  const receipt = { pointsEarned, weeklyBonus, creditedSeconds, completed }
  listener.receipts[session.id] = receipt
  return receipt
}

export const tip = (listener: ModelListener, now: number, cents: number) => {
  initialize(listener, now)
  restartWeek(listener, now)
  restartOwnDay(listener, now)
  if (dayOf(now) > listener.day) {
    listener.day = dayOf(now)
    listener.pledged = 0
  }
  const pointsEarned = Math.min(Math.floor((cents * 2) / 100), 100 - listener.pledged)
  listener.pledged += pointsEarned
  credit(listener, pointsEarned)
  return { pointsEarned }
}

/** The position that the history shows: during a session, that of its last heartbeat. */
export const positionIn = ({ open, episodes }: ModelListener, episode: string) =>
  open?.episode === episode && open.hasHeartbeat ? open.position : episodes[episode]?.position

export const pointsOf = (listener: ModelListener, now: number) => ({
  totalPoints: listener.total,
  weeklyPoints: listener.week !== null && weekOf(now) <= listener.week ? listener.weekly : 0,
  level: Math.floor(listener.total / 100) + 1,
  episodesListened: Object.keys(listener.episodes).length,
  episodesCompleted: listener.completed,
})
