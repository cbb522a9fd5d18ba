import { describe, expect, it } from 'vitest'
import { chaptersOfNotes, startProblems } from './chapter-rules.ts'

const read = (notes: string, duration = 3600) =>
  chaptersOfNotes(notes, duration).map(({ start, title }) => `${start} ${title}`)

describe('the chapters of show notes', () => {
  it.each([
    ['0:00 Hello\n12:30 The river\n20:00 The sea', ['0 Hello', '750 The river', '1200 The sea']],
    [
      'About rivers.\n\n0:00 - Hello\r\n[12:30] The river\n(59:59) – The sea: end\n\nThanks!',
      ['0 Hello', '750 The river', '3599 The sea: end'],
    ],
    ['0:00 Hello\n1:00 The river\n1:00:00 After the end', ['0 Hello', '60 The river']],
  ])('are the lines that begin with a time: %j', (notes, chapters) => {
    expect(read(notes)).toEqual(chapters)
  })

  it('may be later than an hour, and have any time while the duration is unknown', () => {
    expect(read('0:00 Hello\n1:02:03 The river\n2:00:00 The sea', 0)).toEqual([
      '0 Hello',
      '3723 The river',
      '7200 The sea',
    ])
  })

  it.each([
    ['without a time', 'Hello\nThe river'],
    ['with two times', '0:00 Hello\n12:30 The river'],
    ['with a first time after 0', '0:30 Hello\n12:30 The river\n20:00 The sea'],
    ['with times that do not ascend', '0:00 Hello\n12:30 The river\n6:00 The sea'],
    ['with a repeated time', '0:00 Hello\n1:00 The river\n1:00 The sea'],
    ['with times inside lines', 'Hello at 0:00\nThe river at 12:30\nThe sea at 20:00'],
    ['with times without a title', '0:00\n12:30\n20:00'],
    ['with other numbers', '12:75 Hello\n10:00:00:00 The river\n2026-11-20 The sea\n1:30pm The well'],
  ])('are none %s', (_, notes) => {
    expect(read(notes)).toEqual([])
  })
})

describe('the problems of chapter times', () => {
  it.each<[number[], number, Record<number, string>]>([
    [[], 60, {}],
    [[0, 10, 59.999], 60, {}],
    [[0, 90_000], 0, {}],
    [[5, 10], 60, { 0: 'The first chapter starts at 0:00.' }],
    [
      [0, 10, 10, 9],
      60,
      { 2: 'This is not after the chapter before it.', 3: 'This is not after the chapter before it.' },
    ],
    [[0, 60], 60, { 1: 'This is after the end of the recording.' }],
  ])('of %j in %d seconds', (starts, duration, problems) => {
    expect(startProblems(starts, duration)).toEqual(problems)
  })
})
