import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { definedVariables, Port, PostgresUrl } from '@griot/service-kit/config'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'
import { databaseEnvironment, ownDatabases, requireRedis } from './databases.ts'
import { ModulesEnvironment, modulesModeOf } from './modules-mode.ts'

/** The root of the repository; correct both for `infra/start` and for `infra/dist`. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const Environment = z
  .object({
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
    ...ModulesEnvironment.shape,
    OBJECTS_DIR: z.string().optional(),
    S3_ENDPOINT: z.string().optional(),
  })
  .superRefine(requireRedis)

/** Reads `.env`. Variables that are already set override the file. */
export const loadEnvironment = () => {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The settings of the start itself. The processes read the rest of the environment. */
export const readConfig = () => {
  loadEnvironment()
  const result = Environment.safeParse(definedVariables(process.env))
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new SetupError(`The configuration is invalid: ${problems.join('; ')}.`)
  }
  const { data } = result
  const dataDir = resolve(root, data.DATA_DIR)
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    publicOrigin: data.PUBLIC_ORIGIN,
    // The embedded database gets demo shows when it is new, an external one only on request.
    seedDemo: data.SEED_DEMO === undefined ? data.DATABASE_URL === undefined : data.SEED_DEMO === '1',
    databaseUrl: data.DATABASE_URL,
    ownDatabases: ownDatabases(data),
    poolerUrl: data.DATABASE_POOLER_URL,
    replicaUrl: data.DATABASE_REPLICA_URL,
    redisUrl: data.REDIS_URL,
    modulesDir: resolve(root, data.MODULES_DIR ?? join(dataDir, 'modules')),
    modulesMode: modulesModeOf(data),
    objectsDir: resolve(root, data.OBJECTS_DIR ?? join(dataDir, 'objects')),
    /** Objects are stored in S3, not in `objectsDir`. */
    hasBucket: data.S3_ENDPOINT !== undefined,
    logsDir: join(dataDir, 'logs'),
  }
}

export type StartConfig = ReturnType<typeof readConfig>
