import { PreviewName } from '@griot/contracts/modules'
import { describe, expect, it } from 'vitest'
import { linkToPage, parseRamp, previewName } from './command.ts'

describe('parseRamp', () => {
  it('reads shares and a time', () => {
    const ramp = { percent: 5, ramp: { shares: [25, 100], holdMinutes: 15 } }
    expect(parseRamp({ ramp: '5,25,100' })).toEqual(ramp)
    expect(parseRamp({ ramp: '5%,25%,100%', hold: '15m' })).toEqual(ramp)
    expect(parseRamp({ ramp: '1,2', hold: '2h' }).ramp.holdMinutes).toBe(120)
  })

  it.each<[string, string?]>([['5'], ['5,x'], ['5,25', '15'], ['5,25', '0m'], ['5,25', '25h']])(
    'refuses %s %s',
    (ramp, hold) => {
      expect(() => parseRamp({ ramp, ...(hold && { hold }) })).toThrow(/^Give /)
    },
  )
})

describe('previewName', () => {
  it('keeps a branch name that is valid', () => {
    expect(previewName('new-points')).toBe('preview-new-points')
  })

  it('is readable, valid and unique for every branch', () => {
    const branches = ['feat/new-points', 'feat-new-points', 'feat/New_Points', 'разное', '-', 'x'.repeat(300), 'a/b/']
    const names = branches.map(previewName)

    expect(names[0]).toMatch(/^preview-feat-new-points-[0-9a-f]{6}$/)
    expect(new Set(names).size).toBe(branches.length)
    for (const name of names) expect(PreviewName.safeParse(name).success).toBe(true)
    expect(previewName('feat/new-points')).toBe(names[0])
  })

  it('refuses an empty branch', () => {
    expect(() => previewName(' ')).toThrow('Name a branch')
  })
})

describe('linkToPage', () => {
  it('adds the page to the link', () => {
    expect(linkToPage('https://griot.example/mfe/v1/override?with=a', '/charts/2?week=3')).toBe(
      'https://griot.example/mfe/v1/override?with=a&to=%2Fcharts%2F2%3Fweek%3D3',
    )
    expect(linkToPage('https://griot.example/?with=a', undefined)).toBe('https://griot.example/?with=a')
    expect(() => linkToPage('https://griot.example/?with=a', 'charts')).toThrow('Name a page')
  })
})
