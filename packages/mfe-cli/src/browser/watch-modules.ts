import type { RemoteInstanceV1, RemoteModuleV1, ShellApiV1 } from '@griot/shell-sdk/contract'
import type { Watched } from './watch-page.ts'

/**
 * Wraps the containers of modules when they become globals, to observe `setup` and slots. Runs in the page, to which
 * watch-page.ts sends it as text.
 */
export const watchModules = ({ container, others }: Watched) => {
  interface Container {
    get(name: string): Promise<() => RemoteModuleV1>
  }
  const apis = new Map<string, ShellApiV1>()
  let setups = 0
  let initialGlobals = new Set<string>()
  const closers = new Map<string, () => void>()
  /** Slots whose rendering can be observed, and those that were rendered. */
  const watchedSlots = new Set<string>()
  const renderedSlots = new Set<string>()

  const watchSlots = (slots: RemoteInstanceV1['slots'] = {}) =>
    Object.fromEntries(
      Object.entries(slots as Record<string, unknown>).map(([slot, Filling]) => {
        // Only function components can be wrapped; classes and memo components stay.
        if (typeof Filling !== 'function' || Filling.prototype?.isReactComponent) return [slot, Filling]
        watchedSlots.add(slot)
        const WatchedFilling = (props: { onClose?(): void }) => {
          if (props.onClose) closers.set(slot, props.onClose)
          renderedSlots.add(slot)
          return Filling(props)
        }
        return [slot, WatchedFilling]
      }),
    )

  const watchModule = (name: string, exposed: RemoteModuleV1): RemoteModuleV1 => {
    if (typeof exposed?.setup !== 'function') return exposed
    const setup = async (api: ShellApiV1) => {
      const instance = await exposed.setup(api)
      apis.set(name, api)
      if (name !== container) return instance
      setups += 1
      return Object.create(instance, {
        slots: { value: watchSlots(instance.slots), enumerable: true },
      }) as typeof instance
    }
    return { contract: exposed.contract, setup }
  }

  const watchContainer = (name: string, entry: Container): Container => {
    if (name === container && initialGlobals.size === 0)
      initialGlobals = new Set(Object.getOwnPropertyNames(globalThis))
    const get = async (exposed: string) => {
      const evaluate = await entry.get(exposed)
      return () => watchModule(name, evaluate())
    }
    return Object.create(entry, { get: { value: get } }) as Container
  }

  for (const name of [container, ...others]) {
    let current: Container | undefined
    // The container script declares this name with `var`. A retry of the load sets it again.
    Object.defineProperty(globalThis, name, {
      get: () => current,
      set: (entry: Container | undefined) => {
        current = entry && watchContainer(name, entry)
      },
    })
  }

  // Containers, their runtimes, and what all copies of zod or Vue share.
  const isExpected = (name: string) => /^(((rspack|webpack)Chunk)?mfe_|__(zod_|mf_|VUE))/.test(name)

  return {
    setups: () => setups,
    hasShell: () => apis.size > 0,
    isDisposed: () => apis.get(container)?.signal.aborted ?? true,
    /** The shell API of a module, if possible of another one than the watched module. */
    shell: () => {
      const [, api] = [...apis].find(([name]) => name !== container) ?? [...apis][0] ?? []
      if (!api) throw new Error('No module of this page was set up.')
      return api
    },
    resetRendered: () => renderedSlots.clear(),
    /** True if the slot was rendered, and if that cannot be observed. */
    mayBeRendered: (slot: string) => renderedSlots.has(slot) || !watchedSlots.has(slot),
    closeSlot: (slot: string) => closers.get(slot)?.(),
    globals: () =>
      Object.getOwnPropertyNames(globalThis).filter((name) => !initialGlobals.has(name) && !isExpected(name)),
  }
}
