import type { AssignedModule } from '@griot/contracts/module-assignment'
import type { CommandError } from '@griot/shell-sdk/contract'
import { setHttp } from '@griot/shell-sdk/http'
import { createStore } from '@griot/shell-sdk/store'
import { isLastUser } from '../auth/one-user.ts'
import { beforeSignOut } from '../auth/sign-out.ts'
import type { AssignmentStore } from './assignment-store.ts'
import { createBlockedVersions } from './blocked-versions.ts'
import { createHttp } from './http.ts'
import type { LoadTiming } from './load-release.ts'
import { createModuleLoader, type ModuleLoader } from './loader.ts'
import { moduleFailure } from './loader-state.ts'
import type { AfterCrash } from './module-state.ts'
import { createMountMarks } from './mount-marks.ts'
import type { GuardEvents, PageGuard } from './page-guard.ts'
import type { InstanceServices, ShellServices } from './shell-api.ts'
import { createTelemetry } from './telemetry.ts'

export type Modules = Omit<ReturnType<typeof createModules>, 'shellCrashed' | 'restoreNatives'>

/** All modules of the page. `renewPage` renders page and player again after their elements were removed. */
export const createModules = (registry: AssignmentStore, services: ShellServices, renewPage = () => {}) => {
  const { shell } = registry.get()
  const telemetry = createTelemetry(shell)
  const { hasUnsavedWork, holdUpdates } = createUnsavedWork()
  const { failing, watch } = createFailing()
  const loaders = new Map<string, ModuleLoader>()
  const { isBlocked, blockedVersions } = createBlocks(registry, loaders)
  const noticeFor = (module: string, version: string) => (status: number) => {
    if (status >= 500) telemetry.apiFailed(module, version)
    else void blockedVersions.rejected(module, version)
  }

  const loaderOf = (module: string) => {
    const known = loaders.get(module)
    if (known) return known
    const assigned = registry.get().modules[module]
    if (!assigned) return null
    const loader = createLoader(module, assigned)
    loaders.set(module, loader)
    return loader
  }
  const runCommand: InstanceServices['runCommand'] = async (command, input, signal) => {
    const { moduleOf, runCommand: run } = await loadRunCommand(command, shell)
    const module = moduleOf(command, registry.get())
    return run(module === undefined ? null : loaderOf(module), command, input, signal)
  }
  const { createLoader, pageLeft, restoreNatives } = createLoaderFactory({
    ...{ shell, services, telemetry, watch, holdUpdates, noticeFor, runCommand, loaders, renewPage },
  })

  const { signal } = new AbortController()
  setHttp({ signal, http: createHttp({ module: 'shell', version: shell, signal, notice: noticeFor('shell', shell) }) })
  registry.subscribe(() => {
    blockedVersions.update()
    for (const [module, assigned] of Object.entries(registry.get().modules)) loaders.get(module)?.assign(assigned)
  })
  followPage(services.userId, loaders)

  return {
    registry,
    /** A module of the page has unsaved work. */
    hasUnsavedWork,
    /** The API rejects the version of this shell. */
    isBlocked,
    /** Names of modules that failed to load. */
    failing,
    /** Removes what a module left outside of its page. */
    pageLeft,
    /** Sets functions of the browser back that a module replaced. */
    restoreNatives,
    /** Null for a module that is not assigned. */
    loader: loaderOf,
    /** The shell itself failed to render. */
    shellCrashed: (error: unknown): AfterCrash => {
      telemetry.failed(moduleFailure('shell', shell, 'render', error))
      return 'panel'
    },
    /** Starts the modules whose files the page preloads. Settles when they are ready or have failed. */
    startPreloaded: (document: Document): Promise<unknown> => {
      const preloaded = Object.keys(registry.get().modules).filter((module) => isPreloaded(document, module))
      return Promise.all(preloaded.map((module) => loaderOf(module)?.ensure()))
    },
  }
}

interface LoaderParts {
  shell: string
  services: ShellServices
  telemetry: ReturnType<typeof createTelemetry>
  watch(module: string, loader: ModuleLoader): void
  holdUpdates(loader: ModuleLoader): () => void
  /** Takes the status of failed requests of a version. */
  noticeFor(module: string, version: string): (status: number) => void
  runCommand: InstanceServices['runCommand']
  loaders: Loaders
  renewPage(): void
}

