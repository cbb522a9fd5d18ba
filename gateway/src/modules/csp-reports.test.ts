import { describe, expect, it } from 'vitest'
import { violationsIn } from './csp-reports.ts'

const report = (more: object) => ({
  ...{ type: 'csp-violation', url: 'https://griot.example/library?q=mine' },
  body: { effectiveDirective: 'img-src', blockedURL: 'http://pixel.example/seen.gif?who=me', ...more },
})

describe('violationsIn', () => {
  it('names the module whose file caused the violation and drops URL paths', () => {
    const sourceFile = 'https://griot.example/m/rewards/0.1.0-g00000002~1/5c0.js'

    expect(violationsIn(JSON.stringify([report({ sourceFile }), report({ sourceFile: null })]))).toEqual([
      { directive: 'img-src', blocked: 'http://pixel.example', by: 'rewards@0.1.0-g00000002' },
      { directive: 'img-src', blocked: 'http://pixel.example' },
    ])
  })

  it('ignores other reports and returns at most ten violations', () => {
    for (const body of ['', 'null', '{}', '[7]', JSON.stringify([{ ...report({}), type: 'deprecation' }])]) {
      expect(violationsIn(body)).toEqual([])
    }
    expect(
      violationsIn(JSON.stringify(Array.from({ length: 40 }, () => report({ blockedURL: 'inline' })))),
    ).toHaveLength(10)
  })
})
