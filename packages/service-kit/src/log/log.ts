import { trace } from '@opentelemetry/api'
import { type DestinationStream, type Logger, pino } from 'pino'
import { scrub } from './redact.ts'
import { currentOrigin } from './request-origin.ts'

export type Log = Logger

const originLabels = () => {
  const origin = currentOrigin()
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return { ...(origin && { requestId: origin.requestId }), ...(traceId && { traceId }) }
}

/** Beyond this, lines are dropped while standard output cannot be written. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024

const standardOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
  // A full disk must not end the process. The next line retries the write.
  output.on('error', () => {})
  return output
}

/** Logs JSON lines with the request id, without secrets and e-mail addresses. */
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