const createLoaderFactory = ({
  shell,
  services,
  telemetry,
  watch,
  holdUpdates,
  noticeFor,
  runCommand,
  loaders,
  renewPage,
}: LoaderParts) => {
  /** The version whose code ran last. */
  let latest = { module: 'shell', version: shell }
  const federation = createGuardedFederation({
    onChange: (what, { module, version } = latest) => {
      console.error(`${module}@${version} ${what}`)
      telemetry.errorCaught(module, version, new Error(what))
    },
    onBlocked: telemetry.scriptBlocked,
    onRemoved: (suspect = latest) => {
      // Before the page is rendered again, with another version.
      loaders.get(suspect.module)?.removedPage(suspect.version)
      renewPage()
    },
  })

  const createLoader = (module: string, assigned: AssignedModule) => {
    const marks = createMountMarks(module)
    const loader: ModuleLoader = createModuleLoader({
      module,
      assigned,
      beforeRun: (version) => {
        latest = { module, version }
        marks.begin(version)
      },
      fetchModule: async (release, attempt) => {
        performance.mark(`mfe:${module}:load`)
        return (await federation.load()).fetchModule(release, attempt)
      },
      createApi: (release, signal) => {
        performance.mark(`mfe:${module}:setup`)
        const instanceServices: InstanceServices = {
          notice: noticeFor(module, release.version),
          reportError: (error) => telemetry.errorCaught(module, release.version, error),
          holdUpdates: () => holdUpdates(loader),
          runCommand,
        }
        return federation.loaded().createShellApi({ ...services, ...instanceServices }, module, release, signal)
      },
      report: telemetry.failed,
      reportReady: (version, ms) => {
        performance.mark(`mfe:${module}:version:${version}`)
        telemetry.ready(module, version, ms)
      },
      timing: timingFor(navigator),
    })
    // Before the loader can fail.
    watch(module, loader)
    const ended = marks.read()
    if (ended.version) loader.endedTab(ended.version, ended.isNew)
    return loader
  }
  return { createLoader, pageLeft: federation.pageLeft, restoreNatives: federation.restoreNatives }
}

const isPreloaded = (document: Document, module: string) => document.querySelector(`[data-module="${module}"]`) !== null

const createUnsavedWork = () => {
  const hasUnsavedWork = createStore(false)
  const holds = new Set<object>()
  const holdUpdates = (loader: ModuleLoader) => {
    const hold = {}
    const release = loader.holdUpdates()
    holds.add(hold)
    hasUnsavedWork.set(true)
    return () => {
      release()
      holds.delete(hold)
      hasUnsavedWork.set(holds.size > 0)
    }
  }
  return { hasUnsavedWork, holdUpdates }
}

const createFailing = () => {
  const failing = createStore<readonly string[]>([])
  const watch = (module: string, { state }: ModuleLoader) =>
    state.subscribe(() => {
      const isFailing = state.get().status === 'failed'
      if (isFailing === failing.get().includes(module)) return
      const others = failing.get().filter((name) => name !== module)
      failing.set(isFailing ? [...others, module] : others)
    })
  return { failing, watch }
}

type Loaders = ReadonlyMap<string, ModuleLoader>

const createBlocks = (registry: AssignmentStore, loaders: Loaders) => {
  const isBlocked = createStore(false)
  const blockedVersions = createBlockedVersions({
    registry,
    onBlocked: (module, version) =>
      module === 'shell' ? isBlocked.set(true) : loaders.get(module)?.versionBlocked(version),
    onUnblocked: (module, version) =>
      module === 'shell' ? isBlocked.set(false) : loaders.get(module)?.versionUnblocked(version),
  })
  return { isBlocked, blockedVersions }
}

/**
 * Retries failed modules when the connection returns. Ends all modules with the page if its user signs out, or another user
 * has signed in in this browser.
 */
const followPage = (userId: () => string | null, loaders: Loaders) => {
  window.addEventListener('online', () => {
    for (const loader of loaders.values()) if (loader.state.get().status === 'failed') loader.retry()
  })
  const end = () => {
    for (const loader of loaders.values()) loader.end()
  }
  window.addEventListener('pagehide', () => isLastUser(userId()) || end())
  // At pagehide and not at once: the user can still stay on the page with unsaved work.
  beforeSignOut(async () => window.addEventListener('pagehide', end, { once: true }))
}

/** The folder from which the build requests its chunks. */
declare let __webpack_public_path__: string

let chunkFailures = 0

/** After a failure the chunk has another address: a browser joins a request to an earlier one that still hangs. */
const loadRunCommand = async (command: string, shell: string) => {
  const load = () => import(/* webpackChunkName: "command" */ './run-command.ts')
  try {
    return await load().catch(() => {
      chunkFailures += 1
      __webpack_public_path__ = `/m/shell/${shell}~${chunkFailures}/`
      return load()
    })
  } catch (cause) {
    const code: CommandError['code'] = 'command.missing'
    throw Object.assign(new Error(command, { cause }), { code })
  }
}

/** The page preloads it. The shell paints its frame without it. */
const loadFederation = () => import(/* webpackChunkName: "federation" */ './federation.ts')

/** Loads the federation runtime with the first module, and guards the page from then on. */
const createGuardedFederation = (events: GuardEvents) => {
  let federation: Awaited<ReturnType<typeof loadFederation>> | undefined
  let guard: PageGuard | undefined
  return {
    load: async () => {
      federation = await loadFederation()
      // A document without the shell's root is none of its pages.
      if (document.getElementById('root')) guard ??= federation.guardPage(events)
      return federation
    },
    loaded: () => {
      if (!federation) throw new Error('a module is set up before it was fetched')
      return federation
    },
    pageLeft: () => guard?.clean(),
    restoreNatives: () => guard?.restoreNatives(),
  }
}

const SLOW_CONNECTIONS = ['slow-2g', '2g', '3g']

const timingFor = (browser: Navigator & { connection?: { effectiveType?: string } }): Partial<LoadTiming> =>
  SLOW_CONNECTIONS.includes(browser.connection?.effectiveType ?? '') ? { attemptMs: 8000, deadlineMs: 20_000 } : {}
