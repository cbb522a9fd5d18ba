import { z } from 'zod'
import { Change } from './module-pointer.ts'
import { ModuleName } from './modules.ts'

// The team of a module: members, rules for CI jobs, tokens, and addresses that get messages.

/** `deploy` stores versions, `release` decides which versions users get. */
export const TokenScope = z.enum(['deploy', 'release'])
export type TokenScope = z.infer<typeof TokenScope>

export const TokenRequest = z.strictObject({
  module: ModuleName,
  label: z.string().min(1).max(80),
  scopes: z.array(TokenScope).min(1),
  /** It may also change the team of the module. */
  manages: z.boolean().default(false),
  days: z.number().int().min(1).max(366).default(90),
})
export const TokenResponse = z.object({ id: z.string(), token: z.string(), expiresAt: z.string() })

/** A token of a team. Its secret is not stored. */
export const TeamToken = z.object({
  id: z.string(),
  module: z.string(),
  label: z.string(),
  scopes: z.array(TokenScope),
  createdBy: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type TeamToken = z.output<typeof TeamToken>

/** The team of a module. Members deploy and release it; owners also change the team. */
export const TeamMember = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  isOwner: z.boolean(),
  addedBy: z.string(),
  addedAt: z.string(),
})
export type TeamMember = z.output<typeof TeamMember>

/** A user, by e-mail address. A second request for the same user changes the role. */
export const MemberRequest = z.strictObject({ email: z.email().max(254), isOwner: z.boolean().default(false) })

const MAX_CLAIMS = 6
/** These name the project of a job. A rule without one of them would be valid for jobs of other projects. */
export const PROJECT_CLAIMS = ['repository', 'project_path', 'sub'] as const

/** Claims of a job’s token with the expected values. A `*` at the end of a value matches any text. */
export const CiClaims = z
  .record(z.string().regex(/^[a-z][\w:.-]{0,60}$/i), z.string().min(1).max(300))
  .refine((claims) => Object.keys(claims).length <= MAX_CLAIMS, `A rule has ${MAX_CLAIMS} claims at most.`)
  .refine(
    (claims) => PROJECT_CLAIMS.some((name) => /^[^*]+$|\/.*\*$/.test(claims[name] ?? '')),
    'Name the project of the job: repository=org/charts, project_path=org/charts, or its sub.',
  )

export const CiRuleRequest = z.strictObject({ claims: CiClaims, scopes: z.array(TokenScope).min(1) })

/** Jobs whose token has these claims deploy or release the module. */
export const CiRule = z.object({
  id: z.string(),
  claims: z.record(z.string(), z.string()),
  scopes: z.array(TokenScope),
  addedBy: z.string(),
  addedAt: z.string(),
})
export type CiRule = z.output<typeof CiRule>

/** `release`: users get another version. `rollback`: the registry rolled one back. `budget`: a build is too large. */
export const WebhookEvent = z.enum(['release', 'rollback', 'budget'])
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookRequest = z.strictObject({
  /** An https address, or `mailto:` and the e-mail address of a member. */
  url: z
    .url({ protocol: /^(https|mailto)$/, error: 'Must be an https address, or mailto: and an e-mail address.' })
    .max(1000),
  events: z.array(WebhookEvent).min(1).default(['release', 'rollback', 'budget']),
})

export const Webhook = z.object({
  id: z.string(),
  /** Without the path, which may contain a secret; of `mailto:` the e-mail address. */
  host: z.string(),
  events: z.array(WebhookEvent),
  addedBy: z.string(),
  addedAt: z.string(),
  /** Of the last message. */
  sentAt: z.string().nullable(),
  problem: z.string().nullable(),
})
export type Webhook = z.output<typeof Webhook>

/** The secret of its signatures is returned once. E-mails have none. */
export const NewWebhook = z.object({ id: z.string(), secret: z.string().nullable() })
export type NewWebhook = z.output<typeof NewWebhook>

/** The body of a message. */
export const WebhookMessage = z.object({
  /** `failing`: a version fails for some users and was not rolled back; sent to webhooks for `rollback`. */
  type: z.enum([...WebhookEvent.options, 'failing']),
  module: z.string(),
  version: z.string().nullable(),
  /** One sentence. */
  text: z.string(),
  at: z.string(),
  /** The page of the module. */
  link: z.string(),
  change: Change.nullable(),
})
export type WebhookMessage = z.output<typeof WebhookMessage>

export const Team = z.object({
  members: z.array(TeamMember),
  ciRules: z.array(CiRule),
  /** Whether the caller may change the team. */
  isManaged: z.boolean(),
  /** The modules of the caller; null for admins, who have all. */
  ownModules: z.array(z.string()).nullable(),
})
export type Team = z.output<typeof Team>
