import type { Role, User } from './user.ts'

/** What a page may offer to some and not to others. */
export type Permission =
  /** Looks at other versions of modules than everyone, releases them and takes them back. */
  | 'modules.manage'
  /** Sees everybody's files in the queue, and not only their own. */
  | 'queue.see-all'

const HELD_BY: Readonly<Record<Permission, Role>> = { 'modules.manage': 'admin', 'queue.see-all': 'admin' }

/**
 * Whether somebody is offered something; nobody is, who is not signed in. The one place that knows what a role brings.
 * It is for showing: what is done is judged by the service that does it.
 */
export const may = (user: Pick<User, 'roles'> | null | undefined, permission: Permission): boolean =>
  user?.roles.includes(HELD_BY[permission]) ?? false
