import type * as openid from 'openid-client'

/** What a browser brought back as the issuer's answer is nothing that the issuer gave out, or gave out to this sign-in. */
export class MadeUpAnswer extends Error {}

/** An answer is one code, and of whoever names themselves in theirs no other's. */
export const requireAnswerOf = ({ searchParams }: URL, metadata: openid.ServerMetadata) => {
  const [code, ...others] = searchParams.getAll('code')
  const names = searchParams.getAll('iss')
  const mustName = metadata.authorization_response_iss_parameter_supported === true
  const isNamed = names.length === 0 ? !mustName : names.length === 1 && names[0] === metadata.issuer
  // A whole answer in one parameter is something that we never asked for.
  if (!code || others.length > 0 || !isNamed || searchParams.has('response')) {
    throw new MadeUpAnswer('the browser came back with something else than an answer')
  }
}

/** The issuer does not know the code. */
export const isUnknownCode = (error: unknown) =>
  error instanceof Error && 'error' in error && error.error === 'invalid_grant'
