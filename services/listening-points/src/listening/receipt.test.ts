import { describe, expect, it } from 'vitest'
import { Receipt } from './receipt.ts'

describe('a receipt', () => {
  it('of a newer release can be read, though it has a reason that is not known here', () => {
    const paid = { reason: 'minutes', points: 3, sentence: '3 points for 3 minutes of listening.' }
    const unknown = { points: 0, sentence: 'It rained.' }
    const receipt = { pointsEarned: 3, weeklyBonus: 0, creditedSeconds: 180, completed: false }
    expect(Receipt.parse({ ...receipt, reasons: [paid, { ...unknown, reason: 'rain' }] })).toEqual({
      ...receipt,
      reasons: [paid, { ...unknown, reason: 'nothing_new' }],
    })
  })
})
