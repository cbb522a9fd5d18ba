import { readCookie, setCookie } from '../auth/cookies.ts'
import type { Context } from './context.ts'

// Longer than any memory or replica of a service is behind.
const SECONDS = 10

/** Whoever has just written finds it wherever they look next, through whichever gateway and in whichever copy. */
export const rememberWrite = ({ res, state }: Context) => setCookie(res, state.origin, 'griot_wrote', '1', SECONDS)

export const hasJustWritten = ({ req, state }: Context) => readCookie(req, state.origin, 'griot_wrote') !== undefined
