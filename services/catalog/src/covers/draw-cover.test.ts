import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawCover } from './draw-cover.ts'
import { setTitle } from './title.ts'

const measure = (text: string) => text.length * 0.6
const BOX = { width: 860, height: 300 }

describe('a generated cover', () => {
  it('depends on id and title only', () => {
    const first = drawCover({ id: 'a', title: 'Sankofa' })
    expect(drawCover({ id: 'a', title: 'Sankofa' })).toBe(first)
    expect(drawCover({ id: 'b', title: 'Sankofa' })).not.toBe(first)
    expect(drawCover({ id: 'a', title: 'Asɛm Pa' })).not.toBe(first)
  })

  it('is well-formed, small and safe for any title', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }), (id, title) => {
        const svg = drawCover({ id, title })
        expect(svg.length).toBeLessThan(200_000)
        expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|\son\w+=/)
        const text = /<title>([\s\S]*?)<\/title>/.exec(svg)?.[1]
        expect(text).not.toMatch(/[<>]/)
        // Every element that is opened is closed.
        const opened = svg.match(/<[a-z]\w*[^>]*[^/]>/gi)?.length
        expect(svg.match(/<\/\w+>/g)?.length).toBe(opened)
      }),
      { numRuns: 200 },
    )
  })

  it('draws letters as outlines, including Twi, Ewe and Yoruba, and uses system fonts for other scripts', () => {
    for (const title of ['Sankofa', 'Asɛm Pa', 'Eʋegbe ƒe ŋkɔ', 'Ẹ̀kọ́ Ọ̀rọ̀', 'Подкаст']) {
      expect(drawCover({ id: 'a', title })).not.toContain('<text')
    }
    expect(drawCover({ id: 'a', title: 'ሰላም' })).toContain('<text')
    expect(drawCover({ id: 'a', title: 'مرحبا' })).toContain('direction="rtl"')
  })
})

describe('setTitle', () => {
  it('keeps every word whole and in order, inside the box', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 15 }), (words) => {
        const { lines, size, height } = setTitle(words.join(' '), BOX, measure)
        expect(lines.join(' ')).toBe(words.join(' '))
        expect(height).toBeLessThanOrEqual(BOX.height)
        for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(BOX.width + 0.01)
      }),
    )
  })

  it('is larger for less text', () => {
    const size = (title: string) => setTitle(title, BOX, measure).size
    expect(size('Two words')).toBeGreaterThan(size('Quite a few more words than just two of them'))
  })

  it('balances the lines instead of leaving one word alone', () => {
    expect(setTitle('one two three four five six', { width: 500, height: 180 }, measure).lines).toEqual([
      'one two three',
      'four five six',
    ])
  })

  it('breaks a word that is longer than a line', () => {
    const { lines, size } = setTitle('x'.repeat(200), BOX, measure)
    expect(lines.join('')).toBe('x'.repeat(200))
    for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(BOX.width + 0.01)
  })
})
