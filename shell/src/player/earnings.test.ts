import { describe, expect, it } from 'vitest'
import { describeEarnings, type Heard } from './earnings.ts'

const RULES = { perMinute: 1, completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 } }
const HEARD = {
  episodeId: 'e',
  creditedBefore: 0,
  isCompletionPaid: false,
  seconds: 0,
  startBonus: null as Heard['startBonus'],
}
const PLAYING = { position: 0, duration: 600, rate: 1 }

const describeWith = (heard: Partial<typeof HEARD>, playing: Partial<typeof PLAYING> = {}) =>
  describeEarnings(RULES, { ...HEARD, ...heard }, { ...PLAYING, ...playing })

describe('the earnings of an episode', () => {
  it('count the seconds to the next whole minute, including those of earlier sessions', () => {
    expect(describeWith({}).short[0]).toBe('Next point in 1:00')
    expect(describeWith({ creditedBefore: 50, seconds: 15 }).short[0]).toBe('Next point in 0:55')
  })

  it('announce the points for the start, and then the next minute', () => {
    const startBonus = { points: 5, atSeconds: 30 }
    const { short, sentences } = describeWith({ seconds: 12, startBonus })
    expect(short).toEqual(['+5 in 0:18', '+10 at 9:30'])
    expect(sentences[0]).toBe('Listen for 0:18 more to earn 5 points for starting it.')
    expect(describeWith({ seconds: 30, startBonus }).short[0]).toBe('Next point in 0:30')
  })

  it('have no next point when the episode has no whole minute left', () => {
    const counted = 'You have the points for all minutes of this episode.'
    expect(describeWith({ seconds: 545 }, { duration: 599 }).sentences[0]).toBe(counted)
    expect(describeWith({ creditedBefore: 600, seconds: 90 }).sentences[0]).toBe(counted)
  })

  it('include the completion at 95 % if enough is credited by then', () => {
    expect(describeWith({}).short[1]).toBe('+10 at 9:30')
    expect(describeWith({}, { rate: 2 }).short[1]).toBe('+10 at 9:30')
    expect(describeWith({ seconds: 10 }, { position: 320 }).short[1]).toBe('+10 at 9:55')
  })

  it('count the missing seconds after a jump or at more than double speed', () => {
    const afterJump = describeWith({}, { position: 500 })
    expect(afterJump.short[1]).toBe('+10 needs more listening')
    expect(afterJump.sentences[1]).toMatch(/ 3:05 longer than the rest takes/)
    expect(describeWith({}, { rate: 3 }).sentences[1]).toMatch(/ 1:25 longer than the rest takes/)
  })

  it('are complete when all points are earned', () => {
    const { short } = describeWith({ creditedBefore: 600, isCompletionPaid: true })
    expect(short).toEqual(['You have all points of this episode'])
  })

  it('are described in sentences', () => {
    const { short, sentences } = describeWith({ seconds: 37 }, { position: 37 })
    expect(short).toEqual(['Next point in 0:23', '+10 at 9:30'])
    expect(sentences).toEqual([
      'Listen for 0:23 more to earn the next point.',
      'You get 10 points for completing it, at 9:30.',
    ])
  })
})
