import { MEMBER_ROLES, type MemberRole } from '@griot/contracts/catalog/roles'

export const ROLE_LABELS: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  analyst: 'Analyst',
}

/** Follows "As … you can". */
export const ROLE_RIGHTS: Readonly<Record<MemberRole, string>> = {
  owner: 'change the show and its episodes, delete the show and manage its members',
  editor: 'change the show and its episodes',
  analyst: 'see drafts and numbers, and change nothing',
}

export const ROLE_OPTIONS = MEMBER_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))
