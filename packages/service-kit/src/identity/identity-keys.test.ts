import { describe, expect, it } from 'vitest'
import { definedVariables } from '../config.ts'
import { createIdentities } from '../testing/identity.ts'
import { IdentityPrivateKey, IdentityPublicKeys } from './identity-keys.ts'

const { publicKey, privateKey } = await createIdentities()
const other = (await createIdentities()).publicKey

describe('the identity keys', () => {
  it('are one public key or several, and one private key', () => {
    expect(IdentityPublicKeys.parse(JSON.stringify(publicKey))).toEqual([publicKey])
    expect(IdentityPublicKeys.parse(JSON.stringify([publicKey, other]))).toEqual([publicKey, other])
    expect(IdentityPrivateKey.parse(JSON.stringify(privateKey))).toEqual(privateKey)
  })

  it.each([
    ['no JSON', 'a key', 'is not a JSON web key'],
    ['an empty list', [], 'is an empty list: no token would be valid'],
    ['nothing', null, 'is not a public Ed25519 key'],
    ['a list of lists', [[publicKey]], 'is not a public Ed25519 key'],
    ['one that is none', [publicKey, {}], 'is not a public Ed25519 key'],
    ['one of another kind', { ...publicKey, crv: 'X25519' }, 'is not a public Ed25519 key'],
    ['one that was cut off', { ...publicKey, x: publicKey.x?.slice(1) }, 'is not a public Ed25519 key'],
    ['the private one', [publicKey, privateKey], 'holds a private key, which only the gateway may have'],
  ])('are no public keys with %s', (_, given, says) => {
    expect(saidOf(IdentityPublicKeys, given)).toEqual([says])
  })

  it.each([[{}], [[]], [publicKey], [[privateKey]], ['']])('are no private key as %j', (given) => {
    expect(saidOf(IdentityPrivateKey, given)).toEqual([expect.stringMatching(/^is not a/)])
  })

  const saidOf = (schema: typeof IdentityPublicKeys | typeof IdentityPrivateKey, given: unknown) =>
    schema
      .safeParse(typeof given === 'string' ? given : JSON.stringify(given))
      .error?.issues.map(({ message }) => message)
})

describe('an environment', () => {
  it('ignores empty and blank variables', () => {
    expect(
      definedVariables({ PORT: ' ', UPLOAD_QUOTA_BYTES: '\t', HOST: '', S3_BUCKET: 'griot', REDIS_URL: undefined }),
    ).toEqual({
      S3_BUCKET: 'griot',
    })
  })
})
