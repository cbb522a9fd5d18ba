import { z } from 'zod'
import { IdentityPublicKeys } from './identity/identity-keys.ts'
import { RedisUrl } from './redis/address.ts'
import { TracingEnvironment } from './tracing/tracing.ts'

/** The variables that are set; empty and blank ones count as not set. */
export const definedVariables = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

/** Reads the environment. If it is invalid, prints all problems and exits with code 1. */
export const readConfig = <Schema extends z.ZodObject>(schema: Schema, env = process.env): z.output<Schema> => {
  const result = schema.safeParse(definedVariables(env))
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  process.stderr.write(`The configuration is invalid:\n${lines.join('\n')}\n`)
  process.exit(1)
}

const NO_PORT = 'is not a number from 0 to 65535'
export const Port = z.coerce.number(NO_PORT).int(NO_PORT).min(0, NO_PORT).max(65_535, NO_PORT)
export const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'is not a PostgreSQL address')

export const ServiceEnvironment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: Port,
  /** How long the process serves after SIGTERM, while `/readyz` returns 503. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATABASE_URL: PostgresUrl,
  /** A transaction pooler such as PgBouncer in front of that server. */
  DATABASE_POOLER_URL: PostgresUrl.optional(),
  REDIS_URL: RedisUrl.optional(),
  IDENTITY_PUBLIC_KEY: IdentityPublicKeys,
  ...TracingEnvironment.shape,
})

/** Objects are files in `OBJECTS_DIR`, or in S3 if `S3_ENDPOINT` is set. */
export const ObjectsEnvironment = z.object({
  OBJECTS_DIR: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().default('griot'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** A bucket that sends nothing for so long is unavailable. */
  S3_SILENCE_SECONDS: z.coerce.number().min(1).max(300).default(10),
})
