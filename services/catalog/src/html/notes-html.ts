import { MAX_HTML } from '@griot/contracts/catalog/notes-html'
import { invalid } from '@griot/service-kit/http/errors'
import { convert, type HtmlToTextOptions } from 'html-to-text'
import sanitizeHtml, { type IOptions } from 'sanitize-html'

/** Of the plain text that is derived from HTML, as the contract limits plain texts. */
const MAX_TEXT = 5000

const ALLOWED: IOptions = {
  allowedTags: ['p', 'br', 'a', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'blockquote', 'h3'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow ugc noopener' }) },
}

const AS_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'h3', options: { uppercase: false } },
    // The editor writes each item as a paragraph.
    { selector: 'li > p', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
  ],
}

// Everything that XML 1.0 forbids, and what else has no meaning in a text.
const FORBIDDEN = /[\p{Surrogate}\uFFFE\uFFFF]|(?![\t\n\r])\p{Control}/gu

const strip = (text: string) => text.replaceAll(FORBIDDEN, '')

/** The HTML that may be stored, and its text. Throws 400 for `field` if it contains no text or is too long afterwards. */
export const readHtml = (html: string, field: string) => {
  // Twice, because the first one leaves the characters that references such as `&#8;` stand for.
  const safe = strip(sanitizeHtml(strip(html), ALLOWED)).trim()
  const text = strip(convert(safe, AS_TEXT)).trim()
  if (text === '') throw invalid({ [field]: 'Please enter some text.' })
  if (safe.length > MAX_HTML) throw invalid({ [field]: `Please use at most ${MAX_HTML} characters.` })
  return { html: safe, text: cutText(text) }
}

interface Text {
  description?: string | undefined
  html?: string | null | undefined
}

/**
 * The fields to store for a text with HTML, whose column is `field`: the sanitized HTML with its text. `before` is the stored
 * text. Throws 400 for `field` as `readHtml` does.
 */
export const describedBy = <Field extends string>(field: Field, before: string, { description, html }: Text) => {
  const of = (value: string | null) => ({ [field]: value }) as Record<Field, string | null>
  if (html) {
    const { html: safe, text } = readHtml(html, field)
    return { ...of(safe), description: text }
  }
  // An earlier studio changes the text only.
  const isOtherText = description !== undefined && description !== before
  return html === undefined && isOtherText ? of(null) : {}
}

const cutText = (text: string) => {
  if (text.length <= MAX_TEXT) return text
  const cut = text.slice(0, MAX_TEXT)
  // A cut may leave the first half of a character.
  return strip(cut.slice(0, Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'), MAX_TEXT - 200))).trimEnd()
}
