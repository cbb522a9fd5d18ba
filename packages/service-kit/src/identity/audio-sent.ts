import { importJWK, type JWK, SignJWT } from 'jose'
import { z } from 'zod'
import { IDENTITY_ISSUER } from './identity.ts'
import { readToken } from './verify-token.ts'

/** Request header by which the gateway states what it has sent of the recordings that a listener played last. */
export const AUDIO_SENT_HEADER = 'x-griot-audio-sent'

const AUDIENCE = 'griot-audio-sent'
/** Much longer than an identity token: what was sent stays true, so an old statement can only state too little. */
const LIFETIME_SECONDS = 600
const MAX_CACHED = 10_000

/** Of one recording, from 0 to 1: the share of its bytes, and the end of the last range. */
const SentAudio = z.object({ share: z.number().min(0).max(1), reach: z.number().min(0).max(1) })
export type SentAudio = z.infer<typeof SentAudio>

/** By the id of the media file. The gateway has sent nothing of others. */
const SentFiles = z.record(z.string(), SentAudio)
export type SentFiles = Readonly<z.infer<typeof SentFiles>>

export type SignAudioSent = (userId: string, files: SentFiles) => Promise<string>
/** Returns null unless the gateway signed the token for this user and it has not expired. */
export type VerifyAudioSent = (token: string, userId: string) => Promise<SentFiles | null>

/** With the key of the identity tokens, so that only the gateway can sign. */
export const createAudioSentSigner = async (privateKey: JWK): Promise<SignAudioSent> => {
  const key = await importJWK(privateKey, 'EdDSA')
  return (userId, files) =>
    new SignJWT({ files })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setExpirationTime(`${LIFETIME_SECONDS}s`)
      .sign(key)
}

const EXPECTED = { issuer: IDENTITY_ISSUER, audience: AUDIENCE, algorithms: ['EdDSA'] }

/** Valid statements are cached until they expire, as the gateway reuses them. */
export const createAudioSentVerifier = async (publicKeys: JWK | readonly JWK[]): Promise<VerifyAudioSent> => {
  const keys = await Promise.all([publicKeys].flat().map((key) => importJWK(key, 'EdDSA')))
  const cache = new Map<string, { userId: string; files: SentFiles; expiresAt: number }>()
  return async (token, userId) => {
    const cached = cache.get(token)
    if (cached?.userId === userId && cached.expiresAt > Date.now()) return cached.files
    try {
      const { exp = 0, ...claims } = await readToken(token, keys, { ...EXPECTED, subject: userId })
      const files = SentFiles.parse(claims.files)
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(token, { userId, files, expiresAt: exp * 1000 })
      return files
    } catch {
      return null
    }
  }
}
