import { type DestinationStream, type Logger, pino } from 'pino'
import { currentOrigin } from './origin.ts'
import { scrub } from './scrub.ts'
import { tracing } from './tracing/tracing.ts'

export type Log = Logger

const originLabels = () => {
  const origin = currentOrigin()
  const traceId = tracing()?.traceparent()?.split('-')[1]
  return { ...(origin && { requestId: origin.requestId }), ...(traceId && { traceId }) }
}

// What is held back until the end of the turn, and what waits while there is nowhere to write it, at most.
const HELD_BYTES = 8 * 1024
const WAITING_BYTES = 1024 * 1024

let lines: DestinationStream | undefined

/**
 * Standard output, with the lines of one turn of the event loop written together: under load many come in one, and to
 * write each by itself costs more than to make it.
 */
const standardOutput = (): DestinationStream => {
  if (lines !== undefined) return lines
  const output = pino.destination({ dest: 1, sync: true, minLength: HELD_BYTES, maxLength: WAITING_BYTES })
  // A full disk must not take the process down with its log. What was not written is tried again with the next line.
  output.on('error', () => {})
  let isDue = false
  const flush = () => {
    if (isDue) output.flush()
    isDue = false
  }
  process.once('exit', flush)
  lines = {
    write(line) {
      output.write(line)
      if (isDue) return
      isDue = true
      setImmediate(flush)
    },
  }
  return lines
}

/**
 * JSON lines on standard output, each with the id of the request it came of where that is known; control characters are
 * escaped by JSON itself, secrets and e-mail addresses are cut out here.
 */
export const createLog = (service: string, level = 'info', destination = standardOutput()): Log =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: originLabels,
      redact: { paths: ['email', '*.email', 'token', '*.token', 'cookie', 'authorization'], censor: '[cut]' },
      hooks: { streamWrite: scrub },
    },
    destination,
  )
