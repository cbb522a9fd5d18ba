// Separate from roles.ts, so that code that needs only the names does not load a database client.

import { SERVICES, schemaOf } from '@griot/contracts/services'

/** BullMQ's tables, used by the services that add or process jobs. */
export const queueSchema = 'bullmq'
export const queueUsers = SERVICES.map(schemaOf)

/** Processes with their own tables. Each name is a login role and the schema that this role may use. */
export const services = ['gateway', ...queueUsers] as const
export type Service = (typeof services)[number]

/** Owns every schema and runs the migrations. No process that serves requests uses this role. */
export const migrator = 'griot_migrator'

export const roles = [migrator, ...services] as const
export type Role = (typeof roles)[number]

/** The variable with the password of a role in a deployment. */
export const passwordVariable = (role: Role) => `DATABASE_PASSWORD_${role.replace('griot_', '').toUpperCase()}`
