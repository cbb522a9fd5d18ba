import { describe, expect, it } from 'vitest'
import { before, heard, NOTHING_YET, paid, UNPAID } from '../testing/assessed-session.ts'
import { assessSession, type Before } from './points.ts'
import { heardAs } from './rules.ts'

describe('minutes', () => {
  it.each([
    ['nothing heard', heard(0), NOTHING_YET, 0, 0],
    ['a second short of a minute', heard(59), NOTHING_YET, 59, 0],
    ['a minute', heard(60), NOTHING_YET, 60, 1],
    ['nine minutes and a rest', heard(599), NOTHING_YET, 599, 9],
    ['the rest of an earlier session completes a minute', heard(30), before({ creditedSeconds: 30 }), 30, 1],
    ['the rest alone is not enough', heard(29), before({ creditedSeconds: 30 }), 29, 0],
    ['only what is left of the episode', heard(400, { leftSeconds: 120 }), before({ creditedSeconds: 480 }), 120, 2],
    ['nothing is left', heard(400, { leftSeconds: 0 }), before({ creditedSeconds: 600 }), 0, 0],
    ['the length is not known', heard(400, { lengthSeconds: 0, leftSeconds: 0 }), NOTHING_YET, 0, 0],
    ['the episode was longer once', heard(90, { leftSeconds: 0 }), before({ creditedSeconds: 900 }), 0, 0],
  ])('%s', (_, session, earlier, creditedSeconds, minutes) => {
    expect(assessSession(session, earlier)).toMatchObject({ creditedSeconds, minutes, minutePoints: minutes })
  })
})

describe('minutes of which the audio was sent in part', () => {
  const early = { seconds: 130, points: 2, pointsHeld: 0 }
  it.each<[string, number | null, Partial<Before>, number, string[]]>([
    ['not known', null, {}, 300, ['minutes 5']],
    ['enough', 300, {}, 300, ['minutes 5']],
    ['less', 120, {}, 120, ['minutes 2', 'capped_by_audio 0']],
    ['nothing', 0, {}, 0, ['capped_by_audio 0']],
    [
      'less, of which a session was credited before',
      120,
      { creditedSeconds: 60, audioCreditedSeconds: 60 },
      60,
      ['minutes 1', 'capped_by_audio 0'],
    ],
    [
      'less, and an earlier release credited a session',
      120,
      { creditedSeconds: 60 },
      120,
      ['minutes 2', 'capped_by_audio 0'],
    ],
    [
      'less than this session was credited for',
      60,
      { audioCreditedSeconds: 130, early },
      130,
      ['minutes 2', 'capped_by_audio 0'],
    ],
  ])('%s', (_, audioSeconds, earlier, creditedSeconds, reasons) => {
    const session = heard(300, { audioSeconds })
    expect(assessSession(session, before(earlier))).toMatchObject({ creditedSeconds })
    expect(paid(session, before(earlier))).toEqual(reasons)
  })
})

describe('minutes that were credited before the end', () => {
  const early = { seconds: 130, points: 2, pointsHeld: 0 }

  it('are part of the session, and not of the rest', () => {
    expect(assessSession(heard(300), before({ early }))).toMatchObject({
      creditedSeconds: 300,
      minutePoints: 5,
      points: 5,
      pendingPoints: 3,
      rest: { seconds: 170, minutes: 3, points: 3, pointsHeld: 0 },
    })
  })

  it('leave the rest of a minute of earlier sessions to the next minute', () => {
    const { rest } = assessSession(heard(169), before({ creditedSeconds: 30, early }))
    expect(rest).toEqual({ seconds: 39, minutes: 1, points: 1, pointsHeld: 0 })
  })

  it('stay when the limit for own shows is reached', () => {
    const own = before({ ownPointsToday: 99, early: { seconds: 120, points: 1, pointsHeld: 1 } })
    expect(assessSession(heard(300, { heardAs: 'host' }), own)).toMatchObject({
      minutePoints: 2,
      minutePointsHeld: 3,
      pendingPoints: 1,
    })
  })
})

