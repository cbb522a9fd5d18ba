import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIdentities } from '../testing/identity.ts'
import { createAudioSentSigner, createAudioSentVerifier } from './audio-sent.ts'
import { createVerifier } from './identity.ts'

afterEach(() => void vi.useRealTimers())

describe('the statement of the audio that was sent', async () => {
  const { publicKey, privateKey, sign: signIdentity } = await createIdentities()
  const sign = await createAudioSentSigner(privateKey)
  const verify = await createAudioSentVerifier(publicKey)
  const userId = randomUUID()
  const files = { [randomUUID()]: { share: 0.5, reach: 1 } }

  it('is accepted for its user, for ten minutes', async () => {
    const token = await sign(userId, files)
    expect(await verify(token, userId)).toEqual(files)
    expect(await verify(token, randomUUID())).toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect(await verify(token, userId)).toBeNull()
  })

  it('is refused if another key signed it, and is not an identity token', async () => {
    const others = await createAudioSentSigner((await createIdentities()).privateKey)
    expect(await verify(await others(userId, files), userId)).toBeNull()
    expect(await verify(await signIdentity({ id: userId }), userId)).toBeNull()
    expect(await (await createVerifier(publicKey))(await sign(userId, files))).toBeNull()
    expect(await verify('', userId)).toBeNull()
  })
})
