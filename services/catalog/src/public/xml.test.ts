import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { allowedText, cdata, element, xmlDocument } from './xml.ts'

const HOSTILE = [
  `"quotes" & 'quotes' <b>`,
  'a ]]> b ]]]]>> c',
  '</script></title></rss>',
  '\u0000\u0001\u0008\u000b\u001f\ufffe\uffff control',
  '\u202eright to left\u202c',
  '👩🏾‍🎤'.repeat(200),
  '\ud800 half \udc00',
  '&amp; &#0; <!-- --> <?xml ?> <!DOCTYPE x [<!ENTITY y "z">]>',
]

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
/** As an XML parser reads it: it changes line ends to LF. */
const asParsed = (given: string) => allowedText(given).trim().replace(/\r\n?/g, '\n')

interface Parsed {
  name: string
  attributes: Record<string, string>
  text: string
}

/** The elements in their order, by a parser that refuses what is not well formed. */
const parse = (document: string) => {
  const elements: Parsed[] = []
  const parser = new SaxesParser()
  const addText = (text: string) => {
    const open = elements.at(-1)
    if (open !== undefined) open.text += text
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes, text: '' }))
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(document).close()
  return elements
}

describe('the XML writer', () => {
  it('keeps any text as text in elements, attributes and character data', () => {
    fc.assert(
      fc.property(text, (given) => {
        const [root, a, c, ...more] = parse(
          xmlDocument(element('root', {}, element('a', { b: given }, given), element('c', {}, cdata(given)))),
        )

        expect([root?.name, a?.name, c?.name, more.length]).toEqual(['root', 'a', 'c', 0])
        expect(a?.text).toBe(asParsed(given))
        expect(c?.text.trim()).toBe(asParsed(given))
        expect(Object.keys(a?.attributes ?? {})).toEqual(['b'])
        expect(a?.attributes.b).toBe(allowedText(given).replace(/\r\n|[\t\n\r]/g, ' '))
      }),
    )
  })

  it('writes an element without content as an empty one, and leaves out missing attributes', () => {
    expect(element('a', { b: 1, c: null, d: undefined }).text).toBe('<a b="1"/>')
  })
})
