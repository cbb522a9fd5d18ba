import { createIdentities } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { errorsOf, findingsOf } from '../testing/doctor.ts'
import { checkKeys } from './check-keys.ts'

describe('the keys of the processes', () => {
  it('are ok when npm start creates them, and when they match', async () => {
    const [{ privateKey, publicKey }, { publicKey: next }] = await Promise.all([createIdentities(), createIdentities()])
    const env = {
      IDENTITY_PRIVATE_KEY: JSON.stringify(privateKey),
      IDENTITY_PUBLIC_KEY: JSON.stringify([next, publicKey]),
      GRANT_SECRET: 'a'.repeat(43),
    }

    expect(await findingsOf(checkKeys, {})).toMatchObject([{ level: 'ok' }])
    expect(await findingsOf(checkKeys, env)).toMatchObject([{ level: 'ok' }])
    expect(await errorsOf(checkKeys, { ...env, IDENTITY_PUBLIC_KEY: JSON.stringify(next) })).toEqual([
      expect.stringMatching(/would reject every request/),
    ])
  })

  it('are an error when one is invalid or the list is empty', async () => {
    expect(await errorsOf(checkKeys, { IDENTITY_PUBLIC_KEY: '[]', GRANT_SECRET: 'short' })).toEqual([
      expect.stringMatching(/^IDENTITY_PUBLIC_KEY is an empty list/),
      expect.stringMatching(/^GRANT_SECRET must be 32 bytes/),
    ])
  })
})
