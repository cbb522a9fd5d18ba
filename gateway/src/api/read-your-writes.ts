import { randomBytes } from 'node:crypto'
import type { Context } from '../http/context.ts'
import { readCookie, setCookie } from '../http/cookies.ts'

// Longer than the lag of any cache or replica of a service.
const SECONDS = 10

// The time of a write is that of this process's monotonic clock: other clocks differ, and may be set back.
const INSTANCE = randomBytes(6).toString('base64url')

/** Stores the time of a write in the browser. Call it when the service has responded, because the write is complete then. */
export const markWrite = (context: Context) =>
  setCookie(context, 'griot_wrote', `${INSTANCE}.${Math.ceil(performance.now())}`, SECONDS)

/** Milliseconds since the last write of the browser; 0 if another instance stored it, undefined without a recent write. */
export const sinceWrite = (context: Context): number | undefined => {
  const mark = readCookie(context, 'griot_wrote')
  if (mark === undefined) return undefined
  const [instance, at] = mark.split('.')
  const age = instance === INSTANCE ? Math.floor(performance.now() - Number(at)) : 0
  if (age > SECONDS * 1000) return undefined
  return Math.max(age, 0)
}
