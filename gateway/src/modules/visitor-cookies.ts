import { createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { MAX_OVERRIDE_MINUTES } from '@griot/contracts/module-registry'
import { Overrides } from '@griot/contracts/modules'
import { AppError, refused } from '@griot/service-kit/http/errors'
import { secretsIn } from '@griot/service-kit/identity/grant'
import Keygrip from 'keygrip'
import { z } from 'zod'
import type { Context } from '../http/context.ts'
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts'

const COHORT_SECONDS = 365 * 86_400
/** A visible tab renews the cookie every minute. */
const SERVED_SECONDS = 24 * 3_600
/** 48 bits name a version in the cookie. A visitor cannot choose versions that collide: the registry creates them. */
const SERVED_NAME_CHARACTERS = 8
/** Fits into a cookie. */
const MAX_SERVED = 400
// Browsers silently drop a cookie of more than 4096 characters, including its name.
const MAX_TOKEN_CHARACTERS = 4_000

export interface Visitor {
  /** Identifies the visitor for shares of rollouts; null before the first page. */
  sid: string | null
  /** By module: a version, a draft or `off`. By `module:flag`: `on` or `off`. */
  overrides: Readonly<Record<string, string>>
  isSafeMode: boolean
}

const OverrideCookie = z.strictObject({ until: z.number(), modules: Overrides })

const LINK_UNKNOWN = new AppError(
  404,
  'override.not_found',
  'This link to other versions is incomplete or was not created here. Nothing has changed.',
)
const LINK_EXPIRED = new AppError(
  410,
  'override.over',
  'This link to other versions has expired. Ask its sender for a new one. Nothing has changed.',
)

const createSigner = (secrets: string) => {
  const keys = new Keygrip(secretsIn(secrets), 'sha256')
  const textOf = (purpose: string, value: string) => `griot modules ${purpose}\0${value}`
  const sign = (purpose: string, value: string) => keys.sign(textOf(purpose, value))
  return {
    sign,
    signed: (purpose: string, value: string) => `${value}.${sign(purpose, value)}`,
    /** The value, or null for another purpose or a forged signature. */
    verify: (purpose: string, text = '') => {
      const end = text.lastIndexOf('.')
      const value = text.slice(0, end)
      return end > 0 && keys.verify(textOf(purpose, value), text.slice(end + 1)) ? value : null
    },
  }
}

/** Reads and writes the visitor's cookies. All are signed, so that a visitor cannot choose a cohort or forge overrides. */
export const createVisitorCookies = (secrets: string) => {
  const { sign, signed, verify } = createSigner(secrets)

  // Compressed, because there may be a hundred modules.
  const encode = (overrides: z.infer<typeof OverrideCookie>) =>
    signed('packed overrides', deflateRawSync(JSON.stringify(overrides)).toString('base64url'))

  const decode = (token: string | undefined) => {
    const value = verify('packed overrides', token)
    if (value === null) return null
    return OverrideCookie.safeParse(JSON.parse(inflateRawSync(Buffer.from(value, 'base64url')).toString())).data ?? null
  }

  const isExpired = ({ until }: { until: number }) => until <= Date.now()

  const setCohort = (context: Context, sid: string) =>
    setCookie(context, 'griot_cohort', signed('cohort', sid), COHORT_SECONDS)

  return {
    read: (context: Context): Visitor => {
      const cookie = decode(readCookie(context, 'griot_modules'))
      return {
        sid: verify('cohort', readCookie(context, 'griot_cohort')),
        overrides: cookie && !isExpired(cookie) ? cookie.modules : {},
        isSafeMode: context.query.mfe === 'safe',
      }
    },

    /** Sets a random cohort for a year and returns it. */
    createCohort: (context: Context) => {
      const sid = randomBytes(12).toString('base64url')
      setCohort(context, sid)
      return sid
    },

    /** Derives the cohort from the user, so that it is the same on all devices. */
    setUserCohort: (context: Context, userId: string) => setCohort(context, sign('person', userId).slice(0, 16)),

    /** A signed value for a link and the cookie. Throws 422 if it is too large for a cookie. */
    createOverrideToken: (modules: Readonly<Record<string, string>>, forMs: number) => {
      const until = Date.now() + Math.min(forMs, MAX_OVERRIDE_MINUTES * 60_000)
      const token = encode({ until, modules })
      if (token.length <= MAX_TOKEN_CHARACTERS) return token
      const count = Object.keys(modules).length
      throw refused('override.too_large', `${count} overrides do not fit into a cookie. Name fewer modules.`)
    },

    /** A signed value for the link of a preview. It never changes. */
    createPreviewToken: (preview: string) => signed('preview', preview),

    readPreviewToken: (token: string) => verify('preview', token),

    /** Throws 404 for a forged token, 410 for an expired one. */
    setOverrides: (context: Context, token: string) => {
      const overrides = decode(token)
      if (!overrides) throw LINK_UNKNOWN
      if (isExpired(overrides)) throw LINK_EXPIRED
      setCookie(context, 'griot_modules', token, Math.ceil((overrides.until - Date.now()) / 1000))
    },

    clearOverrides: (context: Context) => clearCookie(context, 'griot_modules'),

    /** Stores in the browser which versions (`module@version`) its session got, and when. Nothing without a session. */
    recordServed: (context: Context, versions: readonly string[]) => {
      const session = readCookie(context, 'griot_session')
      if (session === undefined) return
      const names = [...new Set(versions)].slice(0, MAX_SERVED).map(servedName).join('')
      const token = signed(servedTo(session), `${Date.now()}.${names}`)
      setCookie(context, 'griot_served', token, SERVED_SECONDS)
    },

    /** Whether this session got a version within a day. False for a forged cookie and that of another session. */
    readServed: (context: Context) => {
      const session = readCookie(context, 'griot_session') ?? ''
      const [at = '', names = ''] = verify(servedTo(session), readCookie(context, 'griot_served'))?.split('.') ?? []
      const isValid = Number(at) > Date.now() - SERVED_SECONDS * 1_000
      const served = new Set(isValid ? names.match(/.{8}/g) : [])
      return (module: string, version: string) => served.has(servedName(`${module}@${version}`))
    },
  }
}

const servedTo = (session: string) => `versions served to ${createHash('sha256').update(session).digest('base64url')}`

const servedName = (version: string) =>
  createHash('sha256').update(version).digest('base64url').slice(0, SERVED_NAME_CHARACTERS)

export type VisitorCookies = ReturnType<typeof createVisitorCookies>
