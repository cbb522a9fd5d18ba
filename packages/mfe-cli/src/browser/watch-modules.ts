import type { RemoteInstanceV1, RemoteModuleV1, ShellApiV1 } from '@griot/shell-sdk/contract'
import type { Watched } from './watch-page.ts'

/**
 * Meets the modules on their way into the page, where their containers become globals. Runs in the page, to which it is sent
 * as text (watch-page.ts).
 */
export const watchModules = ({ container, others }: Watched) => {
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

  // The modules' own containers, and what all copies of zod in a page share.
  const isKnown = (name: string) => /^((rspackChunk)?mfe_|__zod_)/.test(name)

  return {
    setups: () => setups,
    hasShell: () => apis.size > 0,
    isDisposed: () => apis.get(container)?.signal.aborted ?? true,
    /** What the shell gave to a module, to another than the watched one where there is one. */
    shell: () => {
      const [, api] = [...apis].find(([name]) => name !== container) ?? [...apis][0] ?? []
      if (!api) throw new Error('No module of this page was set up.')
      return api
    },
    forgetDrawn: () => drawn.clear(),
    /** True as well where it cannot be known. */
    mayBeDrawn: (slot: string) => drawn.has(slot) || !watchedSlots.has(slot),
    closeSlot: (slot: string) => closers.get(slot)?.(),
    globals: () => Object.getOwnPropertyNames(globalThis).filter((name) => !knownGlobals.has(name) && !isKnown(name)),
  }
}
