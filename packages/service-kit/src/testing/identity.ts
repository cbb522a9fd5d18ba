import { randomUUID } from 'node:crypto'
import type { Role } from '@griot/contracts/user'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createVerifier, IDENTITY_AUDIENCE, IDENTITY_ISSUER } from '../identity.ts'

export interface Person {
  id: string
  email: string
  firstName: string
  lastName: string
  roles: Role[]
}

/** Somebody new. */
export const person = (about: Partial<Person> = {}): Person => {
  const id = about.id ?? randomUUID()
  return { id, email: `${id}@example.org`, firstName: 'Ama', lastName: 'Mensah', roles: [], ...about }
}

/** A gateway's key pair for tests: signs tokens as the gateway does, and the verifier that believes them. */
export const createIdentities = async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const verify = await createVerifier(await exportJWK(publicKey))
  const sign = ({ id, ...claims }: Partial<Person>, expiresIn = '60s') => {
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(IDENTITY_AUDIENCE)
      .setExpirationTime(expiresIn)
    if (id !== undefined) jwt.setSubject(id)
    return jwt.sign(privateKey)
  }
  return { verify, sign, publicKey: await exportJWK(publicKey), privateKey: await exportJWK(privateKey) }
}
