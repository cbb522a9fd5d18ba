import { describe, expect, it } from 'vitest'
import { applyClaim, countsFrom } from './claims.ts'

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
