import { randomUUID } from 'node:crypto'
import type { Role } from '@griot/contracts/user'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { createVerifier, IDENTITY_AUDIENCE, IDENTITY_ISSUER } from '../identity/identity.ts'

export interface Person {
  id: string
  email: string
  emailIsVerified: boolean
  firstName: string
  lastName: string
  roles: Role[]
}

export const person = (about: Partial<Person> = {}): Person => {
  const id = about.id ?? randomUUID()
  return {
    id,
    email: `${id}@example.org`,
    emailIsVerified: true,
    firstName: 'Ama',
    lastName: 'Mensah',
    roles: [],
    ...about,
  }
}

type SigningKey = Parameters<SignJWT['sign']>[0]

const signerWith =
  (key: SigningKey) =>
  ({ id, ...claims }: Partial<Person>, expiresIn = '60s') => {
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(IDENTITY_AUDIENCE)
      .setExpirationTime(expiresIn)
    if (id !== undefined) jwt.setSubject(id)
    return jwt.sign(key)
  }

export const signAs = async (privateKey: JWK) => signerWith(await importJWK(privateKey, 'EdDSA'))

/** A key pair of a gateway, with its signer and verifier. */
export const createIdentities = async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const verify = await createVerifier(await exportJWK(publicKey))
  return {
    verify,
    sign: signerWith(privateKey),
    publicKey: await exportJWK(publicKey),
    privateKey: await exportJWK(privateKey),
  }
}
