import type { AssignedModule } from '@griot/contracts/module-assignment'
import type { CommandError } from '@griot/shell-sdk/contract'
import { askAs } from '@griot/shell-sdk/http'
import { createStore, type Store } from '@griot/shell-sdk/store'
import { askElsewhere } from '../ask-elsewhere.ts'
import { isHere } from '../auth/one-person.ts'
import { beforeSignOut } from '../auth/sign-out.ts'
import { failureOf } from './bring-release.ts'
import { fetchModule } from './federation.ts'
import { createHttp } from './http.ts'
import { createModuleLoader } from './loader.ts'
import type { AfterCrash, LoaderTiming, ModuleLoader } from './loader-contract.ts'
import type { Registry } from './registry.ts'
import { type Around, createShellApi, type ShellServices } from './shell-api.ts'
import { createTelemetry } from './telemetry.ts'

export interface Modules {
  registry: Registry
  /** Somewhere on the page there is work that would be lost with it. */
  isWriting: Store<boolean>
  /** The API answers this shell no more. */
  isTooOld: Store<boolean>
  /** Names of those that did not come, until they do. */
  failing: Store<readonly string[]>
  /** Null for a module that does not stand. */
  loader(module: string): ModuleLoader | null
  /** Starts the module whose files came with this page; settles when it has come or failed. */
  startPreloaded(document: Document): Promise<unknown>
}

interface ShellItself {
  /** It made a mistake while it drew the page. */
  shellCrashed(error: unknown): AfterCrash
}

const SLOW_CONNECTIONS = ['slow-2g', '2g', '3g']

/** The loaders of all modules, and what they share. */
export const createModules = (registry: Registry, services: ShellServices): Modules & ShellItself => {
  const loaders = new Map<string, ModuleLoader>()

  const isWriting = createStore(false)
  const writers = new Set<object>()
  const block = (loader: ModuleLoader) => {
    const mine = {}
    const release = loader.block()
    writers.add(mine)
    isWriting.set(true)
    return () => {
      release()
      writers.delete(mine)
      isWriting.set(writers.size > 0)
    }
  }

  const failing = createStore<readonly string[]>([])
  const watchFailing = (module: string, loader: ModuleLoader) =>
    loader.state.subscribe(() => {
      const others = failing.get().filter((name) => name !== module)
      const isFailing = loader.state.get().status === 'failed'
      if (isFailing !== failing.get().includes(module)) failing.set(isFailing ? [...others, module] : others)
    })

  const { shell } = registry.get()
  const telemetry = createTelemetry(shell)

  const isTooOld = createStore(false)
  const outlived = new Set<string>()
  const asked = new Set<string>()
  const noticeOutlived = async (module: string, version: string) => {
    const name = `${module}@${version}`
    if (outlived.has(name) || asked.has(name)) return
    asked.add(name)
    // Whatever takes its place is known by then.
    await registry.refresh()
    asked.delete(name)
    outlived.add(name)
    if (module === 'shell') isTooOld.set(true)
    else loaders.get(module)?.outlived(version)
  }

  let blocked = registry.get().blocked
  /** A block has ended: it may be that of the version, and if not, its next call says so. */
  const noticeUnblocked = () => {
    const before = blocked
    blocked = registry.get().blocked
    for (const name of outlived) {
      const [module = '', version = ''] = name.split('@')
      const still = blocked?.[module] ?? []
      if (still.length > 0 && !before?.[module]?.some((range) => !still.includes(range))) continue
      outlived.delete(name)
      if (module === 'shell') isTooOld.set(false)
      else loaders.get(module)?.answeredAgain(version)
    }
  }
  const noticeOf = (module: string, version: string) => (status: number) => {
    if (status >= 500) telemetry.apiFailed(module, version)
    else void noticeOutlived(module, version)
  }
  const { signal } = new AbortController()
  askAs({ signal, http: createHttp({ module: 'shell', version: shell, signal, notice: noticeOf('shell', shell) }) })

  const create = (module: string, assigned: AssignedModule) => {
    const loader: ModuleLoader = createModuleLoader({
      module,
      assigned,
      fetchModule: (release, attempt) => {
        performance.mark(`mfe:${module}:load`)
        return fetchModule(release, attempt)
      },
      createApi: (release, signal) => {
        performance.mark(`mfe:${module}:setup`)
        const notice = noticeOf(module, release.version)
        const mistaken = () => telemetry.mistaken(module, release.version)
        const around = { notice, mistaken, block: () => block(loader), run }
        return createShellApi({ ...services, ...around }, module, release, signal)
      },
      report: telemetry.failed,
      reportReady: (version, ms) => {
        performance.mark(`mfe:${module}:version:${version}`)
        telemetry.ready(module, version, ms)
      },
      timing: timingFor(navigator),
    })
    watchFailing(module, loader)
    return loader
  }

  registry.subscribe(() => {
    noticeUnblocked()
    for (const [module, assigned] of Object.entries(registry.get().modules)) loaders.get(module)?.assign(assigned)
  })
  window.addEventListener('online', () => {
    for (const loader of loaders.values()) {
      if (loader.state.get().status === 'failed') loader.retry()
    }
  })
  const endAll = () => {
    for (const loader of loaders.values()) loader.end()
  }
  // The page goes with its person: somebody else has signed in, or they sign out, unless they stay with what they write.
  window.addEventListener('pagehide', () => isHere(services.person()) || endAll())
  beforeSignOut(async () => window.addEventListener('pagehide', endAll, { once: true }))

  const loaderOf = (module: string) => {
    const known = loaders.get(module)
    if (known) return known
    const assigned = registry.get().modules[module]
    if (!assigned) return null
    const loader = create(module, assigned)
    loaders.set(module, loader)
    return loader
  }

  const fetchRunner = () => import(/* webpackChunkName: "command" */ './run-command.ts')
  const run: Around['run'] = (command, input, signal) =>
    fetchRunner()
      .catch(() => {
        askElsewhere(shell)
        return fetchRunner()
      })
      .then(
        ({ moduleOf, runCommand }) => {
          const module = moduleOf(command, registry.get())
          return runCommand(module === undefined ? null : loaderOf(module), command, input, signal)
        },
        (cause) => {
          throw Object.assign(new Error(command, { cause }), { code: 'command.missing' satisfies CommandError['code'] })
        },
      )

  return {
    registry,
    isWriting,
    isTooOld,
    failing,
    loader: loaderOf,
    shellCrashed: (error) => {
      telemetry.failed(failureOf('shell', registry.get().shell, 'render', error))
      return 'panel'
    },
    startPreloaded: (document) => {
      const started = Object.keys(registry.get().modules).map(async (module) => {
        if (document.querySelector(`[data-module="${module}"]`)) await loaderOf(module)?.ensure()
      })
      return Promise.all(started)
    },
  }
}

const timingFor = (browser: Navigator & { connection?: { effectiveType?: string } }): Partial<LoaderTiming> =>
  SLOW_CONNECTIONS.includes(browser.connection?.effectiveType ?? '') ? { attemptMs: 8000, deadlineMs: 20_000 } : {}
