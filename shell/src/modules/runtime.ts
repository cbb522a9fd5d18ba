// A script of its own that needs nothing of the shell's others: it runs while those are still on their way, and while it
// does, what the gateway preloads for this page is already evaluated. The entry of a module takes the runtime from here.

import * as runtimeCore from '@module-federation/runtime-core'

/** Development builds are left to the shell: what refreshes them is the shell's, and is not there yet. */
declare const RUNS_PRELOADED: boolean

/** The preloaded scripts only register what they bring; nothing of a module is run before the shell asks for it. */
const runPreloaded = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="script"]')) {
    // Fail closed: without a hash of the registry nothing of a module becomes a script.
    const isOfModule = link.crossOrigin !== null
    if (isOfModule && !link.integrity) continue
    const script = document.createElement('script')
    // As they will be asked for later: whoever does then waits for this very element.
    script.setAttribute('src', isOfModule ? link.href : (link.getAttribute('href') ?? ''))
    if (isOfModule) {
      script.crossOrigin = link.crossOrigin
      script.integrity = link.integrity
    }
    // Whoever asks for what failed begins anew, and does not wait for an element that has said all it will say.
    for (const end of ['load', 'error']) script.addEventListener(end, () => script.remove())
    document.head.append(script)
  }
}

if (!('_FEDERATION_RUNTIME_CORE' in globalThis)) {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  // The links stand behind this script in the page, which may still be on its way.
  const isPageHere = document.readyState !== 'loading'
  if (RUNS_PRELOADED && isPageHere) runPreloaded()
  else if (RUNS_PRELOADED) document.addEventListener('readystatechange', runPreloaded, { once: true })
}
