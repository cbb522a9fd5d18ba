import { fileURLToPath } from 'node:url'
import { ModuleName } from '@griot/contracts/modules'
import { byUrlVariable } from '@griot/contracts/services'
import { UploadMaxBytes } from '@griot/contracts/uploads'
import { ObjectsEnvironment, Port, ServiceEnvironment } from '@griot/service-kit/config'
import { GrantSecret } from '@griot/service-kit/identity/grant'
import { IdentityPrivateKey } from '@griot/service-kit/identity/identity-keys'
import { MailEnvironment } from '@griot/service-kit/mail/send-mail'
import { z } from 'zod'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1']
const isLoopback = (host: string) => LOOPBACK.includes(host)

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const isSafeIssuer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** A comma-separated list with at least one entry. */
const words = z
  .string()
  .transform((text) =>
    text
      .trim()
      .split(/\s*,\s*/)
      .filter(Boolean),
  )
  .refine((list) => list.length > 0, 'is empty')

const emails = words
  .refine((list) => list.every((word) => /^[^@\s]+@[^@\s]+$/.test(word)), 'is not a list of e-mail addresses')
  .transform((list) => list.map((email) => email.toLowerCase()))

/** Checked at start, because the embedded provider reads the keys only at the first sign-in. */
const isKeySet = (text: string) => {
  try {
    return z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) }).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

const isBackendUrl = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && `${username}${search}${hash}` === ''
}

