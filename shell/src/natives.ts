// Modules run in the realm of the shell and may replace functions of the browser. The shell's requests, timers, events and stored
// values use the functions that the page had before the first module ran.

/** Undefined where storage is forbidden: reading the property throws. */
const readStorage = (name: 'localStorage' | 'sessionStorage') => {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

const read = () => {
  const { fetch, EventSource, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { requestIdleCallback, cancelIdleCallback } = globalThis
  const { parse, stringify } = JSON
  // Tests of rules run without a browser.
  const { getItem, setItem, removeItem } = globalThis.Storage?.prototype ?? {}
  return {
    ...{ fetch, EventSource, setTimeout, clearTimeout, setInterval, clearInterval, parse, stringify },
    ...{ requestIdleCallback, cancelIdleCallback, getItem, setItem, removeItem },
    timeoutSignal: AbortSignal.timeout,
    sendBeacon: globalThis.navigator?.sendBeacon?.bind(navigator),
    // On demand: the first access reads the storage from the disk.
    get localStorage() {
      return readStorage('localStorage')
    },
    get sessionStorage() {
      return readStorage('sessionStorage')
    },
  }
}

let taken: ReturnType<typeof read> | undefined

/** Call the functions without an object: most of them reject another `this` than the page. */
export const natives = () => taken ?? read()

/** Must be called before the first module runs. Returns the function that ends this. */
export const takeNatives = () => {
  taken ??= { ...read() }
  return () => {
    taken = undefined
  }
}
