import { describe, expect, it } from 'vitest'
import { nameFor, partOfDay, quoteFor } from './greeting.ts'

describe('the greeting', () => {
  it('uses the first name, else the e-mail up to the at sign, else "Audio Mogul"', () => {
    expect(nameFor({ firstName: 'Ada', email: 'ada.obi@example.com' })).toBe('Ada')
    expect(nameFor({ firstName: ' ', email: 'ada.obi@example.com' })).toBe('ada.obi')
    expect(nameFor({ firstName: '', email: '' })).toBe('Audio Mogul')
    expect(nameFor(null)).toBe('Audio Mogul')
  })

  it('depends on the time of day', () => {
    const at = (hour: number) => partOfDay(new Date(2026, 10, 20, hour))
    expect([at(2), at(9), at(13), at(21)]).toEqual(['Good evening', 'Good morning', 'Good afternoon', 'Good evening'])
  })
})

describe('the quote', () => {
  it('is chosen by the day of the month modulo four', () => {
    const quotes = [4, 5, 6, 7].map((day) => quoteFor(new Date(2026, 10, day)))
    expect(new Set(quotes).size).toBe(4)
    expect(quoteFor(new Date(2026, 10, 8))).toBe(quotes[0])
  })
})
