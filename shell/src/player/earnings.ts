import type { PointsRules } from '@griot/contracts/points'
import { formatDuration, formatPoints } from '@griot/ui/format'
import type { PlayerSnapshot } from './engine-state.ts'

export interface Heard {
  episodeId: string
  /** Seconds credited for this episode in earlier sessions. */
  creditedBefore: number
  isCompletionPaid: boolean
  /** The points for the start that are to come, at so many of `seconds`. */
  startBonus: { points: number; atSeconds: number } | null
  /** Heard in this session, by the page's clock. */
  seconds: number
}

/**
 * The points that further listening can earn, by the server's rules: short texts for the player bar, and sentences for the
 * large player. The server decides when the session ends.
 */
export const describeEarnings = (
  { perMinute, completion }: Pick<PointsRules, 'perMinute' | 'completion'>,
  { creditedBefore, seconds, startBonus, isCompletionPaid }: Heard,
  { position, duration, rate }: Pick<PlayerSnapshot, 'position' | 'duration' | 'rate'>,
) => {
  const short: string[] = []
  const sentences: string[] = []
  const bonus = formatPoints(completion.points)
  const credited = Math.min(duration, creditedBefore + seconds)
  const toNextPoint = 60 - (Math.floor(credited) % 60)
  const hasNextPoint = perMinute > 0 && credited + toNextPoint <= duration
  const toStart = startBonus === null ? 0 : Math.ceil(startBonus.atSeconds - seconds)
  if (startBonus !== null && toStart > 0) {
    short.push(`+${startBonus.points} in ${formatDuration(toStart)}`)
    sentences.push(
      `Listen for ${formatDuration(toStart)} more to earn ${formatPoints(startBonus.points)} for starting it.`,
    )
  }
  if (hasNextPoint) {
    // The points for the start come before the first minute.
    if (short.length === 0) short.push(`Next point in ${formatDuration(toNextPoint)}`)
    sentences.push(`Listen for ${formatDuration(toNextPoint)} more to earn the next point.`)
  } else {
    sentences.push('You have the points for all minutes of this episode.')
  }

  const needed = Math.ceil((duration * completion.creditedPercent) / 100)
  // At double speed, an hour of the episode is half an hour of listening.
  const creditedAtEnd = credited + Math.max(0, duration - position) / rate
  if (isCompletionPaid) {
    if (!hasNextPoint) short.push('You have all points of this episode')
    sentences.push('You have the points for completing it.')
  } else if (creditedAtEnd < needed) {
    const missing = formatDuration(Math.ceil(needed - creditedAtEnd))
    short.push(`+${completion.points} needs more listening`)
    sentences.push(`Listen for ${missing} longer than the rest takes at this speed to earn ${bonus} for completing it.`)
  } else {
    const creditedEnoughAt = position + Math.max(0, needed - credited) * rate
    const completedAt = Math.max(Math.ceil((duration * completion.positionPercent) / 100), creditedEnoughAt)
    const at = formatDuration(Math.min(duration, completedAt), duration)
    short.push(`+${completion.points} at ${at}`)
    sentences.push(`You get ${bonus} for completing it, at ${at}.`)
  }
  return { short, sentences }
}
