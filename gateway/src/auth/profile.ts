import { z } from 'zod'
import type { Claims } from './issuer.ts'
import type { Profile } from './sign-ins.queries.ts'

const name = z.string().trim().max(100).catch('')

const Known = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().max(320).catch(''),
  given_name: name,
  family_name: name,
  name,
  roles: z.array(z.string().max(100)).max(100).catch([]),
})

/** A person as an issuer describes them. Only the subject is sure to be there. */
export const profileOf = (issuer: string, claims: Claims, emailIsVerified: boolean): Profile => {
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
    claimedRoles: known.roles,
  }
}
