import type { Role, User } from './user.ts'

/** What a page may offer to some and not to others. */
export type Permission =
  /** Looks at other versions of modules than everyone, releases them and takes them back. */
  | 'modules.manage'
  /** Sees everybody's files in the queue, and not only their own. */
  | 'queue.see-all'

const HELD_BY: Readonly<Record<Permission, Role>> = { 'modules.manage': 'admin', 'queue.see-all': 'admin' }

/**
 * Whether somebody may do something; nobody may, who is not signed in. The one place that knows what a role brings. In a
 * page it is for showing only: what is done is judged by the server that does it.
 */
export const may = (user: Pick<User, 'roles'> | null | undefined, permission: Permission): boolean =>
  user?.roles.includes(HELD_BY[permission]) ?? false
