import { describe, expect, it } from 'vitest'
import { addBonuses, applyClaim, countsFrom, currentSums, isBonusLeft, secondsOf } from './rules.ts'

describe('a claim', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 2, 4, 9, 0, seconds)).toISOString()
  const session = (heardSeconds: number, countedSeconds: number, silentSeconds: number) => ({
    lengthSeconds: 600,
    countsFrom: at(-countedSeconds),
    lastHeardAt: at(-silentSeconds),
    claimedSeconds: heardSeconds,
    heardSeconds,
    positionSeconds: 50,
    furthestSeconds: 100,
    audioFileId: 'file' as string | null,
    audioSeconds: null as number | null,
  })

  it.each([
    ['is accepted within the elapsed time', 30, session(0, 40, 40), 30],
    ['is limited by the time since the start', 600, session(0, 65, 65), 65],
    ['is limited by the time since the last heartbeat', 600, session(30, 600, 15), 50],
    ['does not reduce the proven seconds', 10, session(30, 600, 15), 30],
    ['adds nothing while the clock is set back', 600, session(30, -100, -100), 30],
    ['proves nothing while the clock is set back', 600, session(0, -100, -100), 0],
    ['of nothing proves nothing', 0, session(0, 40, 40), 0],
  ])('%s', (_, listeningDuration, proof, heardSeconds) => {
    expect(applyClaim(proof, { listeningDuration, totalProgress: 0 }, at(0)).heardSeconds).toBe(heardSeconds)
  })

  it.each([
    ['moves the position', 30, 70, 70, 100],
    ['moves the furthest position', 30, 900, 600, 600],
    ['that is older than the last one keeps the position', 10, 200, 50, 200],
  ])('%s', (_, listeningDuration, totalProgress, positionSeconds, furthestSeconds) => {
    const proof = applyClaim(session(20, 40, 40), { listeningDuration, totalProgress }, at(0))
    expect(proof).toMatchObject({ positionSeconds, furthestSeconds })
  })
})

describe('the audio that was sent', () => {
  it.each([
    ['nothing', 600, 0, 0],
    ['a tenth', 600, 0.1, 120],
    ['half', 3_600, 0.5, 2_040],
    ['everything', 600, 1, 600],
    ['a part of a short episode, at most twice', 10, 0.3, 6],
  ])('supports of %s', (_, length, share, seconds) => {
    expect(secondsOf(length, share)).toBe(seconds)
  })

  const session = {
    lengthSeconds: 3_600,
    countsFrom: '2026-03-04T09:00:00Z',
    lastHeardAt: '2026-03-04T09:00:00Z',
    claimedSeconds: 0,
    heardSeconds: 0,
    positionSeconds: 0,
    furthestSeconds: 0,
    audioFileId: 'file',
    audioSeconds: 100,
  }
  const claim = { listeningDuration: 3_600, totalProgress: 3_600 }
  const now = '2026-03-04T10:00:00Z'

  it.each([
    ['its share and its furthest byte', { file: { share: 0.1, reach: 0.5 } }, 456, 2_040],
    ['no less than before', { file: { share: 0.01, reach: 0 } }, 100, 0],
    ['nothing new, if other recordings were sent', { other: { share: 1, reach: 1 } }, 100, 0],
    ['everything, if the gateway is of the release before', undefined, 100, 3_600],
  ])('supports %s, and keeps seconds and position of the claim', (_, sent, audioSeconds, furthestSeconds) => {
    expect(applyClaim(session, { ...claim, sent }, now)).toEqual({
      claimedSeconds: 3_600,
      heardSeconds: 3_600,
      positionSeconds: 3_600,
      furthestSeconds,
      audioSeconds,
    })
  })

  it('is not needed in a session that an earlier release started', () => {
    const earlier = { ...session, audioFileId: null, audioSeconds: null }
    expect(applyClaim(earlier, { ...claim, sent: {} }, now)).toMatchObject({
      furthestSeconds: 3_600,
      audioSeconds: null,
    })
  })
})

