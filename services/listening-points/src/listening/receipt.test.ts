import { describe, expect, it } from 'vitest'
import { Receipt } from './sessions.queries.ts'

describe('a receipt', () => {
  it('of a newer release is readable, even with an unknown reason', () => {
    const paid = { reason: 'minutes', points: 3, sentence: '3 points for 3 minutes of listening.' }
    const unknown = { points: 0, sentence: 'It rained.' }
    const receipt = { pointsEarned: 3, weeklyBonus: 0, creditedSeconds: 180, completed: false }
    expect(Receipt.parse({ ...receipt, reasons: [paid, { ...unknown, reason: 'rain' }] })).toEqual({
      ...receipt,
      reasons: [paid, { ...unknown, reason: 'nothing_new' }],
    })
  })
})
