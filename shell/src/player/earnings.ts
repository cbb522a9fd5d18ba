import type { PointsRules } from '@griot/contracts/points'
import { formatClock, formatPoints } from '@griot/ui/format'

export interface Heard {
  episodeId: string
  /** Credited for this episode before this session. */
  creditedBefore: number
  isCompletionPaid: boolean
  /** Heard in this session, by this page's clock. */
  seconds: number
}

export interface Playing {
  position: number
  duration: number
  rate: number
}

type Rules = Pick<PointsRules, 'perMinute' | 'completion'>

export interface Prospect {
  /** Seconds of listening until minutes pay again; null when this episode has no whole minute left. */
  nextPointIn: number | null
  completion:
    | { status: 'paid' }
    /** It counts when the person listens on to this second. */
    | { status: 'at'; position: number }
    /** Listening on to the end will not do: so many seconds have to be heard besides. */
    | { status: 'short'; missing: number }
}

/** What listening on will bring, by the rules the ledger pays by. The server decides in the end. */
export const prospect = (
  { perMinute, completion }: Rules,
  { creditedBefore, seconds, isCompletionPaid }: Heard,
  { position, duration, rate }: Playing,
): Prospect => {
  const credited = Math.min(duration, creditedBefore + seconds)
  const toNextMinute = 60 - (Math.floor(credited) % 60)
  const nextPointIn = perMinute > 0 && credited + toNextMinute <= duration ? toNextMinute : null
  if (isCompletionPaid) return { nextPointIn, completion: { status: 'paid' } }

  const place = Math.ceil((duration * completion.positionPercent) / 100)
  const needed = Math.ceil((duration * completion.creditedPercent) / 100)
  // At double speed an hour of the episode is half an hour of listening.
  const creditedAtEnd = credited + Math.max(0, duration - position) / rate
  if (creditedAtEnd < needed) {
    return { nextPointIn, completion: { status: 'short', missing: Math.ceil(needed - creditedAtEnd) } }
  }
  const untilHeardEnough = position + Math.max(0, needed - credited) * rate
  return { nextPointIn, completion: { status: 'at', position: Math.min(duration, Math.max(place, untilHeardEnough)) } }
}

/** The prospect in a few words: for the bar, and as sentences for where there is room. */
export const inWords = ({ nextPointIn, completion }: Prospect, rules: Rules, duration: number) => {
  const bonus = formatPoints(rules.completion.points)
  const short: string[] = []
  const sentences: string[] = []
  if (nextPointIn !== null) {
    short.push(`Next point in ${formatClock(nextPointIn)}`)
    sentences.push(`The next point comes after ${formatClock(nextPointIn)} of listening.`)
  } else {
    sentences.push('All minutes of this episode have been counted.')
  }
  if (completion.status === 'paid') {
    if (nextPointIn === null) short.push('All points of this episode are yours')
    sentences.push('You have the points for completing it.')
  } else if (completion.status === 'at') {
    short.push(`+${rules.completion.points} at ${formatClock(completion.position, duration)}`)
    sentences.push(`Completing it brings ${bonus}, at ${formatClock(completion.position, duration)}.`)
  } else {
    short.push(`+${rules.completion.points} needs more listening`)
    sentences.push(
      `Completing it brings ${bonus} once ${rules.completion.creditedPercent}% of it has really been heard: ` +
        `${formatClock(completion.missing)} more than is left at this speed.`,
    )
  }
  return { short, sentences }
}
