import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatDayTime,
  formatDuration,
  formatFileSize,
  formatPlayerTime,
  formatPoints,
  spokenDuration,
} from './format.ts'

describe('a day and a time', () => {
  it('includes the year if it is another one', () => {
    const now = new Date(2026, 10, 21)
    expect(formatDayTime(new Date(2026, 10, 23, 1), now)).toBe('Mon, Nov 23, 1:00 AM')
    expect(formatDayTime(new Date(2027, 0, 1, 10), now)).toBe('Jan 1, 2027, 10:00 AM')
  })
})

describe('durations', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [65, '1:05'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [4500, '1:15:00'],
    [Number.NaN, '0:00'],
    [-3, '0:00'],
  ])('%s seconds are shown as %s', (seconds, shown) => {
    expect(formatDuration(seconds)).toBe(shown)
  })

  it('shows hours in the player if the episode has hours', () => {
    expect(formatDuration(65, 3725)).toBe('0:01:05')
    expect(formatDuration(65, 1800)).toBe('1:05')
    expect(formatPlayerTime(65)).toBe('0:01:05')
    expect(formatPlayerTime(Number.NaN)).toBe('0:00:00')
  })

  it.each([
    [0, '0 seconds'],
    [61, '1 minute 1 second'],
    [3600, '1 hour'],
    [7325, '2 hours 2 minutes 5 seconds'],
  ])('%s seconds are spoken as "%s"', (seconds, spoken) => {
    expect(spokenDuration(seconds)).toBe(spoken)
  })
})

describe('file sizes', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [2_500_000, '2.38 MB'],
    [104_857_600, '100 MB'],
    [1_610_612_736, '1.5 GB'],
    [5 * 1024 ** 4, '5120 GB'],
  ])('%s bytes are shown as %s', (bytes, shown) => {
    expect(formatFileSize(bytes)).toBe(shown)
  })
})

describe('ages', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')

  it.each([
    ['2026-11-20T12:00:05Z', 'just now'],
    ['2026-11-20T11:59:01Z', 'just now'],
    ['2026-11-20T11:59:00Z', '1 minute ago'],
    ['2026-11-20T09:30:00Z', '2 hours ago'],
    ['2026-11-18T11:00:00Z', '2 days ago'],
    ['2026-09-01T00:00:00Z', '2 months ago'],
    ['2024-01-01T00:00:00Z', '2 years ago'],
  ])('%s was %s', (time, age) => {
    expect(formatAgo(time, now)).toBe(age)
  })
})

describe('points', () => {
  it('counts one as one and groups thousands', () => {
    expect(formatPoints(1)).toBe('1 point')
    expect(formatPoints(0)).toBe('0 points')
    expect(formatPoints(12500)).toBe('12,500 points')
  })
})
