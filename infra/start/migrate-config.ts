import { PostgresUrl, readConfig } from '@griot/service-kit/config'
import { z } from 'zod'
import { databaseEnvironment, databaseIn, ownDatabases, troubleWithDatabases } from './databases.ts'
import type { Preparation } from './prepare-product.ts'

// Shorter ones are guessed by whoever reaches the database.
const Password = z.string().min(16, 'is too short: 16 characters at least')

const Environment = z
  .object({
    /** An administrator's address; the roles are made from it. */
    DATABASE_URL: PostgresUrl,
    DATABASE_PASSWORD_MIGRATOR: Password,
    DATABASE_PASSWORD_GATEWAY: Password,
    DATABASE_PASSWORD_CATALOG: Password,
    DATABASE_PASSWORD_LISTENING_POINTS: Password,
    DATABASE_PASSWORD_MEDIA: Password,
    ...databaseEnvironment,
    /** Where modules are published to; with a bucket, where copies of it are kept. */
    MODULES_DIR: z.string(),
  })
  .superRefine((config, context) => {
    const message = troubleWithDatabases(config)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['REDIS_URL'], message })
  })

/** What `migrate` is told: the passwords that each service's own address carries, too. */
export const readMigrateConfig = (env = process.env): Preparation => {
  const config = readConfig(Environment, env)
  return {
    adminUrl: config.DATABASE_URL,
    database: databaseIn(config.DATABASE_URL),
    own: ownDatabases(config),
    passwords: {
      griot_migrator: config.DATABASE_PASSWORD_MIGRATOR,
      gateway: config.DATABASE_PASSWORD_GATEWAY,
      catalog: config.DATABASE_PASSWORD_CATALOG,
      listening_points: config.DATABASE_PASSWORD_LISTENING_POINTS,
      media: config.DATABASE_PASSWORD_MEDIA,
    },
    queueOnPostgres: config.REDIS_URL === undefined,
    modulesDir: config.MODULES_DIR,
  }
}
