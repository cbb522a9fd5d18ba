import { PostgresUrl, readConfig } from '@griot/service-kit/config'
import { RedisUrl } from '@griot/service-kit/redis/address'
import { z } from 'zod'
import type { Preparation } from './prepare-product.ts'

// Shorter ones are guessed by whoever reaches the database.
const Password = z.string().min(16, 'is too short: 16 characters at least')

const Environment = z.object({
  /** An administrator's address; the roles are made from it. */
  DATABASE_URL: PostgresUrl,
  DATABASE_PASSWORD_MIGRATOR: Password,
  DATABASE_PASSWORD_GATEWAY: Password,
  DATABASE_PASSWORD_CATALOG: Password,
  DATABASE_PASSWORD_LISTENING_POINTS: Password,
  DATABASE_PASSWORD_MEDIA: Password,
  REDIS_URL: RedisUrl.optional(),
  /** Where modules are published to; with a bucket, where copies of it are kept. */
  MODULES_DIR: z.string(),
})

/** What `migrate` is told: the passwords that each service's own address carries, too. */
export const readMigrateConfig = (env = process.env): Preparation => {
  const config = readConfig(Environment, env)
  return {
    adminUrl: config.DATABASE_URL,
    database: decodeURIComponent(new URL(config.DATABASE_URL).pathname.slice(1)) || 'griot',
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
