import { describe, expect, it } from 'vitest'
import { HttpsUrl } from './values.ts'

describe('HttpsUrl', () => {
  it.each([
    ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['  HTTPS://Example.org  ', 'https://example.org/'],
    ['https:/api/logout', 'https://api/logout'],
    ['https:evil', 'https://evil/'],
    ['https:\\\\example.org\\a', 'https://example.org/a'],
  ])('stores %j as %s', (value, stored) => {
    expect(HttpsUrl.parse(value)).toBe(stored)
  })

  it.each([
    'http://example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.org',
    'example.org',
    '//example.org',
    'https://',
    '',
  ])('refuses %j', (value) => {
    expect(HttpsUrl.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
      'Please enter an address that starts with https://.',
    ])
  })
})
