import type { Role } from '@griot/contracts/user'
import type { GatewayConfig } from '../config.ts'
import type { Account } from './sessions.queries.ts'

/** Whether the configuration names the user as an admin. */
export const isConfiguredAdmin = (
  { email, emailIsVerified }: Pick<Account, 'email' | 'emailIsVerified'>,
  { ADMIN_EMAILS }: Pick<GatewayConfig, 'ADMIN_EMAILS'>,
) => emailIsVerified && ADMIN_EMAILS.includes(email.toLowerCase())

export const rolesOf = (
  account: Pick<Account, 'email' | 'emailIsVerified' | 'claimedRoles'>,
  config: Pick<GatewayConfig, 'ADMIN_EMAILS'>,
): Role[] => (isConfiguredAdmin(account, config) || account.claimedRoles.includes('admin') ? ['admin'] : [])
