import { Role } from '@griot/contracts/user'
import { Id } from '@griot/contracts/values'
import { importJWK, type JWK } from 'jose'
import { z } from 'zod'
import { readToken } from './verify-token.ts'

export const IDENTITY_HEADER = 'x-griot-identity'
export const IDENTITY_ISSUER = 'griot-gateway'
export const IDENTITY_AUDIENCE = 'griot-services'
/** The audience of the service of a module, so that it cannot use the token of a user for calls of Griot's services. */
export const moduleAudience = (module: string) => `griot-module:${module}`

/** `sub` is missing if the caller is signed out. */
const Claims = z.object({
  sub: Id.optional(),
  email: z.string().default(''),
  // A gateway of the previous release does not state it.
  emailIsVerified: z.boolean().default(false),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  roles: z.array(Role).default([]),
  exp: z.number(),
})

export interface Caller {
  id: string
  email: string
  emailIsVerified: boolean
  firstName: string
  lastName: string
  isAdmin: boolean
}

export const nameOf = ({ firstName, lastName }: Pick<Caller, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

export interface Identity {
  /** Null when signed out. */
  user: Caller | null
  /** As received, for calls to other services. */
  token: string
}

/** Returns null unless the gateway signed the token and it has not expired. */
export type VerifyIdentity = (token: string) => Promise<Identity | null>

const MAX_CACHED = 10_000

const EXPECTED = { issuer: IDENTITY_ISSUER, audience: IDENTITY_AUDIENCE, algorithms: ['EdDSA'] }

/**
 * Any of several keys may have signed, so that the gateway's key can be rotated. Valid tokens are cached until they
 * expire: the gateway reuses a token, and verifying Ed25519 costs more than most requests.
 */
export const createVerifier = async (publicKeys: JWK | readonly JWK[]): Promise<VerifyIdentity> => {
  const keys = await Promise.all([publicKeys].flat().map((key) => importJWK(key, 'EdDSA')))
  const cache = new Map<string, { identity: Identity; expiresAt: number }>()

  return async (token) => {
    const cached = cache.get(token)
    if (cached !== undefined) {
      if (cached.expiresAt > Date.now()) return cached.identity
      cache.delete(token)
      return null
    }
    try {
      const payload = await readToken(token, keys, EXPECTED)
      const { sub, exp, roles, ...about } = Claims.parse(payload)
      const user = sub === undefined ? null : { id: sub, ...about, isAdmin: roles.includes('admin') }
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(token, { identity: { user, token }, expiresAt: exp * 1000 })
      return { user, token }
    } catch {
      return null
    }
  }
}
