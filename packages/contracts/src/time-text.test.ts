import { describe, expect, it } from 'vitest'
import { formatTime, parseTime } from './time-text.ts'

describe('the text of a time', () => {
  it.each([
    ['0:00', 0],
    ['12:30', 750],
    ['1:02:03', 3723],
    ['0:04.25', 4.25],
    ['1:00:00.001', 3600.001],
  ])('%s is parsed and formatted', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds)
    expect(formatTime(seconds)).toBe(text)
  })

  it.each([
    ['90', 90],
    ['90:00', 5400],
  ])('%s is parsed', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds)
  })

  it.each(['', ' ', '-1', '1:', '1:2:3:4', '1:30pm', '0:01.2345', '1e3'])('%j is no time', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })
})
