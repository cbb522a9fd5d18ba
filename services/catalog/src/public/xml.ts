/** Markup that is escaped already. */
export class Xml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

// XML 1.0 forbids these characters in any form, also as references: an XML parser rejects the whole document.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Removes the characters that XML forbids. */
export const allowedText = (text: string) => text.replace(FORBIDDEN, '')

/** Text for an element or an attribute. */
const escapeXml = (text: string) => allowedText(text).replace(/[&<>"']/g, (character) => REFERENCES[character] ?? '')

type Value = string | number | boolean
type Attributes = Readonly<Record<string, Value | null | undefined>>
/** Text, which is escaped, or markup. Null and undefined are left out. */
export type Content = Value | Xml | null | undefined | readonly Content[]

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

const contentOf = (content: Content): string => {
  if (content === null || content === undefined) return ''
  if (content instanceof Xml) return content.text
  if (typeof content === 'object') return content.map(contentOf).join('')
  // Trimmed after the removal: a forbidden character may precede white space.
  return escapeXml(allowedText(String(content)).trim())
}

/** An element. One without content is empty. */
export const element = (name: string, attributes: Attributes, ...content: Content[]) => {
  const inner = contentOf(content)
  const start = `<${name}${attributesOf(attributes)}`
  return new Xml(inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`)
}

/** An element with text, or nothing if there is no text. */
export const optionalElement = (name: string, text: Value | null | undefined) =>
  text === null || text === undefined || text === '' ? undefined : element(name, {}, text)

/** HTML as character data. `]]>` would end it, so that sequence is split. */
export const cdata = (html: string) =>
  new Xml(`<![CDATA[${allowedText(html).trim().replaceAll(']]>', ']]]]><![CDATA[>')}]]>`)

export const xmlDocument = (root: Xml) => `<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`
