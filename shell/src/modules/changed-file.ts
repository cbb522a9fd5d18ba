import type { ModuleRelease } from '@griot/contracts/module-assignment'

const PATIENCE_MS = 2000

/**
 * The file of a release that arrives changed, or null. A browser says only that a script did not load; whether it came
 * at all decides if asking again makes sense.
 */
export const changedFile = async (release: ModuleRelease, entry: string): Promise<string | null> => {
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

/** False also where it cannot be known: without an answer, and in pages that may not hash. */
const isChanged = async (place: string, integrity: string) => {
  // Only pages on https or of this machine may.
  if (!globalThis.crypto?.subtle) return false
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

/** The address of a script or stylesheet that failed because it arrived changed. */
export const changedPart = async (file: EventTarget | null): Promise<string | null> => {
  const isScript = file instanceof HTMLScriptElement
  if (!isScript && !(file instanceof HTMLLinkElement)) return null
  const place = isScript ? file.src : file.href
  return file.integrity !== '' && (await isChanged(place, file.integrity)) ? place : null
}
