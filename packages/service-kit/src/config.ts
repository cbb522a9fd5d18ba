import { z } from 'zod'
import { IdentityPublicKeys } from './identity-keys.ts'
import { RedisUrl } from './redis/address.ts'
import { TracingEnvironment } from './tracing/tracing.ts'

/** What is set in an environment. A variable that is empty or blank counts as not set: by itself it means nothing. */
export const whatIsSet = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

/**
 * Reads the environment once. Lists everything that is wrong in one message and ends the process with code 1, so that
 * a misconfigured process never starts halfway.
 */
export const readConfig = <Schema extends z.ZodObject>(schema: Schema, env = process.env): z.output<Schema> => {
  const result = schema.safeParse(whatIsSet(env))
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  process.stderr.write(`The configuration is not right:\n${lines.join('\n')}\n`)
  process.exit(1)
}

const NO_PORT = 'is not a number from 0 to 65535'
export const Port = z.coerce.number(NO_PORT).int(NO_PORT).min(0, NO_PORT).max(65_535, NO_PORT)
export const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'is not a PostgreSQL address')

/** What every service needs to know. */
export const ServiceEnvironment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: Port,
  /** How long it goes on answering after SIGTERM, while `/readyz` already says no. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATABASE_URL: PostgresUrl,
  /** A pooler of transactions, such as PgBouncer, in front of that server. */
  DATABASE_POOLER_URL: PostgresUrl.optional(),
  REDIS_URL: RedisUrl.optional(),
  IDENTITY_PUBLIC_KEY: IdentityPublicKeys,
  ...TracingEnvironment.shape,
})

/** Where objects live: files under `OBJECTS_DIR`, or any S3 when `S3_ENDPOINT` is set. */
export const ObjectsEnvironment = z.object({
  OBJECTS_DIR: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().default('griot'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** How long a bucket may say nothing in the middle of something; who asked hears that it is away then. */
  S3_SILENCE_SECONDS: z.coerce.number().min(1).max(300).default(10),
})
