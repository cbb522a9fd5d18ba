// The script and stylesheet elements of modules in the page.

import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { natives } from '../natives.ts'

/** Enough for a loaded script to run on a slow machine that is starting the shell. */
const RUN_TIMEOUT_MS = 1000

/**
 * Takes over the scripts of a release that the page itself contains. They may have failed before a listener was added: then
 * the error event is dispatched again, and failed elements are removed so that another attempt is possible.
 */
export const adoptScripts = (release: ModuleRelease) => {
  for (const script of pageScripts()) {
    if (!isOfVersion(script, release)) continue
    // The build finds scripts of its chunks by their absolute address.
    script.setAttribute('src', script.src)
    script.addEventListener('error', () => script.remove(), { once: true })
    const [entry] = performance.getEntriesByName(script.src) as PerformanceResourceTiming[]
    if (!entry) continue
    // If the script has run, this event has no listener.
    const timeout = entry.responseStatus >= 400 ? 0 : RUN_TIMEOUT_MS
    const { setTimeout } = natives()
    setTimeout(() => script.dispatchEvent(new Event('error')), timeout)
  }
}

const pageScripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-module]')]

/** A build looks for an element of the same chunk before it requests one, and would wait for the one that hangs. */
export const removeElements = (release: ModuleRelease) => {
  for (const element of document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"][href]')) {
    if (isOfVersion(element, release)) element.remove()
  }
}

/**
 * Disables the stylesheets of other versions of the module, which use the same class names. They are not removed, because
 * their build assumes that they are loaded if the tab returns to it.
 */
export const showOnlyStylesOf = (release: ModuleRelease) => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href]')) {
    if (pathOf(link).startsWith(moduleFolder(release))) link.disabled = !isOfVersion(link, release)
  }
}

const moduleFolder = ({ entry, version }: ModuleRelease) => entry.slice(0, entry.indexOf(`/${version}/`) + 1)

const isOfVersion = (element: Element, release: ModuleRelease) => {
  const folder = moduleFolder(release) + release.version
  return pathOf(element).startsWith(`${folder}/`) || pathOf(element).startsWith(`${folder}~`)
}

const pathOf = (element: Element) =>
  new URL(element.getAttribute('src') ?? element.getAttribute('href') ?? '', window.location.origin).pathname
