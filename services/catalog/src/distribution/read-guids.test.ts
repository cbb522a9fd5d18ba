import { describe, expect, it } from 'vitest'
import { readGuids } from './read-guids.ts'
import { isSameShow } from './same-show.ts'

const PODCAST = 'https://podcastindex.org/namespace/1.0'
const feed = (content: string, prefix = 'podcast') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:${prefix}="${PODCAST}"><channel>${content}</channel></rss>`
const read = (text: string | Buffer, type = 'application/rss+xml') => readGuids(Buffer.from(text as string), type)

describe('the ids of a feed', () => {
  it.each([
    ['plain', feed('<podcast:guid> ABC </podcast:guid><item><guid isPermaLink="false">1</guid></item>')],
    ['with another prefix', feed('<p:guid>abc</p:guid><item><guid><![CDATA[1]]></guid></item>', 'p')],
    ['with bare ampersands', feed('<title>A & B</title><podcast:guid>abc</podcast:guid><item><guid>1</guid></item>')],
    [
      'with an id elsewhere',
      feed('<image><guid>2</guid></image><podcast:guid>abc</podcast:guid><item><guid>1</guid></item>'),
    ],
  ])('are read from a feed %s', async (_, text) => {
    expect(await read(text)).toEqual({ podcast: 'abc', items: new Set(['1']) })
  })

  it.each([
    ['by its byte order mark', Buffer.from(`\ufeff${feed('<item><guid>é</guid></item>')}`, 'utf16le'), ''],
    [
      'by its declaration',
      Buffer.from(feed('<item><guid>é</guid></item>').replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1'),
      'text/xml; charset=utf-8',
    ],
    ['by its header', Buffer.from(feed('<item><guid>é</guid></item>'), 'latin1'), 'text/xml; charset=iso-8859-1'],
  ])('are decoded %s', async (_, bytes, type) => {
    expect([...((await readGuids(bytes, type))?.items ?? [])]).toEqual(['é'])
  })

  it('keep the ampersands of addresses', async () => {
    const items = '<item><guid><![CDATA[?a=1&b=2]]></guid></item><item><guid>?a=1&amp;b=3</guid></item>'
    expect([...((await read(feed(items)))?.items ?? [])]).toEqual(['?a=1&b=2', '?a=1&b=3'])
  })

  it.each(['<html><body>Not here</body></html>', 'no XML', ''])('are missing in %j', async (text) => {
    expect(await read(text)).toBeNull()
  })

  it('do not grow by entities', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${feed('<item><guid>&b;</guid></item>').slice(21)}`
    expect([...((await read(bomb))?.items ?? [])].join('')).not.toContain('aaaa')
  })
})

describe('the same show', () => {
  const own = { feedGuid: 'ABC', itemGuids: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] }
  const other = (podcast: string | null, ...items: string[]) => ({ podcast, items: new Set(items) })

  it.each([
    ['the same id', other('abc'), true],
    ['another id and nine of ten episodes', other('xyz', ...own.itemGuids.slice(1)), true],
    ['no id and eight of ten episodes', other(null, ...own.itemGuids.slice(2)), false],
    ['nothing in common', other(null), false],
  ])('is recognized by %s: %o', (_, feed, isSame) => {
    expect(isSameShow(own, feed)).toBe(isSame)
  })

  it('is not recognized without an id and without episodes', () => {
    expect(isSameShow({ feedGuid: null, itemGuids: [] }, other(null))).toBe(false)
  })
})
