import { describe, expect, it } from 'vitest'
import { chapterElements } from './chapter-elements.ts'

const at = (path: string) => `https://griot.example${path}`
const elementsOf = (starts: number[], seconds: number) =>
  chapterElements({ id: 'e', chapters: starts.map((start) => ({ start, title: `<${start}>` })), seconds }, at)
    .map(({ text }) => text)
    .join('')

describe('the chapters in a feed', () => {
  it.each([
    [0, '00:00:00.000'],
    [4.35, '00:00:04.350'],
    [59.9996, '00:01:00.000'],
    [3723.001, '01:02:03.001'],
  ])('start at %d seconds as %s', (start, text) => {
    expect(elementsOf([start], 4000)).toContain(`<psc:chapter start="${text}" title="&lt;${start}&gt;"/>`)
  })

  it('name the chapters file, and end with the recording', () => {
    const text = elementsOf([0, 100], 100)
    expect(text).toContain('<podcast:chapters url="https://griot.example/chapters/e.json"')
    expect(text.match(/<psc:chapter /g)).toHaveLength(1)
  })

  it('are missing without saved chapters', () => {
    expect(elementsOf([], 100)).toBe('')
    expect(chapterElements({ id: 'e', chapters: null, seconds: 100 }, at)).toEqual([])
  })
})
