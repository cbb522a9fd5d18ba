import { z } from 'zod'
import { type Claims, claimAt } from './claims.ts'
import type { Profile } from './sign-ins.queries.ts'

const name = z.string().trim().max(100).catch('')

const Known = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().max(320).catch(''),
  given_name: name,
  family_name: name,
  name,
})

const Words = z.array(z.string().max(200)).max(500).catch([])

/** How an issuer's word for an admin is found. */
export interface RoleRules {
  /** The name of a claim, or a way into it: `realm_access.roles`. */
  claim: string
  adminWords: readonly string[]
}

const rolesIn = (claims: Claims, { claim, adminWords }: RoleRules): string[] =>
  Words.parse(claimAt(claims, claim)).some((word) => adminWords.includes(word)) ? ['admin'] : []

/** A person as an issuer describes them. Only the subject is sure to be there. */
export const profileOf = (issuer: string, claims: Claims, emailIsVerified: boolean, rules: RoleRules): Profile => {
  const known = Known.parse(claims)
  const [first = '', ...rest] = known.name.split(/\s+/)
  const hasParts = known.given_name !== '' || known.family_name !== ''
  return {
    issuer,
    subject: known.sub,
    email: known.email,
    emailIsVerified,
    firstName: hasParts ? known.given_name : first,
    lastName: hasParts ? known.family_name : rest.join(' '),
    claimedRoles: rolesIn(claims, rules),
  }
}
