import { describe, expect, it } from 'vitest'
import { readNotes } from './note-parts.ts'

const marked = (notes: string, duration = 3600) =>
  readNotes(notes, duration)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.kind === 'time' ? part.seconds : part.href}]`))
    .join('')

describe('show notes', () => {
  it.each([
    ['Nothing but words.', 'Nothing but words.'],
    ['See https://example.org/a?b=1#c, please.', 'See [https://example.org/a?b=1#c], please.'],
    ['(https://example.org/one)', '([https://example.org/one])'],
    ['https://example.org/Kora_(harp)', '[https://example.org/Kora_(harp)]'],
    ['0:00 Hello\n12:30 The river', '[0] Hello\n[750] The river'],
    ['At 59:59 and not at 1:00:00', 'At [3599] and not at 1:00:00'],
  ])('finds addresses and times: %s', (notes, parts) => {
    expect(marked(notes)).toBe(parts)
  })

  it.each([
    'http://example.org and javascript:alert(1) are not linked',
    'https://someone:secret@example.org',
    'On 2026-11-20, 3.14:15, 12:30:61:00 or 7:5',
  ])('keeps other text unchanged: %s', (notes) => {
    expect(marked(notes)).toBe(notes)
  })
})
