import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines on standard output; control characters are escaped by JSON itself, secrets are cut out here. */
export const createLog = (service: string, level = 'info'): Log =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['email', '*.email', 'token', '*.token', 'cookie', 'authorization'], censor: '[cut]' },
  })
