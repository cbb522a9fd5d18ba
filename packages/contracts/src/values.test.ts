import { describe, expect, it } from 'vitest'
import { HttpsUrl } from './https-url.ts'
import { idList, optional, requiredText } from './values.ts'

describe('requiredText', () => {
  const Title = requiredText(5, 'Title is required')

  it('trims', () => {
    expect(Title.parse(' a\n')).toBe('a')
  })

  it.each([
    ['', 'Title is required'],
    [' \u00a0\t', 'Title is required'],
    [undefined, 'Title is required'],
    ['a\u0000', 'Please remove the control characters.'],
    ['\u0000', 'Please remove the control characters.'],
    ['abcdef', 'Please use at most 5 characters.'],
    ['a\ud800', 'Please remove the broken character.'],
  ])('refuses %j with one sentence', (value, message) => {
    expect(Title.safeParse(value).error?.issues[0]?.message).toBe(message)
  })
})

describe('optional', () => {
  it.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['https://example.org', 'https://example.org/'],
  ])('reads %j as %s', (value, stored) => {
    expect(optional(HttpsUrl).parse(value)).toBe(stored)
  })

  it('reports the message of the inner schema', () => {
    expect(
      optional(HttpsUrl)
        .safeParse('x')
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Please enter an address that starts with https://.'])
  })
})

describe('idList', () => {
  const id = 'e3e70682-c209-4cac-a29f-6fbed82c07cd'

  it('reads up to the given number of ids in lower case', () => {
    expect(idList(2).parse(`${id.toUpperCase()},${id}`)).toEqual([id, id])
    expect(idList(2).safeParse(`${id},${id},${id}`).error?.issues[0]?.message).toBe('Please ask for at most 2 at once.')
  })

  it.each(['', 'x', `${id},`, `${id};${id}`])('refuses %j', (list) => {
    expect(idList(2).safeParse(list).success).toBe(false)
  })
})