describe('the start', () => {
  it.each([
    ['a second short of 30', heard(29), UNPAID, 0, { points: 5, inSeconds: 1 }],
    ['30 seconds', heard(30), UNPAID, 5, null],
    ['a second of earlier sessions and 29', heard(29), before({ isStartPaid: false, creditedSeconds: 1 }), 5, null],
    ['half of a shorter episode', heard(4, { lengthSeconds: 7, leftSeconds: 7 }), UNPAID, 5, null],
    ['less', heard(3, { lengthSeconds: 7, leftSeconds: 7 }), UNPAID, 0, { points: 5, inSeconds: 1 }],
    ['an episode of a second', heard(1, { lengthSeconds: 1, leftSeconds: 1 }), UNPAID, 5, null],
    ['paid before', heard(60), NOTHING_YET, 0, null],
    ['the length is not known', heard(60, { lengthSeconds: 0, leftSeconds: 0 }), UNPAID, 0, null],
    ['a preview', heard(60, { heardAs: 'preview', leftSeconds: 0 }), UNPAID, 0, null],
    ['an earlier limit of the hour', heard(0), before({ isStartPaid: false, creditedSeconds: 30 }), 5, null],
    ['the limit of the hour', heard(60), before({ isStartPaid: false, isStartLeft: false }), 0, null],
    ['the limit of the hour, too early', heard(9), before({ isStartPaid: false, isStartLeft: false }), 0, null],
    ['the audio was paid', heard(60, { isAudioStartPaid: true }), UNPAID, 0, null],
    [
      '3 points left for own shows',
      heard(9, { heardAs: 'host' }),
      { ...UNPAID, ownPointsToday: 97 },
      0,
      { points: 3, inSeconds: 21 },
    ],
    ['none left for own shows', heard(9, { heardAs: 'host' }), { ...UNPAID, ownPointsToday: 100 }, 0, null],
  ])('%s', (_, session, earlier, startPoints, comingStart) => {
    expect(assessSession(session, earlier)).toMatchObject({ startPoints, comingStart })
  })

  it('is part of the points of the session, and pending unless it was credited before', () => {
    expect(assessSession(heard(60), UNPAID)).toMatchObject({ points: 6, pendingPoints: 6 })
    expect(assessSession(heard(60, { startPoints: 5 }), NOTHING_YET)).toMatchObject({ points: 6, pendingPoints: 1 })
  })

  it('uses the limit for own shows before the minutes', () => {
    const own = before({ isStartPaid: false, ownPointsToday: 92 })
    expect(assessSession(heard(300, { heardAs: 'host' }), own)).toMatchObject({
      startPoints: 5,
      minutePoints: 3,
      minutePointsHeld: 2,
    })
  })
})

describe('completion', () => {
  it.each([
    ['95% reached and 47.5% heard', heard(285, { furthestSeconds: 570 }), NOTHING_YET, 10],
    ['a second less heard', heard(284, { furthestSeconds: 570 }), NOTHING_YET, 0],
    ['a second less reached', heard(599, { furthestSeconds: 569 }), NOTHING_YET, 0],
    ['jumped to the end', heard(5, { furthestSeconds: 600 }), NOTHING_YET, 0],
    [
      'heard in earlier sessions',
      heard(5, { leftSeconds: 200, furthestSeconds: 600 }),
      before({ creditedSeconds: 400 }),
      10,
    ],
    ['paid before', heard(400, { furthestSeconds: 600 }), before({ isCompletionPaid: true }), 0],
    ['the limit of the hour', heard(600, { furthestSeconds: 600 }), before({ isCompletionLeft: false }), 0],
    ['the audio was paid', heard(600, { furthestSeconds: 600, isAudioCompletionPaid: true }), NOTHING_YET, 0],
    ['the length is not known', heard(400, { lengthSeconds: 0, leftSeconds: 0, furthestSeconds: 600 }), NOTHING_YET, 0],
  ])('%s', (_, session, earlier, completionBonus) => {
    expect(assessSession(session, earlier).completionBonus).toBe(completionBonus)
  })
})

describe('the weekly bonus', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 15],
    [3, 0],
  ])('after %i completions this week another one brings %i', (completedThisWeek, weeklyBonus) => {
    const complete = heard(600, { furthestSeconds: 600 })
    expect(assessSession(complete, before({ completedThisWeek })).weeklyBonus).toBe(weeklyBonus)
    expect(assessSession(heard(600), before({ completedThisWeek })).weeklyBonus).toBe(0)
  })
})

