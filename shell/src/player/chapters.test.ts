import { describe, expect, it } from 'vitest'
import { chaptersAround, readChapters } from './chapters.ts'

const read = (notes: string, duration = 3600) =>
  readChapters(notes, duration).map(({ start, title }) => `${start} ${title}`)

describe('the chapters of show notes', () => {
  it.each([
    ['0:00 Hello\n12:30 The river', ['0 Hello', '750 The river']],
    [
      'About rivers.\n\n0:00 - Hello\r\n[12:30] The river\n(59:59) – The sea: end\n\nThanks!',
      ['0 Hello', '750 The river', '3599 The sea: end'],
    ],
    ['0:30 Hello\n1:00 The river\n1:00:00 After the end', ['30 Hello', '60 The river']],
  ])('are the lines that begin with a time: %j', (notes, chapters) => {
    expect(read(notes)).toEqual(chapters)
  })

  it('may be longer than an hour', () => {
    expect(read('0:00 Hello\n1:02:03 The river', 7200)).toEqual(['0 Hello', '3723 The river'])
  })

  it.each([
    ['without a time', 'Hello\nThe river'],
    ['with one time', '0:00 Hello'],
    ['with one time before the end', '0:00 Hello\n1:00:00 The river'],
    ['with times that do not ascend', '0:00 Hello\n12:30 The river\n6:00 The sea'],
    ['with a repeated time', '0:00 Hello\n0:00 The river'],
    ['with times inside lines', 'Hello at 0:00\nThe river at 12:30'],
    ['with times without a title', '0:00\n12:30'],
    ['with other numbers', '12:75 Hello\n10:00:00:00 The river\n2026-11-20 The sea\n1:30pm The well'],
  ])('are none %s', (_, notes) => {
    expect(read(notes)).toEqual([])
  })
})

describe('the chapters around a position', () => {
  const [intro, river, sea] = [
    { start: 10, title: 'Intro' },
    { start: 60, title: 'River' },
    { start: 120, title: 'Sea' },
  ]
  it.each([
    [0, { current: undefined, previous: undefined, next: intro }],
    [10, { current: intro, previous: undefined, next: river }],
    [30, { current: intro, previous: intro, next: river }],
    [61, { current: river, previous: intro, next: sea }],
    [63, { current: river, previous: river, next: sea }],
    [500, { current: sea, previous: sea, next: undefined }],
  ])('at %d seconds', (position, around) => {
    expect(chaptersAround([intro, river, sea], position)).toEqual(around)
  })
})
