// Apart from roles.ts, so that whoever needs only the names does not load a database client.

/** Services with tables of their own. Each name is a login role and the schema that role may use. */
export const services = ['gateway', 'catalog', 'listening_points', 'media'] as const
export type Service = (typeof services)[number]

/** BullMQ's tables, shared by those who send or take jobs. */
export const queueSchema = 'bullmq'
export const queueUsers = ['catalog', 'listening_points', 'media'] as const

/** Owns every schema and runs the migrations; no process that answers requests signs in as it. */
export const migrator = 'griot_migrator'

export const roles = [migrator, ...services] as const
export type Role = (typeof roles)[number]
