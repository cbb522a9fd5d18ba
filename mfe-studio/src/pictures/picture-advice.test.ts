import { describe, expect, it } from 'vitest'
import { adviceOn } from './picture-advice.ts'

const MB = 1024 * 1024
const COVER = { from: 1400, to: 3000, below: 'It is enlarged.' }
const advice = (width: number, height = width) => adviceOn({ bytes: MB, size: { width, height } }, COVER)

describe('adviceOn', () => {
  it('accepts a large square picture', () => {
    for (const side of [1400, 2000, 3000]) {
      expect(advice(side)).toEqual({ advice: `${side} × ${side} pixels. The size is good.` })
    }
  })

  it('warns about cropping, enlargement and reduction', () => {
    expect(advice(1400, 2000).advice).toContain('cropped to a centered square')
    expect(advice(800).advice).toContain('It is enlarged. 1400 to 3000 pixels')
    expect(advice(4000).advice).toContain('smaller')
    expect(advice(900, 600).advice).toMatch(/square.*enlarged/)
  })

  it('refuses a picture that is too small, too large, or undecodable', () => {
    expect(advice(299).error).toContain('300 × 300')
    expect(advice(3000, 200).error).toContain('3000 × 200')
    expect(adviceOn({ bytes: 10 * MB + 1, size: { width: 1400, height: 1400 } }, COVER).error).toContain('10 MB')
    expect(adviceOn({ bytes: 10, size: null }, COVER).error).toContain('JPEG, PNG or WebP')
  })
})
