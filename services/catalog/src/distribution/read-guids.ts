import { setImmediate } from 'node:timers/promises'
import { SaxesParser, type SaxesTagNS } from 'saxes'

const PODCAST_NAMESPACE = 'https://podcastindex.org/namespace/1.0'
/** Other requests run between two pieces. */
const PIECE = 256 * 1024

export interface FeedGuids {
  /** In lower case; null if the feed has none. */
  podcast: string | null
  items: Set<string>
}

/** The encoding by the byte order mark, else by the declaration, else by the header. */
const decode = (bytes: Buffer, contentType: string) => {
  const head = bytes.subarray(0, 200).toString('latin1')
  const declared = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1]
  const label = declared ?? /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const isUtf8 = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  try {
    return new TextDecoder(mark ?? (isUtf8 ? 'utf-8' : label)).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** The element whose text is an id: of the show or of one of its items. */
const kindOf = (tag: SaxesTagNS, parent: string | undefined) => {
  if (parent === 'channel' && tag.uri === PODCAST_NAMESPACE && tag.local === 'guid') return 'podcast'
  return parent === 'item' && tag.uri === '' && tag.local === 'guid' ? 'item' : null
}

/** Reads the ids of a feed. Returns null for a document that is no RSS feed. */
export const readGuids = async (bytes: Buffer, contentType: string): Promise<FeedGuids | null> => {
  const guids: FeedGuids = { podcast: null, items: new Set() }
  const parser = new SaxesParser({ xmlns: true })
  const open: string[] = []
  let root: string | undefined
  let reading: { kind: 'podcast' | 'item'; text: string } | null = null
  const addText = (text: string) => {
    if (reading !== null) reading.text += text
  }
  // The parser continues after an error.
  parser.on('error', () => {})
  parser.on('opentag', (tag) => {
    root ??= tag.local
    const kind = kindOf(tag, open.at(-1))
    reading = kind === null ? null : { kind, text: '' }
    if (!tag.isSelfClosing) open.push(tag.local)
  })
  parser.on('closetag', (tag) => {
    if (!tag.isSelfClosing) open.pop()
    const text = reading?.text.trim() ?? ''
    if (reading?.kind === 'podcast') guids.podcast = text.toLowerCase()
    if (reading?.kind === 'item' && text !== '') guids.items.add(text)
    reading = null
  })
  parser.on('text', addText)
  parser.on('cdata', (text) => addText(text.replaceAll('&amp;', '&')))

  // A parser takes a bare ampersand for the start of an entity.
  const text = decode(bytes, contentType).replaceAll(/&(?!#?\w+;)/g, '&amp;')
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE))
    await setImmediate()
  }
  parser.close()
  return root === 'rss' ? guids : null
}
