/**
 * The rules of points, written independently of the service: each function changes a listener and returns the response
 * that the service must give. Times are whole seconds.
 */
export interface ModelListener {
  /** The numbers of the week and the day that the sums below belong to; null before the first start or tip. */
  week: number | null
  day: number
  total: number
  weekly: number
  completedThisWeek: number
  completed: number
  pledged: number
  /** Points from own shows on the day `ownDay`. */
  ownDay: number
  ownPoints: number
  listenedUntil: number
  open: Session | null
  episodes: Record<string, History>
  receipts: Record<string, Receipt>
  badges: string[]
}

interface History {
  credited: number
  position: number
  startPaid: boolean
  completionPaid: boolean
  completed: boolean
  /** Points for starts, minutes and the completion. */
  earned: number
}

export type HeardAs = 'listener' | 'host' | 'preview'

interface Session {
  id: string
  as: HeardAs
  episode: string
  length: number
  left: number
  startPoints: number
  startedAt: number
  countsFrom: number
  lastHeardAt: number
  claimed: number
  heard: number
  position: number
  furthest: number
  hasHeartbeat: boolean
  /** Credited while it was open. */
  earlySeconds: number
  earlyPoints: number
}

export interface Receipt {
  pointsEarned: number
  weeklyBonus: number
  creditedSeconds: number
  completed: boolean
}

export const newListener = (): ModelListener => ({
  week: null,
  day: 0,
  total: 0,
  weekly: 0,
  completedThisWeek: 0,
  completed: 0,
  pledged: 0,
  ownDay: 0,
  ownPoints: 0,
  listenedUntil: Number.NEGATIVE_INFINITY,
  open: null,
  episodes: {},
  receipts: {},
  badges: [],
})

const DAY = 86_400
const dayOf = (now: number) => Math.floor(now / DAY)
/** 1970-01-05 was a Monday. */
const weekOf = (now: number) => Math.floor((dayOf(now) - 4) / 7)

const BADGES: Record<number, [string, number]> = {
  1: ['first-steps', 10],
  10: ['episode-master', 50],
  50: ['binge-listener', 200],
  100: ['podcast-champion', 500],
}

const initialize = (listener: ModelListener, now: number) => {
  if (listener.week !== null) return
  listener.week = weekOf(now)
  listener.day = dayOf(now)
}

const restartWeek = (listener: ModelListener, now: number) => {
  if (weekOf(now) <= (listener.week ?? 0)) return
  listener.week = weekOf(now)
  listener.weekly = 0
  listener.completedThisWeek = 0
}

const credit = (listener: ModelListener, points: number) => {
  listener.total += points
  listener.weekly += points
}

const restartOwnDay = (listener: ModelListener, now: number) => {
  if (dayOf(now) <= listener.ownDay) return
  listener.ownDay = dayOf(now)
  listener.ownPoints = 0
}

/** Points for listening after the limit for own shows; a preview earns none. */
const withinLimit = (listener: ModelListener, as: HeardAs, points: number) => {
  if (as === 'preview') return 0
  if (as === 'listener') return points
  const left = Math.min(points, 100 - listener.ownPoints)
  listener.ownPoints += left
  return left
}

const historyOf = (listener: ModelListener, episode: string): History => {
  listener.episodes[episode] ??= {
    credited: 0,
    position: 0,
    startPaid: false,
    completionPaid: false,
    completed: false,
    earned: 0,
  }
  return listener.episodes[episode]
}

export const start = (
  listener: ModelListener,
  now: number,
  id: string,
  episode: string,
  length: number,
  as: HeardAs,
) => {
  initialize(listener, now)
  if (listener.open !== null) close(listener, now, now)
  restartWeek(listener, now)
  restartOwnDay(listener, now)
  const history = historyOf(listener, episode)
  const startPoints = withinLimit(listener, as, history.startPaid ? 0 : 5)
  const left = as === 'preview' ? 0 : Math.max(0, length - history.credited)
  listener.open = {
    id,
    as,
    episode,
    length,
    left,
    startPoints,
    startedAt: now,
    countsFrom: Math.max(now - 5, listener.listenedUntil < now + 3_600 ? listener.listenedUntil : now - 5),
    lastHeardAt: now,
    claimed: 0,
    heard: 0,
    position: 0,
    furthest: 0,
    hasHeartbeat: false,
    earlySeconds: 0,
    earlyPoints: 0,
  }
  history.startPaid ||= startPoints > 0
  history.earned += startPoints
  credit(listener, startPoints)
  return { pointsEarned: startPoints, positionSeconds: history.position >= length * 0.95 ? 0 : history.position }
}

/** Accepts a claim as far as the clock supports it. */
const applyClaim = (session: Session, now: number, claimed: number, position: number) => {
  const sinceCounting = Math.max(0, now - session.countsFrom)
  const sinceHeard = Math.max(0, now - session.lastHeardAt)
  const possible = Math.min(claimed, sinceCounting, session.heard + sinceHeard + 5)
  session.heard = Math.max(session.heard, possible)
  const place = Math.min(position, session.length)
  if (claimed >= session.claimed) session.position = place
  session.furthest = Math.max(session.furthest, place)
  session.claimed = Math.max(session.claimed, claimed)
}

export const heartbeat = (listener: ModelListener, now: number, claimed: number, position: number) => {
  const session = listener.open
  if (session === null) throw new Error('no session is open')
  applyClaim(session, now, claimed, position)
  session.lastHeardAt = Math.max(session.lastHeardAt, now)
  session.hasHeartbeat = true
  const history = historyOf(listener, session.episode)
  const restSeconds = Math.min(session.heard, session.left) - session.earlySeconds
  const minutes = minutesBetween(history.credited, history.credited + restSeconds)
  if (minutes >= 10) {
    restartWeek(listener, now)
    restartOwnDay(listener, now)
    const points = withinLimit(listener, session.as, minutes)
    history.credited += restSeconds
    history.earned += points
    session.earlySeconds += restSeconds
    session.earlyPoints += points
    credit(listener, points)
  }
  const ended = structuredClone(listener)
  close(ended, now, now)
  return {
    creditedSeconds: Math.min(session.heard, session.left),
    pendingPoints: ended.total - listener.total,
    totalPoints: listener.total,
  }
}

const minutesBetween = (from: number, to: number) => Math.floor(to / 60) - Math.floor(from / 60)

export const end = (listener: ModelListener, now: number, claimed: number, position: number) => {
  if (listener.open === null) throw new Error('no session is open')
  applyClaim(listener.open, now, claimed, position)
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

  const creditedSeconds = Math.min(session.heard, session.left)
  const restSeconds = creditedSeconds - session.earlySeconds
  const minutes = minutesBetween(history.credited, history.credited + restSeconds)
  history.credited += restSeconds
  const completed = session.furthest / session.length >= 0.95
  let points = withinLimit(listener, session.as, minutes)
  let ofAchievements = 0
  let weeklyBonus = 0
  const isCounted = completed && !history.completionPaid && history.credited / session.length >= 0.475
  if (session.as !== 'preview' && isCounted) {
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
  const pointsEarned = session.startPoints + session.earlyPoints + points + ofAchievements
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
