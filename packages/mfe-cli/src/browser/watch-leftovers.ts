// What a module may forget to end: its timers, and its listeners on what outlives every screen. These functions run in the
// page, to which they are sent as text (watch-page.ts).

/** Answers the timers that have begun and are still to come, each in words. */
export const watchTimers = (isOwnCall: () => boolean) => {
  const timers = new Map<unknown, string>()
  const { setTimeout: later, setInterval: repeat, clearTimeout: stopLater, clearInterval: stopRepeat } = globalThis
  const watchedLater = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    if (!isOwnCall()) return later(run, ms, ...args)
    const id = later(() => {
      timers.delete(id)
      run(...args)
    }, ms)
    timers.set(id, `a timer of ${ms ?? 0} ms`)
    return id
  }
  const watchedRepeat = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const id = repeat(run, ms, ...args)
    if (isOwnCall()) timers.set(id, `an interval of ${ms ?? 0} ms`)
    return id
  }
  const stop = (end: (id?: number) => void) => (id?: number) => {
    timers.delete(id)
    end(id)
  }
  Object.assign(globalThis, {
    ...{ setTimeout: watchedLater, setInterval: watchedRepeat },
    ...{ clearTimeout: stop(stopLater), clearInterval: stop(stopRepeat) },
  })
  return () => [...timers.values()]
}

/** Answers the listeners that are still there, each in words. */
export const watchListeners = (isOwnCall: () => boolean) => {
  interface Listening {
    target: EventTarget
    type: string
    listener: unknown
    capture: boolean
  }
  let listening: Listening[] = []
  const nameOf = (target: EventTarget) => {
    if (target === window) return 'window'
    if (target instanceof Node) return target === document ? 'document' : target.nodeName.toLowerCase()
    return target instanceof MediaQueryList ? `the media query ${target.media}` : target.constructor.name
  }
  const isLasting = (target: EventTarget) =>
    target === window ||
    target === document ||
    target === document.documentElement ||
    target === document.body ||
    target instanceof MediaQueryList ||
    target instanceof VisualViewport
  const captureOf = (options: unknown) =>
    typeof options === 'boolean' ? options : ((options as AddEventListenerOptions | undefined)?.capture ?? false)
  const forget = (gone: Listening) => {
    listening = listening.filter(
      ({ target, type, listener, capture }) =>
        target !== gone.target || type !== gone.type || listener !== gone.listener || capture !== gone.capture,
    )
  }
  const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    if (listener && isOwnCall() && isLasting(target)) {
      const one = { target, type, listener, capture: captureOf(options) }
      const { once = false, signal } = typeof options === 'object' ? options : {}
      forget(one)
      if (!signal?.aborted) listening.push(one)
      if (once) listen.call(target, type, () => forget(one), { once: true, capture: one.capture })
      if (signal) listen.call(signal, 'abort', () => forget(one))
    }
    return listen.call(target, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    forget({ target, type, listener, capture: captureOf(options) })
    return unlisten.call(target, type, listener, options)
  }
  return () => listening.map(({ target, type }) => `a ${type} listener on ${nameOf(target)}`)
}
