import { describe, expect, it } from 'vitest'
import { before, COMPLETE, heard, NOTHING_YET, paid, UNPAID } from '../testing/assessed-session.ts'
import { assessSession } from './points.ts'

describe('reasons', () => {
  it.each([
    [
      'everything at once',
      heard(600, { startPoints: 5, furthestSeconds: 600 }),
      before({ completedThisWeek: 2 }),
      ['started 5', 'minutes 10', 'completed 10', 'weekly 15', 'badge 10'],
    ],
    ['the clock', heard(60, { claimedSeconds: 600 }), NOTHING_YET, ['minutes 1', 'capped_by_clock 0']],
    [
      'the length',
      heard(600, { leftSeconds: 60 }),
      before({ creditedSeconds: 540 }),
      ['minutes 1', 'capped_by_length 0'],
    ],
    ['heard before', heard(60, { leftSeconds: 0 }), before({ creditedSeconds: 600 }), ['already_credited 0']],
    ['a jump', heard(60, { furthestSeconds: 600 }), NOTHING_YET, ['minutes 1', 'not_enough_heard 0']],
    ['too little', heard(59), NOTHING_YET, ['nothing_new 0']],
    ['nothing', heard(0), NOTHING_YET, ['nothing_new 0']],
    ['a start', heard(30), UNPAID, ['started 5']],
    [
      'both limits',
      COMPLETE,
      { ...UNPAID, isStartLeft: false, isCompletionLeft: false },
      ['minutes 10', 'capped_bonuses 0', 'capped_bonuses 0'],
    ],
    [
      'the same audio',
      { ...COMPLETE, isAudioStartPaid: true, isAudioCompletionPaid: true },
      UNPAID,
      ['minutes 10', 'same_audio 0'],
    ],
    ['a hold', COMPLETE, { ...UNPAID, isHeld: true }, ['held_for_review 0']],
    ['no length', heard(300, { lengthSeconds: 0, leftSeconds: 0 }), NOTHING_YET, ['nothing_new 0']],
  ])('%s', (_, session, earlier, reasons) => {
    expect(paid(session, earlier)).toEqual(reasons)
  })

  it('always add up to the points', () => {
    const { points, reasons } = assessSession(
      heard(600, { startPoints: 5, furthestSeconds: 600 }),
      before({ completedThisWeek: 2 }),
    )
    expect(points).toBe(50)
    expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(points)
  })

  it('are sentences', () => {
    for (const { sentence } of assessSession(heard(60, { claimedSeconds: 90, startPoints: 5 }), NOTHING_YET).reasons) {
      expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
    }
    expect(assessSession(heard(60), NOTHING_YET).reasons[0]?.sentence).toBe('1 point for 1 minute of listening.')
    expect(assessSession(heard(45), NOTHING_YET).reasons[0]?.sentence).toBe(
      'Listen for another 15 seconds to earn the next point.',
    )
    expect(assessSession(heard(20), UNPAID).reasons[0]?.sentence).toBe(
      'Listen for another 10 seconds to earn 5 points for starting this episode.',
    )
  })
})
