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

/**
 * JSON lines on standard output, each with the id of the request it came of where that is known; control characters are
 * escaped by JSON itself, secrets and e-mail addresses are cut out here.
 */
export const createLog = (service: string, level = 'info', destination?: DestinationStream): Log =>
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
