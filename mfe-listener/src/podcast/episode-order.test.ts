import { describe, expect, it } from 'vitest'
import { orderFrom } from './episode-order.ts'

describe('the order of episodes', () => {
  it('is newest first when the address says nothing we know', () => {
    expect(orderFrom('oldest')).toBe('oldest')
    for (const unknown of ['loudest', 'toString', '', null]) expect(orderFrom(unknown)).toBe('newest')
  })
})
