// Modules run in the realm of the shell and may replace functions of the browser. The shell's requests, timers, events and stored
// values use the functions that the page had before the first module ran.

const read = () => {
  const { fetch, EventSource, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { parse, stringify } = JSON
  // Tests of rules run without a browser.
  const { getItem, setItem } = globalThis.Storage?.prototype ?? {}
  return {
    ...{ fetch, EventSource, setTimeout, clearTimeout, setInterval, clearInterval, parse, stringify, getItem, setItem },
    timeoutSignal: AbortSignal.timeout,
    sendBeacon: globalThis.navigator?.sendBeacon?.bind(navigator),
  }
}

let taken: ReturnType<typeof read> | undefined

/** Call the functions without an object: most of them reject another `this` than the page. */
export const natives = () => taken ?? read()

/** Must be called before the first module runs. Returns the function that ends this. */
export const takeNatives = () => {
  taken ??= read()
  return () => {
    taken = undefined
  }
}
