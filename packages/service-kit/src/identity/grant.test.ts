import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createGrantSigner, createGrantVerifier, type Grant, GrantSecret } from './grant.ts'

const grant: Grant = { key: 'originals/ab/abc', size: 12, type: 'audio/mpeg', etag: '"1f"', name: 'Ọ̀ṣun.mp3' }
const secret = () => randomBytes(32).toString('base64url')

describe('a grant to send a recording', () => {
  it('returns the signed grant for at most a minute', async () => {
    const shared = secret()
    const valid = await createGrantVerifier(shared)(await createGrantSigner(shared)(grant))

    expect(valid).toMatchObject(grant)
    expect(valid?.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it('is refused when another key signed it or it was changed', async () => {
    const verify = createGrantVerifier(secret())
    const token = await createGrantSigner(secret())(grant)

    expect(await verify(token)).toBeNull()
    expect(await verify(`${token.slice(0, -2)}AA`)).toBeNull()
    expect(await verify('')).toBeNull()
  })

  it('is signed with the first secret and accepted with any known one', async () => {
    const [old, next] = [secret(), secret()]
    const token = await createGrantSigner(`${next},${old}`)(grant)

    expect(await createGrantVerifier(`${old},${next}`)(token)).toMatchObject(grant)
    expect(await createGrantVerifier(next)(token)).toMatchObject(grant)
    expect(await createGrantVerifier(old)(token)).toBeNull()
  })

  it('requires a secret of 32 bytes', () => {
    expect(GrantSecret.safeParse(secret()).success).toBe(true)
    expect(GrantSecret.safeParse('c2hvcnQ').error?.message).toContain('32 bytes')
  })
})
