import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Port, PostgresUrl, whatIsSet } from '@griot/service-kit/config'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'
import { databaseEnvironment, ownDatabases, troubleWithDatabases } from './databases.ts'

/** The checkout, seen from `infra/start` and from `infra/dist` alike. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const Environment = z.object({
  PORT: Port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_ORIGIN: z.url().optional(),
  SEED_DEMO: z.enum(['0', '1']).optional(),
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_POOLER_URL: PostgresUrl.optional(),
  DATABASE_REPLICA_URL: PostgresUrl.optional(),
  ...databaseEnvironment,
  MODULES_DIR: z.string().optional(),
  OBJECTS_DIR: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
})

/** What the start itself needs to know; the rest of the environment is for the processes it starts. */
export const readConfig = () => {
  const file = join(root, '.env')
  // What is set already stands above the file.
  if (existsSync(file)) process.loadEnvFile(file)
  const result = Environment.safeParse(whatIsSet(process.env))
  if (!result.success) {
    const what = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new SetupError(`The configuration is not right: ${what.join('; ')}.`)
  }
  const { data } = result
  const trouble = troubleWithDatabases(data)
  if (trouble !== undefined) throw new SetupError(`The configuration is not right: REDIS_URL ${trouble}.`)
  const dataDir = resolve(root, data.DATA_DIR)
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    publicOrigin: data.PUBLIC_ORIGIN,
    // An own database is seeded only when asked for; the embedded one when it is new.
    seedDemo: data.SEED_DEMO === undefined ? data.DATABASE_URL === undefined : data.SEED_DEMO === '1',
    databaseUrl: data.DATABASE_URL,
    ownDatabases: ownDatabases(data),
    poolerUrl: data.DATABASE_POOLER_URL,
    replicaUrl: data.DATABASE_REPLICA_URL,
    redisUrl: data.REDIS_URL,
    modulesDir: resolve(root, data.MODULES_DIR ?? join(dataDir, 'modules')),
    objectsDir: resolve(root, data.OBJECTS_DIR ?? join(dataDir, 'objects')),
    /** Objects are kept there, and not in the folder for them. */
    hasBucket: data.S3_ENDPOINT !== undefined,
    logsDir: join(dataDir, 'logs'),
  }
}

export type StartConfig = ReturnType<typeof readConfig>
