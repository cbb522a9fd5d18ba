import type { Role, User } from './user.ts'

export type Permission =
  /** View other versions of modules, release them and roll them back. */
  | 'modules.manage'
  /** View the files of all users in the queue. */
  | 'queue.see-all'
  /** View the podcasts and episodes of all users in the studio. */
  | 'catalog.see-all'
  /** Hold and release the points of listeners. */
  | 'points.review'

const HELD_BY: Readonly<Record<Permission, Role>> = {
  'modules.manage': 'admin',
  'queue.see-all': 'admin',
  'catalog.see-all': 'admin',
  'points.review': 'admin',
}

/** Whether a user has a permission. Pages use it only to show or hide elements; the server checks each request. */
export const may = (user: Pick<User, 'roles'> | null | undefined, permission: Permission): boolean =>
  user?.roles.includes(HELD_BY[permission]) ?? false
