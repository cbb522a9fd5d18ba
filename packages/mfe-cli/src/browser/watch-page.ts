import type { PlayerMedia, RemoteInstanceV1, RemoteModuleV1, ShellApiV1, ShellEvents } from '@griot/shell-sdk/contract'

/** What is watched: one module in the page of all of them, whose containers are globals. */
export interface Watched {
  module: string
  version: string
  container: string
  others: readonly string[]
}

/** What the page's watcher knows, for whoever drives the page. */
export interface Watcher {
  /** How often the module was set up. */
  setups(): number
  /** Whether a module of the page has what the shell gives it. */
  hasShell(): boolean
  isDisposed(): boolean
  play(media: PlayerMedia): Promise<void>
  position(): number
  tell<Name extends keyof ShellEvents>(event: Name, payload: ShellEvents[Name]): void
  /** Whether the module has drawn something for the slot since it was last asked to. */
  isShown(slot: string, shellSays: string): boolean
  closeSlot(slot: string): void
  /** What hangs on the page, or will come, of the module's own. */
  leftBehind(): string[]
  globals(): string[]
  /** What was noticed since the last time, in sentences. */
  troubles(): string[]
}

export type WithWatcher = typeof globalThis & { griotWatcher: Watcher }

/** Runs in the page, before anything else. It is sent there as text, so nothing outside of it is there. */
export const watchPage = ({ module, version, container, others }: Watched) => {
  const noticed: string[] = []

  // The line of a stack that called what is being watched: whatever the shell does for a module is the shell's.
  const CALLER = 3
  const isOwnCall = () => {
    const caller = new Error().stack?.split('\n')[CALLER] ?? ''
    return caller.includes(`/m/${module}/${version}/`) || caller.includes(`/m/${module}/${version}~`)
  }

  // Timers
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

  // Listeners on what outlives every screen
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

  // The page's policy, and the sound: its element is in no document, so it is caught as it is played.
  listen.call(document, 'securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent
    noticed.push(`the page’s policy refuses ${blockedURI} (${effectiveDirective}).`)
  })
  let sound: HTMLMediaElement | undefined
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    if (sound !== this) {
      const complain = (says: string) => () => void noticed.push(says)
      if (sound) noticed.push('another sound began beside the one that was playing.')
      sound = this
      listen.call(this, 'pause', complain('the sound was paused.'))
      listen.call(this, 'emptied', complain('the sound was taken away.'))
      listen.call(this, 'seeking', complain('the sound was moved to another place.'))
    }
    return play.call(this)
  }

  // The module is met on its way into the page, where its container becomes a global.
  interface Container {
    get(name: string): Promise<() => RemoteModuleV1>
  }
  const apis = new Map<string, ShellApiV1>()
  let setups = 0
  let knownGlobals = new Set<string>()
  const closers = new Map<string, () => void>()
  /** Slots of which it is known when they are drawn, and those that were. */
  const watchedSlots = new Set<string>()
  const drawn = new Set<string>()

  /** What fills a slot also says that it was drawn, and how the shell closes it. */
  const watchSlots = (slots: RemoteInstanceV1['slots'] = {}) =>
    Object.fromEntries(
      Object.entries(slots as Record<string, unknown>).map(([slot, Filling]) => {
        // Only of a function is it known when it is drawn; a class or what is wrapped goes as it is.
        if (typeof Filling !== 'function' || Filling.prototype?.isReactComponent) return [slot, Filling]
        watchedSlots.add(slot)
        const WatchedFilling = (props: { onClose?(): void }) => {
          if (props.onClose) closers.set(slot, props.onClose)
          drawn.add(slot)
          return Filling(props)
        }
        return [slot, WatchedFilling]
      }),
    )

  const watchModule = (name: string, exposed: RemoteModuleV1): RemoteModuleV1 => {
    if (typeof exposed?.setup !== 'function') return exposed
    const setUp = async (api: ShellApiV1) => {
      const instance = await exposed.setup(api)
      apis.set(name, api)
      if (name !== container) return instance
      setups += 1
      return Object.create(instance, {
        slots: { value: watchSlots(instance.slots), enumerable: true },
      }) as typeof instance
    }
    return { contract: exposed.contract, setup: setUp }
  }

  const watchContainer = (name: string, entry: Container): Container => {
    if (name === container && knownGlobals.size === 0) knownGlobals = new Set(Object.getOwnPropertyNames(globalThis))
    const get = async (place: string) => {
      const evaluate = await entry.get(place)
      return () => watchModule(name, evaluate())
    }
    return Object.create(entry, { get: { value: get } }) as Container
  }

  for (const name of [container, ...others]) {
    let held: Container | undefined
    // As the variable that it stands for it cannot be deleted; a further attempt takes it back and sets it anew.
    Object.defineProperty(globalThis, name, {
      get: () => held,
      set: (entry: Container | undefined) => {
        held = entry && watchContainer(name, entry)
      },
    })
  }

  const shell = () => {
    const [, api] = [...apis].find(([name]) => name !== container) ?? [...apis][0] ?? []
    if (!api) throw new Error('No module of this page was set up.')
    return api
  }

  // The modules' own containers, and what all copies of zod in a page share.
  const isKnown = (name: string) => /^((rspackChunk)?mfe_|__zod_)/.test(name)
  let elementsBefore = new WeakSet<Element>()

  const watcher: Watcher = {
    setups: () => setups,
    hasShell: () => apis.size > 0,
    isDisposed: () => apis.get(container)?.signal.aborted ?? true,
    play: (media) => shell().player.load(media),
    position: () => sound?.currentTime ?? 0,
    tell: (event, payload) => {
      elementsBefore = new WeakSet(document.querySelectorAll('*'))
      drawn.clear()
      shell().events.emit(event, payload)
    },
    isShown: (slot, shellSays) => {
      const isNew = (element: HTMLElement) =>
        !elementsBefore.has(element) && element.checkVisibility() && element.textContent.trim() !== ''
      // What it says by itself, and all that its player's root shows: the sound's controls and its messages.
      const isFromShell = (element: HTMLElement) =>
        element.closest('.slot-waiting, #player') !== null || element.textContent.includes(shellSays)
      const news = [...document.querySelectorAll<HTMLElement>('body *')].filter(isNew)
      return (drawn.has(slot) || !watchedSlots.has(slot)) && news.some((element) => !isFromShell(element))
    },
    closeSlot: (slot) => closers.get(slot)?.(),
    leftBehind: () => [
      ...listening.map(({ target, type }) => `a ${type} listener on ${nameOf(target)}`),
      ...timers.values(),
    ],
    globals: () => Object.getOwnPropertyNames(globalThis).filter((name) => !knownGlobals.has(name) && !isKnown(name)),
    troubles: () => noticed.splice(0),
  }
  Object.defineProperty(globalThis, 'griotWatcher', { value: watcher })
}
