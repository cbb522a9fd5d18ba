import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { natives } from '../natives.ts'

const TIMEOUT_MS = 2000

/**
 * The address of a release's file whose bytes differ from its hash, or null. Browsers report a changed script like one that
 * did not load, but only the latter is worth a retry.
 */
export const findChangedFile = async (release: ModuleRelease, entry: string): Promise<string | null> => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1)
  const initial = Object.entries(release.initial ?? {}).map(([file, integrity]) => [folder + file, integrity] as const)
  const found = await Promise.all(
    [[entry, release.integrity] as const, ...initial].map(async ([address, integrity]) =>
      (await isChanged(address, integrity)) ? address : null,
    ),
  )
  return found.find((address) => address !== null) ?? null
}

/** The address of a script or stylesheet element that failed because its bytes differ from its hash, or null. */
export const changedAddress = async (element: EventTarget | null): Promise<string | null> => {
  const isScript = element instanceof HTMLScriptElement
  if (!isScript && !(element instanceof HTMLLinkElement)) return null
  const address = isScript ? element.src : element.href
  return element.integrity !== '' && (await isChanged(address, element.integrity)) ? address : null
}

/** Also false if it cannot be determined. */
const isChanged = async (address: string, integrity: string) => {
  // Missing in insecure contexts.
  if (!globalThis.crypto?.subtle) return false
  const { fetch, timeoutSignal } = natives()
  try {
    // The browser has just cached the bytes that it rejected.
    const response = await fetch(address, { cache: 'force-cache', signal: timeoutSignal(TIMEOUT_MS) })
    if (!response.ok) return false
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()))
    return `sha384-${btoa(String.fromCharCode(...hash))}` !== integrity
  } catch {
    return false
  }
}
