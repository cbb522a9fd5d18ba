import { EARNING_REASONS } from '@griot/contracts/listening-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiptToast } from './receipt.ts'

const unpaid = fc.constantFrom('capped_by_clock', 'already_credited', 'nothing_new', 'held_for_review')
// The model test of the service verifies that no other reason has points.
const receipts = fc
  .uniqueArray(
    fc.oneof(
      fc.record({ reason: fc.constantFrom(...EARNING_REASONS), points: fc.integer({ min: 0, max: 2_000 }) }),
      fc.record({ reason: unpaid, points: fc.constant(0) }),
    ),
    { selector: ({ reason }) => reason },
  )
  .map((reasons) => reasons.map((one) => ({ ...one, sentence: '' })))

const numbersIn = (text: string) => [...text.matchAll(/[\d,]+/g)].map(([number]) => Number(number.replaceAll(',', '')))

describe('the toast of a receipt', () => {
  it('shows each number of a random receipt once, and their sum, without the points of badges', () => {
    fc.assert(
      fc.property(receipts, (reasons) => {
        const earned = reasons.filter(({ reason, points }) => reason !== 'badge' && points > 0).map((one) => one.points)
        const sum = earned.reduce((total, points) => total + points, 0)
        const numbers = numbersIn(receiptToast({ reasons })?.description ?? '')
        expect(numbers).toEqual(sum > 0 ? [sum, ...earned] : [])
      }),
    )
  })

  it.each([
    [[{ reason: 'started', points: 5 }], 'You earned 5 points!\n5 started'],
    [
      [
        { reason: 'started', points: 5 },
        { reason: 'minutes', points: 1 },
        { reason: 'completed', points: 10 },
        { reason: 'weekly', points: 15 },
        { reason: 'badge', points: 50 },
      ],
      'You earned 31 points!\n5 started · 1 minute · 10 finished · 15 weekly bonus',
    ],
  ] as const)('names each number: %j', (reasons, description) => {
    expect(receiptToast({ reasons: reasons.map((one) => ({ ...one, sentence: '' })) })?.description).toBe(description)
  })

  it('does not exist without points', () => {
    expect(receiptToast({ reasons: [{ reason: 'badge', points: 50, sentence: '' }] })).toBeNull()
    expect(receiptToast({ reasons: [] })).toBeNull()
  })
})
