import { PostgresUrl, readConfig } from '@griot/service-kit/config'
import { z } from 'zod'
import { passwordVariable, type Role, roles } from '../postgres/role-names.ts'
import { databaseEnvironment, databaseIn, ownDatabases, requireRedis } from './databases.ts'
import type { Preparation } from './prepare-databases.ts'

// Shorter passwords can be guessed over the network.
const Password = z.string().min(16, 'is too short: 16 characters at least')

const Environment = z
  .object({
    /** The URL of an administrator, who creates the roles. */
    DATABASE_URL: PostgresUrl,
    ...Object.fromEntries(roles.map((role) => [passwordVariable(role), Password])),
    ...databaseEnvironment,
  })
  .superRefine(requireRedis)

/** The configuration of `migrate`. The passwords are those in the URLs of the services. */
export const readMigrateConfig = (env = process.env): Preparation => {
  const config = readConfig(Environment, env)
  const values: Readonly<Record<string, string | undefined>> = config
  return {
    adminUrl: config.DATABASE_URL,
    database: databaseIn(config.DATABASE_URL),
    own: ownDatabases(config),
    passwords: Object.fromEntries(roles.map((role) => [role, values[passwordVariable(role)]])) as Record<Role, string>,
    queueOnPostgres: config.REDIS_URL === undefined,
  }
}
