import { describe, expect, it } from 'vitest'
import { isKnown, wantedRange } from './range.ts'

const part = (start: number, end: number) => ({ kind: 'part', start, end })
const ALL = { kind: 'all' }
const NOTHING = { kind: 'nothing' }

describe('a Range of 100 bytes', () => {
  it.each([
    ['bytes=0-', part(0, 99)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-99', part(0, 99)],
    ['bytes=0-1000000', part(0, 99)],
    ['bytes=99-', part(99, 99)],
    ['bytes=10-19', part(10, 19)],
    ['bytes=-1', part(99, 99)],
    ['bytes=-100', part(0, 99)],
    ['bytes=-1000', part(0, 99)],
    ['BYTES=5-6', part(5, 6)],
    ['bytes= 5-6 ', part(5, 6)],
    ['bytes=100-', NOTHING],
    ['bytes=100-200', NOTHING],
    ['bytes=-0', NOTHING],
    ['bytes=99999999999999999999-', NOTHING],
    [undefined, ALL],
    ['', ALL],
    ['bytes=', ALL],
    ['bytes=-', ALL],
    ['bytes=5-2', ALL],
    ['bytes=a-b', ALL],
    ['bytes=0-0,1-1', ALL],
    ['bytes=9e99-', ALL],
    ['rows=0-1', ALL],
    ['0-1', ALL],
    [`bytes=${'0-0,'.repeat(2000)}`, ALL],
  ])('%j', (header, wanted) => {
    expect(wantedRange(header, 100)).toEqual(wanted)
  })

  it('of an empty file holds nothing', () => {
    expect(wantedRange('bytes=0-', 0)).toEqual(NOTHING)
    expect(wantedRange(undefined, 0)).toEqual(ALL)
  })
})

describe('If-None-Match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    [undefined, false],
  ])('%j knows "a": %s', (header, known) => {
    expect(isKnown(header, '"a"')).toBe(known)
  })
})
