import { describe, expect, it } from 'vitest'
import { startAt } from './note-parts.ts'

describe('the time in a shared link', () => {
  it.each([
    ['90', 90],
    ['1:30', 90],
    ['1:02:03', 3723],
    ['0', 0],
  ])('reads %s', (text, seconds) => {
    expect(startAt(text)).toBe(seconds)
  })

  it.each([null, '', '-5', '1.5', 'soon', '1:2:3:4', '999999'])('returns undefined for %s', (text) => {
    expect(startAt(text)).toBeUndefined()
  })
})
