import { Role } from '@griot/contracts/user'
import { Id } from '@griot/contracts/values'
import { importJWK, type JWK } from 'jose'
import { z } from 'zod'
import { readToken } from './read-token.ts'

export const IDENTITY_HEADER = 'x-griot-identity'
export const IDENTITY_ISSUER = 'griot-gateway'
export const IDENTITY_AUDIENCE = 'griot-services'

/** Who the gateway says is calling. `sub` is missing for someone signed out. */
const Claims = z.object({
  sub: Id.optional(),
  email: z.string().default(''),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  roles: z.array(Role).default([]),
  exp: z.number(),
})

/** The person who is calling. */
export interface Caller {
  id: string
  email: string
  firstName: string
  lastName: string
  isAdmin: boolean
}

/** First and last name, as far as they gave them. */
export const nameOf = ({ firstName, lastName }: Pick<Caller, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

export interface Identity {
  /** Null when signed out. */
  user: Caller | null
  /** As received, to be passed on to another service. */
  token: string
}

/** Answers who a token speaks for, or null when it is not a valid one of the gateway's. */
export type VerifyIdentity = (token: string) => Promise<Identity | null>

const REMEMBERED = 10_000

const WANTED = { issuer: IDENTITY_ISSUER, audience: IDENTITY_AUDIENCE, algorithms: ['EdDSA'] }

/**
 * Checks the gateway's signature and expiry. Of several keys any will do: while the gateway's own is changed, both are
 * known. The gateway sends the same token for a while, so one that was good is remembered until it expires: checking
 * Ed25519 on every request would cost more than most requests themselves.
 */
export const createVerifier = async (publicKeys: JWK | readonly JWK[]): Promise<VerifyIdentity> => {
  const keys = await Promise.all([publicKeys].flat().map((key) => importJWK(key, 'EdDSA')))
  const known = new Map<string, { identity: Identity; expiresAt: number }>()

  return async (token) => {
    const remembered = known.get(token)
    if (remembered !== undefined) {
      if (remembered.expiresAt > Date.now()) return remembered.identity
      known.delete(token)
      return null
    }
    try {
      const payload = await readToken(token, keys, WANTED)
      const { sub, exp, email, firstName, lastName, roles } = Claims.parse(payload)
      const user = sub === undefined ? null : { id: sub, email, firstName, lastName, isAdmin: roles.includes('admin') }
      if (known.size >= REMEMBERED) known.clear()
      known.set(token, { identity: { user, token }, expiresAt: exp * 1000 })
      return { user, token }
    } catch {
      return null
    }
  }
}
