/** What a request wants of `size` bytes: all of them, one stretch (both ends included), or one that is not there. */
export type Wanted = { kind: 'all' } | { kind: 'part'; start: number; end: number } | { kind: 'nothing' }

const ONE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Reads a Range header. What is malformed, in another unit or for several stretches at once is as if it were not there:
 * the whole is always a right answer, and many stretches of one file are nothing that a player asks for.
 */
export const wantedRange = (header: string | undefined, size: number): Wanted => {
  const match = header === undefined || header.length > 100 ? null : ONE_RANGE.exec(header)
  if (match === null) return { kind: 'all' }
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return { kind: 'all' }
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'nothing' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return { kind: 'all' }
  return start >= size ? { kind: 'nothing' } : { kind: 'part', start, end: Math.min(end, size - 1) }
}

/** Whether an `If-None-Match` names this version. */
export const isKnown = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((known) => known.trim().replace(/^W\//, '') === etag))

/** A range is only for the version that the player has begun with; of another one it gets the whole. */
export const rangeStillHolds = (ifRange: string | string[] | undefined, etag: string) =>
  ifRange === undefined || ifRange === etag