describe('the time that counts', () => {
  it.each([
    ['five seconds earlier', null, '2026-03-04T08:59:55.000Z'],
    ['the end of the latest session', '2026-03-04T08:59:58.000Z', '2026-03-04T08:59:58.000Z'],
    ['a later end, if the clock was set back a little', '2026-03-04T09:30:00.000Z', '2026-03-04T09:30:00.000Z'],
    ['five seconds earlier, if the clock was set back an hour', '2026-03-04T10:00:00.000Z', '2026-03-04T08:59:55.000Z'],
  ])('starts at %s', (_, listenedUntil, from) => {
    expect(countsFrom('2026-03-04T09:00:00.000Z', listenedUntil)).toBe(from)
  })
})

const NOON = Date.parse('2026-03-04T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString()
const times = (count: number, seconds: number) => Array.from({ length: count }, () => at(seconds))

describe('the limits of bonuses', () => {
  it.each([
    ['11 in the last hour', times(11, -3_599), 0, true],
    ['12 in the last hour', times(12, -3_599), 0, false],
    ['12 an hour ago', times(12, -3_600), 0, true],
    ['12 half an hour ahead: the clock was set back', times(12, 1_800), 0, false],
    ['12 two hours ahead', times(12, 7_200), 0, true],
    ['60 in the morning', times(60, -7_200), 0, false],
    ['59 in the morning', times(59, -7_200), 0, true],
    ['60 on the day before', times(60, -86_400), 0, true],
    ['12 before midnight', times(12, 43_100), 43_300, false],
  ])('%s', (_, earlier, seconds, isLeft) => {
    expect(isBonusLeft(earlier, at(seconds))).toBe(isLeft)
  })

  it('keep only the times that count', () => {
    const earlier = { started: [at(-86_400), at(-7_200), at(-60)], completed: [] }
    expect(addBonuses(earlier, ['completed'], at(0))).toEqual({ started: [at(-7_200), at(-60)], completed: [at(0)] })
    expect(addBonuses(earlier, ['started'], at(86_400 / 2 + 60))).toEqual({ started: [at(43_260)], completed: [] })
    expect(addBonuses({ started: [at(43_100)], completed: [] }, [], at(43_300)).started).toEqual([at(43_100)])
  })
})

describe('weekly and daily sums', () => {
  const stored = {
    week: '2026-03-02',
    weeklyPoints: 40,
    completedThisWeek: 2,
    ownDay: '2026-03-04',
    ownPoints: 30,
    pledgeDay: '2026-03-03',
    pledgedPoints: 20,
  }

  it.each([
    ['restart with the day', '2026-03-05T00:00:00.000Z', { ownDay: '2026-03-05', ownPoints: 0 }],
    ['stay on the same day', '2026-03-04T23:59:59.999Z', {}],
    ['stay if the clock is set back', '2026-02-20T12:00:00.000Z', { pledgeDay: '2026-03-03', pledgedPoints: 20 }],
    [
      'restart on Monday',
      '2026-03-09T00:00:00.000Z',
      { week: '2026-03-09', weeklyPoints: 0, completedThisWeek: 0, ownDay: '2026-03-09', ownPoints: 0 },
    ],
    ['belong to the week until Sunday night', '2026-03-08T23:59:59.999Z', { ownDay: '2026-03-08', ownPoints: 0 }],
  ])('%s', (_, now, changed) => {
    const pledges = { pledgeDay: now.slice(0, 10), pledgedPoints: 0 }
    expect(currentSums(stored, now)).toEqual({ ...stored, ...pledges, ...changed })
  })

  it('start empty for a listener without stored sums', () => {
    const empty = { ...stored, week: '-infinity', ownDay: '-infinity', pledgeDay: '-infinity' }
    expect(currentSums(empty, '2026-03-04T09:00:00.000Z')).toMatchObject({ week: '2026-03-02', weeklyPoints: 0 })
  })
})
