import { ObjectsEnvironment, Port, ServiceEnvironment } from '@griot/service-kit/config'
import { GrantSecret } from '@griot/service-kit/grant'
import { IdentityPrivateKey } from '@griot/service-kit/identity-keys'
import { z } from 'zod'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1']
const isLoopback = (host: string) => LOOPBACK.includes(host)

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const isSafeIssuer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** A list with commas, of one word at least. */
const words = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )
  .refine((list) => list.length > 0, 'names nothing')

const emails = words
  .refine((list) => list.every((word) => /^[^@\s]+@[^@\s]+$/.test(word)), 'is not a list of e-mail addresses')
  .transform((list) => list.map((email) => email.toLowerCase()))

/** The provider starts with the first sign-in, which is late to hear of it. */
const isKeySet = (text: string) => {
  try {
    return z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) }).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

interface AudioPlace {
  MEDIA_DELIVERY: 'send' | 'accel' | 'redirect'
  S3_ENDPOINT?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
}

export const GatewayEnvironment = ServiceEnvironment.omit({ IDENTITY_PUBLIC_KEY: true })
  .extend(ObjectsEnvironment.shape)
  .extend({
    PORT: Port.default(8080),
    NODE_ENV: z.string().default('development'),
    PRODUCT_NAME: z.string().max(60).default('Griot'),
    /** The one origin people use. Without it the product answers on this machine's own names only. */
    PUBLIC_ORIGIN: z.string().refine(isOrigin, 'is not an origin such as https://griot.example').optional(),
    /** How many proxies of ours stand in front and append to X-Forwarded-For. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(8).default(0),
    ADMIN_EMAILS: emails.default([]),
    IDENTITY_PRIVATE_KEY: IdentityPrivateKey,
    GRANT_SECRET: GrantSecret,
    CATALOG_URL: z.url(),
    LISTENING_POINTS_URL: z.url(),
    MEDIA_URL: z.url(),
    /** The modules' registry; with a bucket, this machine's copies of it. */
    MODULES_DIR: z.string(),
    /** Open tabs load the page again when the shell or a module changes: for development. */
    LIVE_RELOAD: z.stringbool().default(false),
    /** Who sends the audio: this process, nginx in front of it by X-Accel-Redirect, or the bucket itself. */
    MEDIA_DELIVERY: z
      .enum(['send', 'accel', 'redirect'], { error: 'is "send", "accel" or "redirect"' })
      .default('send'),
    /** The bucket's address as browsers know it, where that is another one than S3_ENDPOINT. */
    S3_PUBLIC_ENDPOINT: z.string().refine(isOrigin, 'is not an origin such as https://audio.griot.example').optional(),
    OIDC_ISSUER: z.string().refine(isSafeIssuer, 'is not an https address').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** What the issuer is asked for; some give roles or groups only with a scope of their own. */
    OIDC_SCOPE: z
      .string()
      .regex(/(^| )openid( |$)/, 'has to hold “openid”')
      .default('openid email profile'),
    /** Where the issuer says what somebody is: the name of a claim, or a way into it such as `realm_access.roles`. */
    OIDC_ROLES_CLAIM: z.string().min(1).max(200).default('roles'),
    /** Which of its words make somebody an admin here. */
    OIDC_ADMIN_ROLES: words.default(['admin']),
    /** Signing keys of the embedded provider; without them a restart makes new ones. */
    OIDC_PROVIDER_JWKS: z.string().refine(isKeySet, 'is not a JSON web key set with a key in it').optional(),
    /** A connection on which nothing moves for so long is closed: a player that has stopped reading holds a file. */
    SOCKET_SILENCE_MS: z.coerce.number().int().positive().default(60_000),
    SESSION_IDLE_HOURS: z.coerce.number().positive().default(12),
    /** Lets whoever sends it as a bearer token read `/metrics`. */
    METRICS_TOKEN: z.string().min(24, 'is too short to be secret: 24 characters at least').optional(),
    /** Where the worker says how it does, if there is only one. */
    MEDIA_WORKER_METRICS_URL: z.url().optional(),
    RATE_LIMITS: z.enum(['on', 'off']).optional(),
  })
  .superRefine((config, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (config.OIDC_ISSUER !== undefined && config.OIDC_CLIENT_ID === undefined) {
      say('OIDC_CLIENT_ID', 'is needed when OIDC_ISSUER is set')
    }
    if (config.OIDC_ISSUER === undefined && config.NODE_ENV === 'production') {
      say('OIDC_ISSUER', 'is needed in production: the built-in sign-in asks for no password')
    }
    if (config.OIDC_ISSUER === undefined && !isLoopback(config.HOST)) {
      say('OIDC_ISSUER', `is needed to listen on ${config.HOST}: the built-in sign-in is for this machine only`)
    }
    // A proxy on this machine would bring the world in.
    if (config.OIDC_ISSUER === undefined && !isLoopback(new URL(config.PUBLIC_ORIGIN ?? 'http://localhost').hostname)) {
      say('OIDC_ISSUER', 'is needed with a PUBLIC_ORIGIN: the built-in sign-in is for this machine only')
    }
    if (config.S3_ENDPOINT === undefined && config.OBJECTS_DIR === undefined) {
      say('OBJECTS_DIR', 'is needed when S3_ENDPOINT is not set')
    }
    if (config.MEDIA_DELIVERY === 'accel' && config.S3_ENDPOINT !== undefined) {
      say('MEDIA_DELIVERY', 'can be "accel" only with files, not with S3_ENDPOINT')
    }
    if (config.MEDIA_DELIVERY === 'redirect' && config.S3_ENDPOINT === undefined) {
      say('MEDIA_DELIVERY', 'can be "redirect" only with a bucket to send players to: set S3_ENDPOINT')
    }
    if (config.PUBLIC_ORIGIN?.startsWith('https:') && audioOrigin(config)?.startsWith('http:')) {
      say('S3_PUBLIC_ENDPOINT', 'is needed, with https: a page from https plays nothing from anywhere else')
    }
  })

/** Where browsers hear recordings from, when that is not from us. */
export const audioOrigin = (config: AudioPlace) => {
  if (config.MEDIA_DELIVERY !== 'redirect') return undefined
  const endpoint = config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT
  return endpoint === undefined ? undefined : new URL(endpoint).origin
}

export type GatewayConfig = z.output<typeof GatewayEnvironment>

/** One person on their own machine needs no limits; anything that strangers reach does. */
export const limitsAreOn = ({ RATE_LIMITS, OIDC_ISSUER }: GatewayConfig) =>
  RATE_LIMITS === undefined ? OIDC_ISSUER !== undefined : RATE_LIMITS === 'on'
