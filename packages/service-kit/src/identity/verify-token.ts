import { type JWTVerifyOptions, jwtVerify } from 'jose'

type Key = Parameters<typeof jwtVerify>[1]

/** The claims of a token that one of these keys signed. Rejects if it is invalid, has no expiry or has expired. */
export const readToken = async (token: string, keys: readonly Key[], expected: JWTVerifyOptions) => {
  const read = async (key: Key) => (await jwtVerify(token, key, { ...expected, requiredClaims: ['exp'] })).payload
  return Promise.any(keys.map(read))
}
