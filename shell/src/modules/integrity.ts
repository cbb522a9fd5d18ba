import type { ModuleRelease } from '@griot/contracts/modules'

/** What was fetched is not what the registry vouches for. Asking again would bring the same. */
export class IntegrityError extends Error {}

const PATIENCE_MS = 2000

/**
 * The file of a release that arrives changed, or null. A browser says only that a script did not load; whether it came
 * at all decides if asking again makes sense.
 */
export const changedFile = async (release: ModuleRelease, entry: string): Promise<string | null> => {
  // Only pages on https or of this machine may hash.
  if (!globalThis.crypto?.subtle) return null
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1)
  const wanted = [
    [entry, release.integrity],
    ...Object.entries(release.initial ?? {}).map(([file, integrity]) => [folder + file, integrity]),
  ]
  const found = await Promise.all(
    wanted.map(async ([place = '', integrity]) => ((await isChanged(place, integrity ?? '')) ? place : null)),
  )
  return found.find((place) => place !== null) ?? null
}

const isChanged = async (place: string, integrity: string) => {
  try {
    // From the cache, where the browser has just put what it refused.
    const response = await fetch(place, { cache: 'force-cache', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) return false
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()))
    return `sha384-${btoa(String.fromCharCode(...hash))}` !== integrity
  } catch {
    // It did not come: that is another failure, and may pass.
    return false
  }
}
