import { randomBytes } from 'node:crypto'
import { migrate } from '@griot/service-kit/db/migrate'
import { runMigrations } from 'bullmq'
import { withClient } from '../common/with-client.ts'
import { type Role, roles, type Service } from '../postgres/role-names.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { migrationsOf, sharedMigrations } from '../start/prepare-databases.ts'

export const randomPasswords = () =>
  Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<Role, string>

/** Creates a database with the roles, the tables of the queue and those of these services. Returns the URL of each role. */
export const prepareDatabase = async (
  adminUrl: string,
  services: readonly Service[],
  { database = 'griot', passwords = randomPasswords() } = {},
) => {
  const urls = await bootstrapRoles({ adminUrl, database, passwords })
  await withClient(urls.griot_migrator, runMigrations)
  for (const schema of services) {
    await migrate({ url: urls.griot_migrator, schema, dir: migrationsOf(schema) }, sharedMigrations)
  }
  return urls
}
