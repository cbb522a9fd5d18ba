import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { person } from '../testing/identity.ts'
import { createVerifier, IDENTITY_AUDIENCE, IDENTITY_ISSUER, type VerifyIdentity } from './identity.ts'

const amina = person({ roles: ['admin'] })
const { id, ...about } = amina
type Keys = Awaited<ReturnType<typeof generateKeyPair>>
let keys: Keys
let verify: VerifyIdentity

beforeAll(async () => {
  keys = await generateKeyPair('EdDSA', { extractable: true })
  verify = await createVerifier(await exportJWK(keys.publicKey))
})
afterEach(() => {
  vi.useRealTimers()
})

interface Odd {
  audience?: string
  issuer?: string
  subject?: string
  expires?: string | null
  key?: Keys['privateKey']
  claims?: Record<string, unknown>
}

const tokenWith = ({
  audience = IDENTITY_AUDIENCE,
  issuer = IDENTITY_ISSUER,
  subject = id,
  expires = '60s',
  key = keys.privateKey,
  claims = about,
}: Odd = {}) => {
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(issuer).setAudience(audience)
  if (expires !== null) jwt.setExpirationTime(expires)
  return jwt.setSubject(subject).sign(key)
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the identity token', () => {
  it('contains the caller', async () => {
    const token = await tokenWith()
    const { roles: _, ...caller } = amina
    expect(await verify(token)).toEqual({ user: { ...caller, isAdmin: true }, token })
  })

  it('has no user when the caller is signed out', async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(IDENTITY_AUDIENCE)
      .setExpirationTime('60s')
      .sign(keys.privateKey)
    expect(await verify(token)).toEqual({ user: null, token })
  })

  it('is refused when it is expired, has another audience or issuer, has no expiry or has invalid claims', async () => {
    const stranger = await generateKeyPair('EdDSA')
    const bad: Record<string, Odd> = {
      old: { expires: '-1s' },
      'for another audience': { audience: 'griot-browsers' },
      'of another issuer': { issuer: 'elsewhere' },
      'signed by a stranger': { key: stranger.privateKey },
      'without an end': { expires: null },
      'for no user id': { subject: 'admin' },
      'with a role we do not know': { claims: { ...about, roles: ['root'] } },
    }
    for (const [why, odd] of Object.entries(bad)) {
      expect([why, await verify(await tokenWith(odd))]).toEqual([why, null])
    }
  })

  it('is refused when it was changed, is unsigned or is signed with the public key as a secret', async () => {
    const [header = '', payload = '', signature = ''] = (await tokenWith()).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const changed = part({ ...claims, sub: person().id })
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)))
    const bad = [
      `${header}.${changed}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${payload}.`,
      `${part({ alg: 'none' })}.${payload}.`,
      `${part({ alg: 'none' })}.${payload}.${signature}`,
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      '',
      'x',
      '..',
    ]
    for (const token of bad) expect([token, await verify(token)]).toEqual([token, null])
  })

  it('is accepted from any of the known keys, so that the key can be rotated', async () => {
    const next = await generateKeyPair('EdDSA', { extractable: true })
    const both = await createVerifier([await exportJWK(keys.publicKey), await exportJWK(next.publicKey)])

    for (const key of [keys.privateKey, next.privateKey]) expect(await both(await tokenWith({ key }))).not.toBeNull()
    const { privateKey: key } = await generateKeyPair('EdDSA')
    expect(await both(await tokenWith({ key }))).toBeNull()
  })

  it('is not cached beyond its expiry', async () => {
    const token = await tokenWith()
    expect(await verify(token)).not.toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await verify(token)).toBeNull()
  })
})
