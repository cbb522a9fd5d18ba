export const MEMBER_ROLES = ['owner', 'editor', 'analyst'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** `read`: drafts and numbers. `edit`: the show and its episodes. `manage`: members, and the deletion of the show. */
export type Right = 'read' | 'edit' | 'manage'

const RIGHTS: Readonly<Record<MemberRole, readonly Right[]>> = {
  analyst: ['read'],
  editor: ['read', 'edit'],
  owner: ['read', 'edit', 'manage'],
}

/** Null: not a member. Catalog checks each request; screens use it only to show or hide elements. */
export const roleMay = (role: MemberRole | null, right: Right) => role !== null && RIGHTS[role].includes(right)

/** The roles that have a right. */
export const rolesWith = (right: Right) => MEMBER_ROLES.filter((role) => roleMay(role, right))

interface OwnRow {
  hostId: string
  role?: MemberRole | null | undefined
}

/** The role of a user in the show of a row. A service of an earlier release returns none. */
export const roleOfRow = ({ hostId, role }: OwnRow, userId: string | undefined): MemberRole | null =>
  hostId === userId ? 'owner' : (role ?? null)
