import { describe, expect, it } from 'vitest'
import { remarksOn } from './sound-report.ts'

const FINE = { loudness: -16.2, peak: -1.4, leadingSilence: 0.2, trailingSilence: 1 }
const WHOLE = { duration: 190, promisedDuration: null, isCutOff: false }
const said = (given: Partial<typeof FINE> & { loudness?: number | null }) => remarksOn({ ...FINE, ...given }, WHOLE)

describe('remarksOn', () => {
  it('finds nothing wrong with a usual recording', () => {
    expect(said({})).toEqual([{ tone: 'fine', sentence: 'It sounds good: −16.2 LUFS.' }])
  })

  it.each([
    [{ loudness: -24 }, 'look', 'quieter than usual: −24.0 LUFS'],
    [{ loudness: -9 }, 'look', 'louder than usual'],
    [{ peak: 2.1 }, 'bad', 'clipped'],
    [{ leadingSilence: 6.4 }, 'look', 'begins with 6 seconds of silence'],
    [{ trailingSilence: 20 }, 'look', 'ends with 20 seconds of silence'],
    [{ loudness: null, peak: null }, 'bad', 'is silent'],
  ] as const)('of %o say what to do', (given, tone, words) => {
    expect(remarksOn({ ...FINE, ...given }, WHOLE)).toMatchObject([{ tone, sentence: expect.stringContaining(words) }])
  })

  it('states both lengths of a recording that is cut off, first', () => {
    const remarks = remarksOn({ ...FINE, loudness: null }, { duration: 17, promisedDuration: 190, isCutOff: true })
    expect(remarks.map(({ sentence }) => sentence)).toEqual([
      'It is cut off: the file states 3:10, and only 0:17 can be played. Please export it again.',
      'The recording is silent. Please export it again.',
    ])
  })

  it('states that the end is missing if the file states no length', () => {
    expect(remarksOn(FINE, { duration: 17, promisedDuration: null, isCutOff: true })).toEqual([
      {
        tone: 'bad',
        sentence: 'It is cut off: its end is missing, and only 0:17 can be played. Please export it again.',
      },
    ])
  })

  it('puts the worst remark first', () => {
    expect(said({ loudness: -24, peak: 3, trailingSilence: 9 }).map(({ tone }) => tone)).toEqual([
      'bad',
      'look',
      'look',
    ])
  })
})