describe('badges', () => {
  it.each([
    [0, ['first-steps']],
    [1, []],
    [9, ['episode-master']],
    [49, ['binge-listener']],
    [99, ['podcast-champion']],
    [100, []],
  ])('with the completion after %i others', (completedEpisodes, badges) => {
    const complete = heard(600, { furthestSeconds: 600 })
    expect(assessSession(complete, before({ completedEpisodes })).badges.map(({ id }) => id)).toEqual(badges)
  })
})

describe('the limit for own shows', () => {
  const whole = heard(600, { heardAs: 'host', startPoints: 5, furthestSeconds: 600 })

  it.each([
    ['allows all points', 75, 10, 0, 10],
    ['leaves part of the bonus', 85, 10, 0, 5],
    ['leaves the minutes only', 90, 10, 0, 0],
    ['leaves some minutes', 97, 3, 7, 0],
    ['is reached', 100, 0, 10, 0],
    ['was higher once', 130, 0, 10, 0],
  ])('%s', (_, ownPointsToday, minutePoints, minutePointsHeld, completionBonus) => {
    expect(assessSession(whole, before({ ownPointsToday }))).toMatchObject({
      creditedSeconds: 600,
      minutePoints,
      minutePointsHeld,
      isCountedCompletion: true,
      completionBonus,
    })
  })

  it('does not apply to shows of other hosts', () => {
    const assessment = assessSession({ ...whole, heardAs: 'listener' }, before({ ownPointsToday: 100 }))
    expect(assessment).toMatchObject({ minutePoints: 10, minutePointsHeld: 0, completionBonus: 10 })
  })

  it('does not apply to the week and the badges', () => {
    const assessment = assessSession(whole, before({ ownPointsToday: 100, completedThisWeek: 2, completedEpisodes: 9 }))
    expect(assessment).toMatchObject({ points: 5 + 15 + 50, weeklyBonus: 15 })
    expect(assessment.badges.map(({ id }) => id)).toEqual(['episode-master'])
  })

  it.each([
    ['of the start', { startPoints: 2, furthestSeconds: 0, heardSeconds: 0 }, true, '3 points of this session were'],
    ['of a start that earned nothing', { startPoints: 0, heardSeconds: 30, furthestSeconds: 0 }, false, '5 points of'],
    ['of a minute', { startPoints: 0, heardSeconds: 60, furthestSeconds: 0 }, true, '1 point of this session was'],
    ['of everything', { startPoints: 0 }, false, '25 points of this session were'],
  ])('states the points held back %s', (_, more, isStartPaid, sentence) => {
    const { reasons } = assessSession({ ...whole, ...more }, before({ ownPointsToday: 100, isStartPaid }))
    const limit = reasons.find(({ reason }) => reason === 'capped_for_own_shows')
    expect(limit).toMatchObject({ points: 0 })
    expect(limit?.sentence).toContain('at most 100 points a day')
    expect(limit?.sentence).toContain(sentence)
  })
})

describe('an unpublished episode', () => {
  it('earns no points, even if it was heard while it was published', () => {
    const preview = heard(600, { heardAs: 'preview', leftSeconds: 0, furthestSeconds: 600 })
    const assessment = assessSession(preview, before({ creditedSeconds: 400, completedThisWeek: 2 }))
    expect(assessment).toMatchObject({
      points: 0,
      creditedSeconds: 0,
      completed: true,
      isCountedCompletion: false,
      badges: [],
    })
    expect(assessment.reasons.map(({ reason }) => reason)).toEqual(['not_published'])
  })
})

describe('the start of a session', () => {
  it.each([
    ['another creator', true, 'listener'],
    ['the listener', true, 'host'],
    ['the listener', false, 'preview'],
  ])('of an episode of %s, published: %s, is heard as %s', (host, isPublished, as) => {
    expect(heardAs('ama', { makerIds: ['esi', host === 'the listener' ? 'ama' : 'kofi'], isPublished })).toBe(as)
  })
})
