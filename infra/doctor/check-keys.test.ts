import { createIdentities } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { checkKeys } from './check-keys.ts'
import { wrongs } from './given-checks.ts'

describe('the keys of the processes', () => {
  it('are good when the start makes them, and when they belong together', async () => {
    const [{ privateKey, publicKey }, { publicKey: next }] = await Promise.all([createIdentities(), createIdentities()])
    const env = {
      IDENTITY_PRIVATE_KEY: JSON.stringify(privateKey),
      IDENTITY_PUBLIC_KEY: JSON.stringify([next, publicKey]),
      GRANT_SECRET: 'a'.repeat(43),
    }

    expect(await checkKeys({})).toMatchObject([{ level: 'good' }])
    expect(await checkKeys(env)).toMatchObject([{ level: 'good' }])
    expect(await wrongs(checkKeys, { ...env, IDENTITY_PUBLIC_KEY: JSON.stringify(next) })).toEqual([
      expect.stringMatching(/would believe nobody/),
    ])
  })

  it('are wrong when one is none, or the list of them is empty', async () => {
    expect(await wrongs(checkKeys, { IDENTITY_PUBLIC_KEY: '[]', GRANT_SECRET: 'short' })).toEqual([
      'IDENTITY_PUBLIC_KEY is an empty list: nobody would be believed.',
      expect.stringMatching(/^GRANT_SECRET must be 32 bytes/),
    ])
  })
})
