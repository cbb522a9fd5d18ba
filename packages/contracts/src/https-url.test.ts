import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { HttpsUrl } from './https-url.ts'

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

  it.each(['https://[::1]/', 'https://a(b)/', 'https://a~b.example/'])('refuses the host of %s', (value) => {
    expect(HttpsUrl.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
      'Please use a host name of letters, digits and hyphens.',
    ])
  })

  it('accepts each address that matches the pattern of the API description, and returns one that matches', () => {
    const { pattern = '' } = z.toJSONSchema(HttpsUrl, { io: 'input' }) as { pattern?: string }
    const published = new RegExp(pattern)
    for (const address of [
      'https://a',
      'https://localhost:8443/x',
      'https://10.0.0.1',
      'https://_a.b-c.xn--p1ai/?q#f',
    ]) {
      expect(address).toMatch(published)
      expect(HttpsUrl.parse(address)).toMatch(published)
    }
    for (const address of ['https://10.0.0.256', 'https://a:65536', 'https://a b/']) {
      expect(address).not.toMatch(published)
      expect(HttpsUrl.safeParse(address).success).toBe(false)
    }
  })

  it('refuses an address that is too long as it is stored', () => {
    const address = (length: number) => `https://a?${'0'.repeat(length - 'https://a?'.length)}`
    const stored = HttpsUrl.parse(address(2047))

    expect(HttpsUrl.parse(stored)).toBe(stored)
    expect(HttpsUrl.safeParse(address(2048)).success).toBe(false)
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
