// The scripts and stylesheets of modules as the page holds them.

import type { ModuleRelease } from '@griot/contracts/module-assignment'

/** Time enough for what has come whole to run, on a slow machine that is about to start the shell. */
const SETTLED_MS = 1000

/**
 * Takes over the scripts that the page itself brought for a release; they began before anybody listened. Those that failed
 * make way for another try, and those who wait for one that had failed before are told.
 */
export const adoptScripts = (release: ModuleRelease) => {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-module]')) {
    if (!isOfVersion(script, release)) continue
    // A build looks for the scripts of its chunks by their whole address.
    script.setAttribute('src', script.src)
    script.addEventListener('error', () => script.remove(), { once: true })
    const [come] = performance.getEntriesByName(script.src) as PerformanceResourceTiming[]
    if (!come) continue
    // Said in vain of what has run: nobody waits for that.
    const wait = come.responseStatus >= 400 ? 0 : SETTLED_MS
    setTimeout(() => script.dispatchEvent(new Event('error')), wait)
  }
}

/** Settles when a script has run, which may be the page's own that is still on its way. */
export const runScript = (address: string, integrity: string) =>
  new Promise<void>((resolve, reject) => {
    const script = scriptOfPage(address) ?? createScript(address, integrity)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${address} did not load`)))
    if (!script.isConnected) document.head.append(script)
  })

const scriptOfPage = (address: string) =>
  [...document.querySelectorAll<HTMLScriptElement>('script[data-module]')].find(({ src }) => src === address)

const createScript = (address: string, integrity: string) => {
  const script = document.createElement('script')
  script.crossOrigin = 'anonymous'
  script.integrity = integrity
  script.src = address
  return script
}

/**
 * A build looks for a script or stylesheet of the same chunk in the page before it asks for one, and would wait for the
 * very element that hangs.
 */
export const forgetElements = (release: ModuleRelease) => {
  for (const element of document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"][href]')) {
    if (isOfVersion(element, release)) element.remove()
  }
}

/**
 * Two versions of a module use the same class names. The other version's stylesheets are switched off and not removed:
 * its build takes them for loaded, should this tab go back to it.
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
