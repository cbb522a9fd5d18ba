import { describe, expect, it } from 'vitest'
import { refusalsIn } from './policy-reports.ts'

const report = (more: object) => ({
  ...{ type: 'csp-violation', url: 'https://griot.example/library?q=mine' },
  body: { effectiveDirective: 'img-src', blockedURL: 'http://pixel.example/seen.gif?who=me', ...more },
})

describe('what the page’s policy refused', () => {
  it('is told with the module whose file asked for it, and without what a person looked at', () => {
    const sourceFile = 'https://griot.example/m/rewards/0.1.0-g00000002~1/5c0.js'

    expect(refusalsIn(JSON.stringify([report({ sourceFile }), report({ sourceFile: null })]))).toEqual([
      { directive: 'img-src', blocked: 'http://pixel.example', by: 'rewards@0.1.0-g00000002' },
      { directive: 'img-src', blocked: 'http://pixel.example' },
    ])
  })

  it('is nothing in what is no such report, and ten of many', () => {
    for (const body of ['', 'null', '{}', '[7]', JSON.stringify([{ ...report({}), type: 'deprecation' }])]) {
      expect(refusalsIn(body)).toEqual([])
    }
    expect(refusalsIn(JSON.stringify(Array.from({ length: 40 }, () => report({ blockedURL: 'inline' }))))).toHaveLength(
      10,
    )
  })
})
