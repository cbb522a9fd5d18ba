import { z } from 'zod'
import type { GatewayConfig } from '../config.ts'

/** Claims of an issuer; not validated yet. */
export type Claims = Record<string, unknown>

/** Reads a claim by its name, which may contain dots as addresses do, otherwise by the dots as a path. */
export const claimAt = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Claims)[key]
  }
  return value
}

const name = z.string().trim().max(100).catch('')

const KnownClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().max(320).catch(''),
  given_name: name,
  family_name: name,
  name,
})

const RoleNames = z.array(z.string().max(200)).max(500).catch([])

/** Builds the user's profile. Throws if the subject is missing; every other claim may be. */
export const profileOf = (
  issuer: string,
  claims: Claims,
  emailIsVerified: boolean,
  { OIDC_ROLES_CLAIM, OIDC_ADMIN_ROLES }: GatewayConfig,
) => {
  const known = KnownClaims.parse(claims)
  const [first = '', ...rest] = known.name.split(/\s+/)
  const hasParts = known.given_name !== '' || known.family_name !== ''
  const isAdmin = RoleNames.parse(claimAt(claims, OIDC_ROLES_CLAIM)).some((role) => OIDC_ADMIN_ROLES.includes(role))
  return {
    issuer,
    subject: known.sub,
    email: known.email,
    emailIsVerified,
    firstName: hasParts ? known.given_name : first,
    lastName: hasParts ? known.family_name : rest.join(' '),
    claimedRoles: isAdmin ? ['admin'] : [],
  }
}
export type Profile = ReturnType<typeof profileOf>
