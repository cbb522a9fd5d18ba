import { parseTime } from '@griot/contracts/time-text'

export type NotePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'time'; text: string; seconds: number }

const ADDRESS_OR_TIME = /(https:\/\/[^\s<>"]+)|(?<![\d:./-])(\d{1,2}(?::[0-5]\d){1,2})(?![\d:./-])/g

// Punctuation at the end of a sentence is not part of a URL, except a bracket that the URL opened.
const trimPunctuation = (text: string) => {
  const trimmed = text.replace(/[.,;:!?'"’”]+$/, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed
}

/** Splits a description into text, links and times of the recording. */
export const readNotes = (notes: string, duration: number): NotePart[] => {
  const parts: NotePart[] = []
  let read = 0
  const addText = (upTo: number) => {
    if (upTo > read) parts.push({ kind: 'text', text: notes.slice(read, upTo) })
  }
  for (const found of notes.matchAll(ADDRESS_OR_TIME)) {
    const [all, address] = found
    const text = address === undefined ? all : trimPunctuation(address)
    const part = address === undefined ? timeOf(text, duration) : linkOf(text)
    if (part === null) continue
    addText(found.index)
    parts.push(part)
    read = found.index + text.length
  }
  addText(notes.length)
  return parts
}

const timeOf = (text: string, duration: number): NotePart | null => {
  const seconds = startAt(text)
  return seconds !== undefined && seconds < duration ? { kind: 'time', text, seconds } : null
}

const linkOf = (text: string): NotePart | null =>
  URL.canParse(text) && new URL(text).username === '' ? { kind: 'link', text, href: text } : null

/** Parses `?t=` of a shared link ("90", "1:30", "1:02:03") to seconds; undefined if it is not a time. */
export const startAt = (text: string | null) => {
  return text !== null && /^[\d:]+$/.test(text) ? parseTime(text) : undefined
}
