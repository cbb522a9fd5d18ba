import { describe, expect, it } from 'vitest'
import { adviceOn } from './picture-advice.ts'

const MB = 1024 * 1024
const COVER = { from: 1400, to: 3000 }
const advice = (width: number, height = width) => adviceOn({ bytes: MB, size: { width, height } }, COVER)

describe('a picture for a cover', () => {
  it('is just right when it is square and large', () => {
    for (const side of [1400, 2000, 3000]) {
      expect(advice(side)).toEqual({ advice: `${side} × ${side} pixels. Just right.` })
    }
  })

  it('may be cut, look soft or be made smaller, and says so', () => {
    expect(advice(1400, 2000).advice).toContain('cut to a square')
    expect(advice(800).advice).toContain('1400 to 3000 pixels')
    expect(advice(4000).advice).toContain('smaller')
    expect(advice(900, 600).advice).toMatch(/square.*soft/)
  })

  it('is refused when it is too small, too heavy, or no picture', () => {
    expect(advice(299).error).toContain('300 × 300')
    expect(advice(3000, 200).error).toContain('3000 × 200')
    expect(adviceOn({ bytes: 10 * MB + 1, size: { width: 1400, height: 1400 } }, COVER).error).toContain('10 MB')
    expect(adviceOn({ bytes: 10, size: null }, COVER).error).toContain('JPEG, PNG or WebP')
  })
})
