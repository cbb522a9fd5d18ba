import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { MOST_OVERRIDE_MINUTES } from '@griot/contracts/module-registry'
import { Overrides } from '@griot/contracts/modules'
import { AppError, refused } from '@griot/service-kit/errors'
import { secretsIn } from '@griot/service-kit/grant'
import { z } from 'zod'
import { readCookie, setCookie } from '../auth/cookies.ts'
import type { Context } from '../http/context.ts'

const COHORT_SECONDS = 365 * 86_400
// Browsers drop a cookie of more than 4096 characters, its name among them, and say nothing.
const MOST_CHARACTERS = 4_000

/** How a visitor looks at the modules. */
export interface Sight {
  /** Stands for the visitor when shares are drawn and failures are counted; null before the first page. */
  sid: string | null
  /** By module: a version, a draft, or that it is switched off. By `module:flag`: whether that is on. */
  overrides: Readonly<Record<string, string>>
  /** When the overrides end. */
  overridesUntil: number
  isSafeMode: boolean
}

const Sealed = z.strictObject({
  until: z.number(),
  modules: Overrides,
})

const LINK_UNKNOWN = new AppError(
  404,
  'override.not_found',
  'This link to other versions was not made here, or a part of it is missing. Nothing has changed.',
)
const LINK_OVER = new AppError(
  410,
  'override.over',
  'This link to other versions has run out. Whoever gave it to you can make another. Nothing has changed.',
)

/** What the cookies say of a visitor, and the only place that writes them. All of it is signed: nobody can vote twice. */
export const createVisitors = (secrets: string) => {
  const [first = '', ...others] = secretsIn(secrets)
  const sign = (purpose: string, value: string, secret = first) =>
    createHmac('sha256', secret).update(`griot modules ${purpose}\0${value}`).digest('base64url')

  const signed = (purpose: string, value: string) => `${value}.${sign(purpose, value)}`
  const verified = (purpose: string, text: string | undefined) => {
    if (text === undefined) return null
    const end = text.lastIndexOf('.')
    const given = Buffer.from(text.slice(end + 1))
    const value = text.slice(0, end)
    const isSigned = [first, ...others].some((secret) => {
      const wanted = Buffer.from(sign(purpose, value, secret))
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    })
    return end > 0 && isSigned ? value : null
  }

  // Packed, as there may be a hundred modules.
  const sealed = (overrides: z.infer<typeof Sealed>) =>
    signed('packed overrides', deflateRawSync(JSON.stringify(overrides)).toString('base64url'))

  const unsealed = (token: string | undefined) => {
    const value = verified('packed overrides', token)
    if (value === null) return null
    return Sealed.safeParse(JSON.parse(inflateRawSync(Buffer.from(value, 'base64url')).toString())).data ?? null
  }

  const isOver = ({ until }: { until: number }) => until <= Date.now()

  return {
    sight: ({ req, state, query }: Context): Sight => {
      const kept = unsealed(readCookie(req, state.origin, 'griot_modules'))
      const overrides = kept && !isOver(kept) ? kept : null
      return {
        sid: verified('cohort', readCookie(req, state.origin, 'griot_cohort')),
        overrides: overrides?.modules ?? {},
        overridesUntil: overrides?.until ?? 0,
        isSafeMode: query.mfe === 'safe',
      }
    },
    /** Gives a visitor without a cohort one, for a year. */
    draw: ({ res, state }: Context) => {
      const sid = randomBytes(12).toString('base64url')
      setCookie(res, state.origin, 'griot_cohort', signed('cohort', sid), COHORT_SECONDS)
      return sid
    },
    /** On all devices of a person the same cohort, without anyone keeping it. */
    rememberPerson: ({ res, state }: Context, userId: string) => {
      const sid = sign('person', userId).slice(0, 16)
      setCookie(res, state.origin, 'griot_cohort', signed('cohort', sid), COHORT_SECONDS)
    },
    /** What an override is handed on as: in a link, or to {@link override}. Throws 422 when it names too many modules. */
    overrideToken: (modules: Readonly<Record<string, string>>, forMs: number) => {
      const until = Date.now() + Math.min(forMs, MOST_OVERRIDE_MINUTES * 60_000)
      const token = sealed({ until, modules })
      if (token.length <= MOST_CHARACTERS) return token
      const count = Object.keys(modules).length
      throw refused('override.too_large', `A browser cannot keep ${count} other versions: name fewer of them.`)
    },
    /** What a preview is handed on as, in a link that is the same for as long as the preview is there. */
    previewToken: (preview: string) => signed('preview', preview),
    previewIn: (token: string) => verified('preview', token),
    /** Throws when the token is not ours or has run out; nothing is changed then. */
    override: ({ res, state }: Context, token: string) => {
      const overrides = unsealed(token)
      if (!overrides) throw LINK_UNKNOWN
      if (isOver(overrides)) throw LINK_OVER
      setCookie(res, state.origin, 'griot_modules', token, Math.ceil((overrides.until - Date.now()) / 1000))
    },
    forgetOverrides: ({ res, state }: Context) => setCookie(res, state.origin, 'griot_modules', '', 0),
  }
}

export type Visitors = ReturnType<typeof createVisitors>
