import { type JWTVerifyOptions, jwtVerify } from 'jose'

type Key = Parameters<typeof jwtVerify>[1]

/** What a token says that one of these keys has signed and that has not run out; rejects for any other. */
export const readToken = async (token: string, keys: readonly Key[], wanted: JWTVerifyOptions) => {
  const read = async (key: Key) => (await jwtVerify(token, key, { ...wanted, requiredClaims: ['exp'] })).payload
  return Promise.any(keys.map(read))
}
