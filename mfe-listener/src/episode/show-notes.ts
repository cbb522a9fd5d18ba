import { startAt } from './start-at.ts'

export type NotePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'time'; text: string; seconds: number }

const ADDRESS_OR_TIME = /(https:\/\/[^\s<>"]+)|(?<![\d:./-])(\d{1,2}(?::[0-5]\d){1,2})(?![\d:./-])/g

// What ends a sentence ends no address, unless a bracket was opened in it.
const ofAddress = (text: string) => {
  const trimmed = text.replace(/[.,;:!?'"’”]+$/, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed
}

/** What a creator wrote about an episode, with its addresses and the moments of the recording that it names. */
export const readNotes = (notes: string, duration: number): NotePart[] => {
  const parts: NotePart[] = []
  let read = 0
  const say = (upTo: number) => {
    if (upTo > read) parts.push({ kind: 'text', text: notes.slice(read, upTo) })
  }
  for (const found of notes.matchAll(ADDRESS_OR_TIME)) {
    const [all, address] = found
    const text = address === undefined ? all : ofAddress(address)
    const part = address === undefined ? momentOf(text, duration) : linkOf(text)
    if (part === null) continue
    say(found.index)
    parts.push(part)
    read = found.index + text.length
  }
  say(notes.length)
  return parts
}

const momentOf = (text: string, duration: number): NotePart | null => {
  const seconds = startAt(text)
  return seconds !== undefined && seconds < duration ? { kind: 'time', text, seconds } : null
}

const linkOf = (text: string): NotePart | null =>
  URL.canParse(text) && new URL(text).username === '' ? { kind: 'link', text, href: text } : null
