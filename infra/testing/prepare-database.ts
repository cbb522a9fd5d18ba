import { randomBytes } from 'node:crypto'
import { migrate } from '@griot/service-kit/migrate'
import { runMigrations } from 'bullmq'
import { withClient } from '../common/with-client.ts'
import { type Role, roles, type Service } from '../postgres/role-names.ts'
import { bootstrapRoles } from '../postgres/roles.ts'
import { migrationsOf, sharedMigrations } from '../start/migrations.ts'

/** A database `griot` on this server, with the queue's tables and those of these services. Answers each role's address. */
export const prepareDatabase = async (adminUrl: string, services: readonly Service[]) => {
  const passwords = Object.fromEntries(roles.map((role) => [role, randomBytes(16).toString('hex')])) as Record<
    Role,
    string
  >
  const urls = await bootstrapRoles({ adminUrl, database: 'griot', passwords })
  await withClient(urls.griot_migrator, runMigrations)
  for (const schema of services) {
    await migrate({ url: urls.griot_migrator, schema, dir: migrationsOf(schema) }, sharedMigrations)
  }
  return urls
}
