import { describe, expect, it } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const ORIGIN = 'https://griot.example'

describe('safeReturnTo', () => {
  it.each(['/', '/library', '/episode/1?t=30#notes', '/search?q=a%20b', '/apiary', '/a//b', '/api/docs'])(
    'is %s when asked for',
    (path) => {
      expect(safeReturnTo(path, ORIGIN)).toBe(path)
    },
  )

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/\u0000',
    'https://evil.example/',
    'https://griot.example.evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'library',
    '',
    '/api/logout',
    '/api',
    '/api/docs/page.js',
    '/api/docs/../logout',
    '/idp/auth',
    '/API/logout',
    '/%61pi/logout',
    '/Idp/auth',
    '/%zz',
    '/./api/logout',
    '/x/../api/logout',
    '/.//evil.example',
    `/${'a'.repeat(3000)}`,
    undefined,
    ['/a', '/b'],
  ])('is the start page for %j', (wanted) => {
    expect(safeReturnTo(wanted, ORIGIN)).toBe('/')
  })
})
