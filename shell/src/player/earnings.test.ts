import { describe, expect, it } from 'vitest'
import { inWords, prospect } from './earnings.ts'

const RULES = { perMinute: 1, completion: { points: 10, positionPercent: 95, creditedPercent: 47.5 } }
const heard = { episodeId: 'e', creditedBefore: 0, isCompletionPaid: false, seconds: 0 }
const at = { position: 0, duration: 600, rate: 1 }

describe('what listening on will bring', () => {
  it('counts the seconds to the next whole minute, with what earlier sessions left over', () => {
    expect(prospect(RULES, heard, at).nextPointIn).toBe(60)
    expect(prospect(RULES, { ...heard, creditedBefore: 50, seconds: 15 }, at).nextPointIn).toBe(55)
  })

  it('promises no minute that the episode no longer has', () => {
    expect(prospect(RULES, { ...heard, seconds: 545 }, { ...at, duration: 599 }).nextPointIn).toBeNull()
    expect(prospect(RULES, { ...heard, creditedBefore: 600, seconds: 90 }, at).nextPointIn).toBeNull()
  })

  it('counts completion at 95 % when enough will have been heard by then', () => {
    expect(prospect(RULES, heard, at).completion).toEqual({ status: 'at', position: 570 })
    expect(prospect(RULES, heard, { ...at, rate: 2 }).completion).toEqual({ status: 'at', position: 570 })
    expect(prospect(RULES, { ...heard, seconds: 10 }, { ...at, position: 320 }).completion).toEqual({
      status: 'at',
      position: 595,
    })
  })

  it('says how much is missing for someone who jumps, or listens faster than double', () => {
    expect(prospect(RULES, heard, { ...at, position: 500 }).completion).toEqual({ status: 'short', missing: 185 })
    expect(prospect(RULES, heard, { ...at, rate: 3 }).completion).toEqual({ status: 'short', missing: 85 })
  })

  it('knows what has been paid', () => {
    const paid = { ...heard, creditedBefore: 600, isCompletionPaid: true }
    expect(inWords(prospect(RULES, paid, at), RULES, 600).short).toEqual(['All points of this episode are yours'])
  })

  it('puts it in a few words', () => {
    const words = inWords(prospect(RULES, { ...heard, seconds: 37 }, { ...at, position: 37 }), RULES, 600)
    expect(words.short).toEqual(['Next point in 0:23', '+10 at 9:30'])
    expect(words.sentences).toEqual([
      'The next point comes after 0:23 of listening.',
      'Completing it brings 10 points, at 9:30.',
    ])
  })
})
