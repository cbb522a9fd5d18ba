import { describe, expect, it } from 'vitest'
import { readRange } from './range.ts'

const part = (start: number, end: number) => ({ start, end })
const ALL = null
const NONE = 'unsatisfiable'

describe('readRange of a file of 100 bytes', () => {
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
    ['bytes=100-', NONE],
    ['bytes=100-200', NONE],
    ['bytes=-0', NONE],
    ['bytes=99999999999999999999-', NONE],
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
  ])('%j', (header, range) => {
    expect(readRange(header, 100)).toEqual(range)
  })

  it('is unsatisfiable for an empty file', () => {
    expect(readRange('bytes=0-', 0)).toEqual(NONE)
    expect(readRange(undefined, 0)).toEqual(ALL)
  })
})
