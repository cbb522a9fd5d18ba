import { describe, expect, it } from 'vitest'
import { chaptersAround, chaptersOf } from './chapters.ts'

describe('the chapters of an episode', () => {
  const description = '0:00 Hello\n1:00 The river\n2:00 The sea'
  it('are the saved ones, even if they are none', () => {
    const saved = [{ start: 0, title: 'Saved' }]
    expect(chaptersOf({ chapters: saved, description, duration: 600 })).toEqual(saved)
    expect(chaptersOf({ chapters: [], description, duration: 600 })).toEqual([])
  })

  it('are the times in the notes if none were saved', () => {
    expect(chaptersOf({ description, duration: 600 }).map(({ start }) => start)).toEqual([0, 60, 120])
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
