import { request } from 'undici'

const PATIENCE_MS = 5_000
/** Whoever signs in next within this time does not ask again. */
const BELIEVED_MS = 5_000
const REFUSED_MS = 1_000

/** Throws when the issuer does not answer. */
export type ReachIssuer = () => Promise<void>

/**
 * Asks an issuer for its discovery document before a person is sent there. Without an answer to us nobody can come back
 * signed in, whatever their browser reaches: they would type their password and be refused afterwards, or see an error
 * page of their browser. Its document may be remembered; whether it is there has to be asked.
 */
export const createReachIssuer = (issuer: string): ReachIssuer => {
  const address = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  let last: { answer: Promise<void>; until: number } | undefined

  const ask = async () => {
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    await body.dump()
    if (statusCode >= 500) throw new Error(`the issuer answered ${statusCode}`)
  }

  return () => {
    if (last !== undefined && last.until > performance.now()) return last.answer
    const answer = ask()
    // Whoever comes while it is asked waits for the same answer.
    const asked = { answer, until: Number.POSITIVE_INFINITY }
    last = asked
    answer.then(
      () => {
        asked.until = performance.now() + BELIEVED_MS
      },
      () => {
        asked.until = performance.now() + REFUSED_MS
      },
    )
    return answer
  }
}
