import { describe, expect, it } from 'vitest'
import { checkRows, emptyRow, placeFor, rowsOf, sortRows } from './chapter-rows.ts'

const row = (start: string, title = 'A', url = '') => ({ start, title, url, img: '' })

describe('the rows of chapters', () => {
  it('return the chapters that they show', () => {
    const chapters = [
      { start: 0, title: 'Hello' },
      { start: 3723.25, title: 'The river', url: 'https://example.com/', img: 'https://example.com/a.jpg' },
    ]
    expect(checkRows(rowsOf(chapters), 4000)).toEqual({ errors: [{}, {}], chapters })
  })

  it('are sorted by time, those without a time last', () => {
    const sorted = sortRows([row('x'), row('10:00'), row('9:59.5')])
    expect(sorted.map(({ start }) => start)).toEqual(['9:59.5', '10:00', 'x'])
  })

  it.each([
    [0, 1],
    [30, 1],
    [60, 2],
    [90, 2],
  ])('have a place for a chapter at %d seconds', (seconds, place) => {
    expect(placeFor([emptyRow(0), emptyRow(60)], seconds)).toBe(place)
  })

  it.each([
    ['the first does not start at 0', [row('0:01')], [{ start: 'The first chapter starts at 0:00.' }]],
    ['a time is none', [row('noon')], [{ start: 'Please enter a time like 12:30.' }]],
    ['a title is missing', [row('0:00', ' ')], [{ title: 'Please enter a title.' }]],
    ['a time is repeated', [row('0:00'), row('0:00')], [{}, { start: 'This is not after the chapter before it.' }]],
    [
      'a chapter is after the end',
      [row('0:00'), row('1:40')],
      [{}, { start: 'This is after the end of the recording.' }],
    ],
    [
      'a link is not https',
      [row('0:00', 'A', 'http://example.com')],
      [{ url: 'Please enter an address that starts with https://.' }],
    ],
  ])('state the problem if %s', (_, rows, errors) => {
    expect(checkRows(rows, 100).errors).toEqual(errors)
  })
})
