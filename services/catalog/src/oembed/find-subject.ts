import { notFound, unauthenticated } from '@griot/service-kit/http/errors'

export interface Subject {
  noun: 'podcast' | 'episode'
  id: string
}

const PAGES: [RegExp, Subject['noun']][] = [
  [/^\/(?:listen|podcast|embed\/podcast)\/([^/]+)\/?$/, 'podcast'],
  [/^\/(?:listen\/[^/]+|episode|embed)\/([^/]+)\/?$/, 'episode'],
]
/** Private links of drafts, and private feeds with their audio. */
const PRIVATE = /^\/(?:preview\/|invitation\/|feeds\/[^/]+\/private\/|audio\/private\/)/

/** The show or episode of an address of ours. Throws 401 for a private address, and 404 for any other one. */
export const findSubject = (given: unknown, origin: string): Subject => {
  if (typeof given !== 'string' || !URL.canParse(given)) throw notFound('page')
  const url = new URL(given)
  if (url.origin !== origin) throw notFound('page')
  if (PRIVATE.test(url.pathname)) throw unauthenticated()
  for (const [pattern, noun] of PAGES) {
    const id = pattern.exec(url.pathname)?.[1]
    if (id !== undefined) return { noun, id }
  }
  throw notFound('page')
}
