/** What an issuer told us about a person, still to be read with care. */
export type Claims = Record<string, unknown>

/** A claim by its name, which may hold dots as addresses do, else along the dots. */
export const claimAt = (claims: Claims, place: string): unknown => {
  if (Object.hasOwn(claims, place)) return claims[place]
  let found: unknown = claims
  for (const step of place.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Claims)[step]
  }
  return found
}
