import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'

const MOST_BYTES = 5 * 1024 * 1024
const REMEMBERED_LINES = 8
const LONGEST_LINE = 64 * 1024

const append = (file: string) => {
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  // A full disk must not take the product down with its log. The stream is of no use afterwards.
  stream.on('error', () => {})
  return stream
}

export interface LogFileOptions {
  mostBytes?: number
  /** How long after a failure it is not tried again. */
  pauseMs?: number
}

/** A log that keeps one earlier file beside it and its own last lines in memory. Goes on when a full disk has room again. */
export const openLogFile = (file: string, { mostBytes = MOST_BYTES, pauseMs = 1_000 }: LogFileOptions = {}) => {
  mkdirSync(dirname(file), { recursive: true })
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let stream = append(file)
  let triedAt = performance.now()
  const last: string[] = []

  const tryAgain = () => {
    if (performance.now() - triedAt < pauseMs) return
    triedAt = performance.now()
    stream = append(file)
    // The last line may have been cut short.
    stream.write('\n')
  }

  const beginAnew = () => {
    // What is still being written goes to the file that was opened, whatever that is called by then.
    stream.end()
    if (existsSync(file)) renameSync(file, `${file}.1`)
    stream = append(file)
    size = 0
  }

  return {
    file,
    write(line: string) {
      if (size > mostBytes) beginAnew()
      else if (stream.destroyed) tryAgain()
      size += Buffer.byteLength(line) + 1
      stream.write(`${line}\n`)
      last.push(line)
      if (last.length > REMEMBERED_LINES) last.shift()
    },
    last: (): readonly string[] => last,
    close: () =>
      new Promise<void>((done) => {
        if (stream.destroyed) done()
        else stream.end(done)
      }),
  }
}

export type LogFile = ReturnType<typeof openLogFile>

/** Calls back for every whole line. */
export const eachLine = (from: Readable | null, take: (line: string) => void): void => {
  if (!from) return
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') take(line)
    if (rest.length > LONGEST_LINE) {
      take(rest)
      rest = ''
    }
  })
  from.once('end', () => rest !== '' && take(rest))
}

/** A log line as a person at the terminal wants it: only warnings and worse, in one line. */
export const asWarning = (line: string): string | undefined => {
  if (!/"level":"(warn|error|fatal)"/.test(line)) return undefined
  try {
    const { msg, err, requestId } = JSON.parse(line)
    const reason = typeof err?.message === 'string' ? `: ${err.message}` : ''
    return `${msg ?? 'warning'}${reason}${requestId ? ` (request ${requestId})` : ''}`
  } catch {
    return line
  }
}
