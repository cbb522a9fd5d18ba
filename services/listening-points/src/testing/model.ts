/**
 * The rules once more, written down independently of the service: a person and a step make a person and what the
 * service must answer. Times are whole seconds.
 */
export interface Person {
  /** Monday and day, as their numbers, that the sums below belong to; null until the first visit that counts. */
  week: number | null
  day: number
  total: number
  weekly: number
  completedThisWeek: number
  completed: number
  pledged: number
  /** What own shows have brought on a day, which is a number like the others. */
  ownDay: number
  ownPoints: number
  listenedUntil: number
  open: Session | null
  episodes: Record<string, Known>
  /** What ending each session answered. */
  receipts: Record<string, Receipt>
  badges: string[]
}

interface Known {
  credited: number
  position: number
  startPaid: boolean
  completionPaid: boolean
  completed: boolean
}

export type As = 'listener' | 'host' | 'preview'

interface Session {
  id: string
  as: As
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
  hasBeaten: boolean
}

export interface Receipt {
  pointsEarned: number
  weeklyBonus: number
  creditedSeconds: number
  completed: boolean
}

export const newcomer = (): Person => ({
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

const visit = (person: Person, now: number) => {
  if (person.week !== null) return
  person.week = weekOf(now)
  person.day = dayOf(now)
}

const turnTheWeek = (person: Person, now: number) => {
  if (weekOf(now) <= (person.week ?? 0)) return
  person.week = weekOf(now)
  person.weekly = 0
  person.completedThisWeek = 0
}

const pay = (person: Person, points: number) => {
  person.total += points
  person.weekly += points
}

const turnTheOwnDay = (person: Person, now: number) => {
  if (dayOf(now) <= person.ownDay) return
  person.ownDay = dayOf(now)
  person.ownPoints = 0
}

/** What is left of so many points for listening. The limit is for a host; a preview brings nobody anything. */
const limited = (person: Person, as: As, points: number) => {
  if (as === 'preview') return 0
  if (as === 'listener') return points
  const left = Math.min(points, 100 - person.ownPoints)
  person.ownPoints += left
  return left
}

const knownOf = (person: Person, episode: string): Known => {
  person.episodes[episode] ??= { credited: 0, position: 0, startPaid: false, completionPaid: false, completed: false }
  return person.episodes[episode]
}

export const start = (person: Person, now: number, id: string, episode: string, length: number, as: As) => {
  visit(person, now)
  if (person.open !== null) close(person, now, now)
  turnTheWeek(person, now)
  turnTheOwnDay(person, now)
  const known = knownOf(person, episode)
  const startPoints = limited(person, as, known.startPaid ? 0 : 5)
  const left = as === 'preview' ? 0 : Math.max(0, length - known.credited)
  person.open = {
    id,
    as,
    episode,
    length,
    left,
    startPoints,
    startedAt: now,
    countsFrom: Math.max(now - 5, person.listenedUntil < now + 3_600 ? person.listenedUntil : now - 5),
    lastHeardAt: now,
    claimed: 0,
    heard: 0,
    position: 0,
    furthest: 0,
    hasBeaten: false,
  }
  known.startPaid ||= startPoints > 0
  pay(person, startPoints)
  return { pointsEarned: startPoints, positionSeconds: known.position >= length * 0.95 ? 0 : known.position }
}

/** What a player says, as far as the clock lets it be true. */
const hear = (session: Session, now: number, claimed: number, position: number) => {
  const sinceCounting = Math.max(0, now - session.countsFrom)
  const sinceHeard = Math.max(0, now - session.lastHeardAt)
  const possible = Math.min(claimed, sinceCounting, session.heard + sinceHeard + 5)
  session.heard = Math.max(session.heard, possible)
  const place = Math.min(position, session.length)
  if (claimed >= session.claimed) session.position = place
  session.furthest = Math.max(session.furthest, place)
  session.claimed = Math.max(session.claimed, claimed)
}

export const beat = (session: Session, now: number, claimed: number, position: number) => {
  hear(session, now, claimed, position)
  session.lastHeardAt = Math.max(session.lastHeardAt, now)
  session.hasBeaten = true
  return { creditedSeconds: Math.min(session.heard, session.left) }
}

export const end = (person: Person, now: number, claimed: number, position: number) => {
  if (person.open === null) throw new Error('nothing is open')
  hear(person.open, now, claimed, position)
  return close(person, now, now)
}

/** Closes an open session that has been silent for two minutes. */
export const reap = (person: Person, now: number) => {
  if (person.open === null || person.open.lastHeardAt > now - 120) return false
  close(person, now, person.open.lastHeardAt)
  return true
}

const close = (person: Person, now: number, endedAt: number): Receipt => {
  const session = person.open
  if (session === null) throw new Error('nothing is open')
  person.open = null
  turnTheWeek(person, now)
  turnTheOwnDay(person, now)
  const known = knownOf(person, session.episode)

  const creditedSeconds = Math.min(session.heard, session.left)
  const minutes = Math.floor((known.credited + creditedSeconds) / 60) - Math.floor(known.credited / 60)
  known.credited += creditedSeconds
  const completed = session.furthest / session.length >= 0.95
  let points = limited(person, session.as, minutes)
  let weeklyBonus = 0
  const isCounted = completed && !known.completionPaid && known.credited / session.length >= 0.475
  if (session.as !== 'preview' && isCounted) {
    known.completionPaid = true
    person.completed += 1
    person.completedThisWeek += 1
    weeklyBonus = person.completedThisWeek === 3 ? 15 : 0
    const [badge, worth] = BADGES[person.completed] ?? [undefined, 0]
    if (badge !== undefined) person.badges.push(badge)
    points += limited(person, session.as, 10) + weeklyBonus + worth
  }
  if (session.position > 0 || session.heard > 0) known.position = session.position
  known.completed ||= completed
  person.listenedUntil = Math.max(person.listenedUntil, session.lastHeardAt, endedAt)
  pay(person, points)
  const receipt = { pointsEarned: session.startPoints + points, weeklyBonus, creditedSeconds, completed }
  person.receipts[session.id] = receipt
  return receipt
}

export const tip = (person: Person, now: number, cents: number) => {
  visit(person, now)
  turnTheWeek(person, now)
  if (dayOf(now) > person.day) {
    person.day = dayOf(now)
    person.pledged = 0
  }
  const pointsEarned = Math.min(Math.floor((cents * 2) / 100), 100 - person.pledged)
  person.pledged += pointsEarned
  pay(person, pointsEarned)
  return { pointsEarned }
}

/** Where somebody is in an episode: while it plays, where the last heartbeat was. */
export const positionIn = ({ open, episodes }: Person, episode: string) =>
  open?.episode === episode && open.hasBeaten ? open.position : episodes[episode]?.position

/** What the points page shows. */
export const pointsOf = (person: Person, now: number) => ({
  totalPoints: person.total,
  weeklyPoints: person.week !== null && weekOf(now) <= person.week ? person.weekly : 0,
  level: Math.floor(person.total / 100) + 1,
  episodesListened: Object.keys(person.episodes).length,
  episodesCompleted: person.completed,
})
