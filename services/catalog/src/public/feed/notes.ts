import { cdata, type Xml } from '../xml.ts'

/** Directories reject longer descriptions. */
export const MAX_DESCRIPTION_BYTES = 4_000

const bytesOf = (text: string) => Buffer.byteLength(text)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')

/** Plain text as HTML: blank lines separate paragraphs. */
const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>')}</p>`)
    .join('')

const notesAsHtml = (html: string | null, text: string) => html ?? paragraphsOf(text)

/** Directories accept no other tags in descriptions. */
const withoutOtherTags = (html: string) => html.replace(/<(\/?)h3>/g, '<$1p>').replace(/<\/?blockquote>/g, '')

/** Text of at most so many bytes, cut at a word. */
export const cutText = (text: string, maxBytes: number) => {
  if (bytesOf(text) <= maxBytes) return text
  // A cut character ends in U+FFFD.
  const cut = Buffer.from(text)
    .subarray(0, maxBytes - bytesOf('…'))
    .toString()
    .replace(/\uFFFD+$/, '')
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'))
  return `${(end > 0 ? cut.slice(0, end) : cut).trimEnd()}…`
}

const TAG = /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g

/** The positions after which no element is open. */
const ends = function* (html: string) {
  let depth = 0
  for (const { 0: tag, 1: closing, 2: name, 3: isEmpty, index } of html.matchAll(TAG)) {
    if (name !== 'br' && isEmpty !== '/') depth += closing === '/' ? -1 : 1
    if (depth === 0) yield index + tag.length
  }
}

/** Sanitized HTML of at most so many bytes, cut after a paragraph or a list; the text if the first one is longer. */
export const cutHtml = (html: string, text: string, maxBytes: number) => {
  if (bytesOf(html) <= maxBytes) return html
  let kept = ''
  for (const end of ends(html)) {
    const longer = html.slice(0, end)
    if (bytesOf(longer) > maxBytes) break
    kept = longer
  }
  if (kept !== '') return kept
  const paragraph = (bytes: number) => paragraphsOf(cutText(text, bytes))
  const whole = paragraph(maxBytes - bytesOf('<p></p>'))
  // Escaping makes it at most five times as long.
  return bytesOf(whole) <= maxBytes ? whole : paragraph(Math.floor(maxBytes / 5) - bytesOf('<p></p>'))
}

/** The description of a show or an episode as HTML with the tags that directories accept. */
const descriptionOf = (html: string, text: string, maxBytes: number) => cutHtml(withoutOtherTags(html), text, maxBytes)

export interface Notes {
  description: Xml
  /** The whole notes, if the description does not contain all of them. */
  encoded: Xml | undefined
}

export const notesOf = (html: string | null, text: string, maxBytes = MAX_DESCRIPTION_BYTES): Notes => {
  const whole = notesAsHtml(html, text)
  const description = descriptionOf(whole, text, maxBytes)
  return { description: cdata(description), encoded: description === whole ? undefined : cdata(whole) }
}
