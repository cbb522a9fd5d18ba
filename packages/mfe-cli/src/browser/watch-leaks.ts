// Finds timers and listeners that a module does not remove. These functions run in the page, to which watch-page.ts sends
// them as text.

/** Returns a function that describes the pending timers. */
export const watchTimers = (isOwnCall: () => boolean) => {
  const timers = new Map<unknown, string>()
  const { setTimeout: later, setInterval: repeat, clearTimeout: stopLater, clearInterval: stopRepeat } = globalThis
  const stop = (end: (id?: number) => void) => (id?: number) => {
    timers.delete(id)
    end(id)
  }
  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      if (!isOwnCall()) return later(run, ms, ...args)
      const id = later(() => {
        timers.delete(id)
        run(...args)
      }, ms)
      timers.set(id, `a timer of ${ms ?? 0} ms`)
      return id
    },
    setInterval: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const id = repeat(run, ms, ...args)
      if (isOwnCall()) timers.set(id, `an interval of ${ms ?? 0} ms`)
      return id
    },
    clearTimeout: stop(stopLater),
    clearInterval: stop(stopRepeat),
  })
  return () => [...timers.values()]
}

/** Returns a function that describes the listeners on targets that outlive a screen. */
export const watchListeners = (isOwnCall: () => boolean) => {
  interface Registration {
    key: readonly unknown[]
    text: string
    signal: AbortSignal | undefined
  }
  let registrations: Registration[] = []
  const remove = (key: readonly unknown[]) => {
    registrations = registrations.filter((one) => one.key.some((part, at) => part !== key[at]))
  }
  /** The name of a target that outlives a screen; null for any other target. */
  const lastingTargetName = (target: EventTarget) => {
    if (target === window) return 'window'
    if (target === document) return 'document'
    if (target === document.body || target === document.documentElement) return (target as Element).localName
    if (target instanceof MediaQueryList) return `the media query ${target.media}`
    return target instanceof VisualViewport ? 'VisualViewport' : null
  }
  const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const name = listener && isOwnCall() ? lastingTargetName(target) : null
    if (name !== null) {
      const { capture = false, once, signal } = typeof options === 'object' ? options : { capture: options }
      const key = [target, type, listener, capture]
      remove(key)
      registrations.push({ key, text: `a ${type} listener on ${name}`, signal })
      if (once) listen.call(target, type, () => remove(key), { once, capture })
    }
    return listen.call(target, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window
    const { capture = false } = typeof options === 'object' ? options : { capture: options }
    remove([target, type, listener, capture])
    return unlisten.call(target, type, listener, options)
  }
  return () => registrations.filter(({ signal }) => !signal?.aborted).map(({ text }) => text)
}
