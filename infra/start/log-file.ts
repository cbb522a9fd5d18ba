import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MAX_BYTES = 5 * 1024 * 1024
const LAST_LINES = 8

/** A log with one rotated file, and its last lines in memory. */
export const openLogFile = (file: string, maxBytes = MAX_BYTES) => {
  mkdirSync(dirname(file), { recursive: true })
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const last: string[] = []
  return {
    file,
    write(line: string) {
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      try {
        if (size > maxBytes) {
          size = 0
          renameSync(file, `${file}.1`)
        }
        appendFileSync(file, `${line}\n`, { mode: 0o600 })
        size += Buffer.byteLength(line) + 1
      } catch {
        // A full disk must not end the product. The log continues when the disk has space again.
      }
    },
    last: (): readonly string[] => last,
  }
}

/** A warning or error of a JSON log line as one line of text. Undefined for other levels. */
export const readWarning = (line: string): string | undefined => {
  if (!/"level":"(warn|error|fatal)"/.test(line)) return undefined
  try {
    const { msg, err, requestId } = JSON.parse(line)
    const reason = typeof err?.message === 'string' ? `: ${err.message}` : ''
    return `${msg ?? 'warning'}${reason}${requestId ? ` (request ${requestId})` : ''}`
  } catch {
    return line
  }
}
