/** The state of a listener in the model of the rules. Times are whole seconds. */
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
  /** The times of starts and completions that counted. */
  bonuses: { start: number[]; completion: number[] }
  /** The audios whose start or completion counted. */
  audios: { start: string[]; completion: string[] }
}

export interface History {
  credited: number
  /** The part of it for which the gateway had sent the audio. */
  audioCredited: number
  position: number
  startPaid: boolean
  completionPaid: boolean
  completed: boolean
  /** Points for starts, minutes and the completion. */
  earned: number
}

export type HeardAs = 'listener' | 'host' | 'preview'

export interface Session {
  id: string
  as: HeardAs
  episode: string
  audio: string
  length: number
  left: number
  /** Credited while it was open. */
  startPoints: number
  startedAt: number
  countsFrom: number
  lastHeardAt: number
  claimed: number
  heard: number
  position: number
  furthest: number
  /** The seconds that the audio sent supports; null if the gateway sent no statement. */
  audioSeconds: number | null
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
  bonuses: { start: [], completion: [] },
  audios: { start: [], completion: [] },
})

const DAY = 86_400
export const dayOf = (now: number) => Math.floor(now / DAY)
/** 1970-01-05 was a Monday. */
export const weekOf = (now: number) => Math.floor((dayOf(now) - 4) / 7)

export const BADGES: Record<number, [string, number]> = {
  1: ['first-steps', 10],
  10: ['episode-master', 50],
  50: ['binge-listener', 200],
  100: ['podcast-champion', 500],
}

export const initialize = (listener: ModelListener, now: number) => {
  if (listener.week !== null) return
  listener.week = weekOf(now)
  listener.day = dayOf(now)
}

export const restartWeek = (listener: ModelListener, now: number) => {
  if (weekOf(now) <= (listener.week ?? 0)) return
  listener.week = weekOf(now)
  listener.weekly = 0
  listener.completedThisWeek = 0
}

export const credit = (listener: ModelListener, points: number) => {
  listener.total += points
  listener.weekly += points
}

export const restartOwnDay = (listener: ModelListener, now: number) => {
  if (dayOf(now) <= listener.ownDay) return
  listener.ownDay = dayOf(now)
  listener.ownPoints = 0
}

/** Points for listening after the limit for own shows; a preview earns none. */
export const withinLimit = (listener: ModelListener, as: HeardAs, points: number) => {
  if (as === 'preview') return 0
  if (as === 'listener') return points
  const left = Math.min(points, 100 - listener.ownPoints)
  listener.ownPoints += left
  return left
}

export const historyOf = (listener: ModelListener, episode: string): History => {
  listener.episodes[episode] ??= {
    credited: 0,
    audioCredited: 0,
    position: 0,
    startPaid: false,
    completionPaid: false,
    completed: false,
    earned: 0,
  }
  return listener.episodes[episode]
}

/** At most 12 in an hour and 60 on a day. */
export const isAllowed = (times: number[], now: number) =>
  times.filter((time) => Math.abs(time - now) < 3_600).length < 12 &&
  times.filter((time) => dayOf(time) === dayOf(now)).length < 60

export const isNew = (listener: ModelListener, kind: 'start' | 'completion', session: Session) => {
  const history = historyOf(listener, session.episode)
  const isPaid = kind === 'start' ? history.startPaid : history.completionPaid
  return session.as !== 'preview' && !isPaid && !listener.audios[kind].includes(session.audio)
}

export const count = (listener: ModelListener, kind: 'start' | 'completion', session: Session, now: number) => {
  listener.bonuses[kind].push(now)
  listener.audios[kind].push(session.audio)
}

const startAt = (length: number) => Math.min(30, Math.ceil(length / 2))

/** Credits the start if enough of the episode is credited. */
export const creditStart = (listener: ModelListener, session: Session, credited: number, now: number) => {
  if (credited < startAt(session.length) || !isNew(listener, 'start', session)) return 0
  if (!isAllowed(listener.bonuses.start, now)) return 0
  const points = withinLimit(listener, session.as, 5)
  if (points === 0) return 0
  count(listener, 'start', session, now)
  historyOf(listener, session.episode).startPaid = true
  session.startPoints = points
  return points
}

/** The points for the start that are still to come. */
export const comingStart = (listener: ModelListener, session: Session, credited: number, now: number) => {
  if (credited >= startAt(session.length) || !isNew(listener, 'start', session)) return null
  const spent = dayOf(now) > listener.ownDay ? 0 : listener.ownPoints
  const points = session.as === 'host' ? Math.min(5, 100 - spent) : 5
  if (points === 0 || !isAllowed(listener.bonuses.start, now)) return null
  return { points, inSeconds: startAt(session.length) - credited }
}