/** Addresses by module. */
const moduleBackends = words.transform((list, context) => {
  const urls = new Map<string, string>()
  for (const entry of list) {
    const [, module = '', url = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? []
    const reject = (why: string) => context.addIssue({ code: 'custom', message: `contains “${entry}”: ${why}` })
    if (!ModuleName.safeParse(module).success) reject('write module=address, such as charts=http://charts:3000')
    else if (!isBackendUrl(url)) reject('the address is not http or https, or it has credentials or a query')
    else if (urls.has(module)) reject(`${module} has an address already`)
    urls.set(module, url)
  }
  return Object.fromEntries(urls)
})

interface AudioDelivery {
  MEDIA_DELIVERY: 'send' | 'accel' | 'redirect'
  S3_ENDPOINT?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
}

export const GatewayEnvironment = ServiceEnvironment.omit({ IDENTITY_PUBLIC_KEY: true })
  .extend(ObjectsEnvironment.shape)
  .extend(byUrlVariable(() => z.url()))
  .extend({
    PORT: Port.default(8080),
    NODE_ENV: z.string().default('development'),
    PRODUCT_NAME: z.string().max(60).default('Griot'),
    /** The origin that users open. Without it the gateway accepts only local host names. */
    PUBLIC_ORIGIN: z.string().refine(isOrigin, 'is not an origin such as https://griot.example').optional(),
    /** The number of our own proxies in front that append to X-Forwarded-For. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(8).default(0),
    ADMIN_EMAILS: emails.default([]),
    IDENTITY_PRIVATE_KEY: IdentityPrivateKey,
    GRANT_SECRET: GrantSecret,
    /** The services of modules, such as `charts=http://charts:3000`. */
    MODULE_BACKENDS: moduleBackends.default({}),
    MODULE_BACKEND_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(60).default(6),
    ...MailEnvironment.shape,
    /** Shown to blocked users. */
    CONTACT_EMAIL: z.email('is not an e-mail address').optional(),
    /** The module registry; with a bucket, a local copy of it. */
    MODULES_DIR: z.string(),
    /** The built page `/mfe/`; the default is the same from `src/` and from the bundle in `dist/`. */
    MODULE_ADMIN_DIR: z.string().default(fileURLToPath(new URL('../dist/module-admin', import.meta.url))),
    /** For development: open tabs reload when the shell or a module changes. */
    LIVE_RELOAD: z.stringbool().default(false),
    /** The largest file of an upload. Media has the same variable. */
    UPLOAD_MAX_BYTES: UploadMaxBytes,
    /** The sender of audio: this process, nginx in front of it (X-Accel-Redirect), or the bucket (redirect). */
    MEDIA_DELIVERY: z
      .enum(['send', 'accel', 'redirect'], { error: 'is "send", "accel" or "redirect"' })
      .default('send'),
    /** The bucket's address for browsers, if it differs from S3_ENDPOINT. */
    S3_PUBLIC_ENDPOINT: z.string().refine(isOrigin, 'is not an origin such as https://audio.griot.example').optional(),
    OIDC_ISSUER: z.string().refine(isSafeIssuer, 'is not an https address').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** Some issuers return roles or groups only for an additional scope. */
    OIDC_SCOPE: z
      .string()
      .regex(/(^| )openid( |$)/, 'must contain “openid”')
      .default('openid email profile'),
    /** The name of the claim that holds the roles, or a path into it such as `realm_access.roles`. */
    OIDC_ROLES_CLAIM: z.string().min(1).max(200).default('roles'),
    /** Roles of the issuer that make a user an admin. */
    OIDC_ADMIN_ROLES: words.default(['admin']),
    /** Signing keys of the embedded provider; generated at each start if absent. */
    OIDC_PROVIDER_JWKS: z.string().refine(isKeySet, 'is not a JSON web key set with a key in it').optional(),
    /** The issuer of the tokens of CI jobs, such as `https://token.actions.githubusercontent.com`, and their audience. */
    CI_OIDC_ISSUER: z.string().refine(isSafeIssuer, 'is not an https address').optional(),
    CI_OIDC_AUDIENCE: z.string().min(1).max(300).optional(),
    /** Closes a connection without traffic after this time: a player that has stopped reading holds a file. */
    SOCKET_SILENCE_MS: z.coerce.number().int().positive().default(60_000),
    /** Whether browsers get a service worker that shows a page without a network; `off` removes it from them. */
    OFFLINE_PAGE: z.enum(['on', 'off'], { error: 'is "on" or "off"' }).default('on'),
    /** The bearer token for `/metrics`. */
    METRICS_TOKEN: z.string().min(24, 'is too short to be secret: 24 characters at least').optional(),
    /** The metrics of the media worker, if there is only one. */
    MEDIA_WORKER_METRICS_URL: z.url().optional(),
    RATE_LIMITS: z.enum(['on', 'off']).optional(),
  })
  .superRefine((config, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (config.OIDC_ISSUER !== undefined && config.OIDC_CLIENT_ID === undefined) {
      addIssue('OIDC_CLIENT_ID', 'is needed when OIDC_ISSUER is set')
    }
    if ((config.CI_OIDC_ISSUER === undefined) !== (config.CI_OIDC_AUDIENCE === undefined)) {
      addIssue('CI_OIDC_AUDIENCE', 'and CI_OIDC_ISSUER are needed together')
    }
    if (config.OIDC_ISSUER === undefined && config.NODE_ENV === 'production') {
      addIssue('OIDC_ISSUER', 'is needed in production: the built-in sign-in asks for no password')
    }
    if (config.OIDC_ISSUER === undefined && !isLoopback(config.HOST)) {
      addIssue('OIDC_ISSUER', `is needed to listen on ${config.HOST}: the built-in sign-in is for this machine only`)
    }
    // A proxy on this machine may make the gateway reachable from the network.
    if (config.OIDC_ISSUER === undefined && !isLoopback(new URL(config.PUBLIC_ORIGIN ?? 'http://localhost').hostname)) {
      addIssue('OIDC_ISSUER', 'is needed with a PUBLIC_ORIGIN: the built-in sign-in is for this machine only')
    }
    if (config.S3_ENDPOINT === undefined && config.OBJECTS_DIR === undefined) {
      addIssue('OBJECTS_DIR', 'is needed when S3_ENDPOINT is not set')
    }
    if (config.SMTP_URL !== undefined && config.MAIL_FROM === undefined) {
      addIssue('MAIL_FROM', 'is needed when SMTP_URL is set')
    }
    if (config.MEDIA_DELIVERY === 'accel' && config.S3_ENDPOINT !== undefined) {
      addIssue('MEDIA_DELIVERY', 'can be "accel" only with files, not with S3_ENDPOINT')
    }
    if (config.MEDIA_DELIVERY === 'redirect' && config.S3_ENDPOINT === undefined) {
      addIssue('MEDIA_DELIVERY', 'can be "redirect" only with a bucket to send players to: set S3_ENDPOINT')
    }
    if (config.PUBLIC_ORIGIN?.startsWith('https:') && audioOrigin(config)?.startsWith('http:')) {
      addIssue('S3_PUBLIC_ENDPOINT', 'is needed, with https: a page from https plays nothing from anywhere else')
    }
  })

/** The origin that browsers load audio from; undefined if it is the gateway. */
export const audioOrigin = (config: AudioDelivery) => {
  if (config.MEDIA_DELIVERY !== 'redirect') return undefined
  const endpoint = config.S3_PUBLIC_ENDPOINT ?? config.S3_ENDPOINT
  return endpoint === undefined ? undefined : new URL(endpoint).origin
}

export type GatewayConfig = z.output<typeof GatewayEnvironment>

/** On by default unless the embedded sign-in is used, which serves a single machine. */
export const hasRateLimits = ({ RATE_LIMITS, OIDC_ISSUER }: GatewayConfig) =>
  RATE_LIMITS === undefined ? OIDC_ISSUER !== undefined : RATE_LIMITS === 'on'
