/** A requested range of bytes; `start` and `end` are both included. */
export type ByteRange = { start: number; end: number }

const SINGLE_RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * Reads a Range header for a file of `size` bytes. Returns null for the whole file, which is also the response to a
 * malformed range, another unit or several ranges (players never request several). `unsatisfiable` begins after the end.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const match = header === undefined || header.length > 100 ? null : SINGLE_RANGE.exec(header)
  const [, first = '', last = ''] = match ?? []
  if (first === '') {
    if (last === '') return null
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}
