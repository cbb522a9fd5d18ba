import { assessSession, type Before, type Heard } from '../rules/points.ts'

const MINUTES_10: Heard = {
  heardAs: 'listener',
  startPoints: 0,
  lengthSeconds: 600,
  leftSeconds: 600,
  isAudioStartPaid: false,
  isAudioCompletionPaid: false,
  claimedSeconds: 0,
  heardSeconds: 0,
  furthestSeconds: 0,
  audioSeconds: null,
}
export const NOTHING_YET: Before = {
  creditedSeconds: 0,
  audioCreditedSeconds: 0,
  isStartPaid: true,
  isCompletionPaid: false,
  isHeld: false,
  isStartLeft: true,
  isCompletionLeft: true,
  completedEpisodes: 0,
  completedThisWeek: 0,
  ownPointsToday: 0,
  early: { seconds: 0, points: 0, pointsHeld: 0 },
}

/** `seconds` heard and claimed of a ten-minute episode. */
export const heard = (seconds: number, more: Partial<Heard> = {}): Heard => ({
  ...MINUTES_10,
  claimedSeconds: seconds,
  heardSeconds: seconds,
  ...more,
})
export const before = (more: Partial<Before>): Before => ({ ...NOTHING_YET, ...more })
export const paid = (session: Heard, earlier: Before = NOTHING_YET) =>
  assessSession(session, earlier).reasons.map(({ reason, points }) => `${reason} ${points}`)

export const UNPAID = before({ isStartPaid: false })
export const COMPLETE = heard(600, { furthestSeconds: 600 })
