import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCursor, toPage } from './cursor.ts'

const ByScore = defineCursor(z.tuple([z.number(), z.string()]))

describe('a cursor', () => {
  it('round-trips its position', () => {
    expect(ByScore.read(ByScore.write([1.5, 'b']))).toEqual([1.5, 'b'])
    expect(ByScore.read(undefined)).toBeUndefined()
  })

  it.each(['', 'nonsense', 'bnVsbA', Buffer.from('[1]').toString('base64url'), Buffer.from('{').toString('base64url')])(
    'returns 400 for %j',
    (text) => {
      expect(() => ByScore.read(text)).toThrowError(expect.objectContaining({ status: 400, code: 'input.invalid' }))
    },
  )
})

describe('a page', () => {
  const cut = (rows: string[], limit: number) => toPage(rows, limit, (last) => `after ${last}`)

  it('has a next cursor if there is one more row', () => {
    expect(cut(['a', 'b', 'c'], 2)).toEqual({ items: ['a', 'b'], next: 'after b' })
  })

  it('has no next cursor otherwise', () => {
    expect(cut(['a', 'b'], 2)).toEqual({ items: ['a', 'b'], next: null })
    expect(cut([], 2)).toEqual({ items: [], next: null })
  })
})
