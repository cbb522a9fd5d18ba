// Loaded when the first module is. The shell itself is a plain build: it hands over its own libraries and the runtime
// that the modules' entries expect, and uses the runtime for nothing else than registering an entry and getting its module.

import type { ModuleRelease } from '@griot/contracts/modules'
import type * as RuntimeCore from '@module-federation/runtime-core'
import { changedFile, IntegrityError } from './integrity.ts'
import { shares } from './shares.ts'

/** Address of the script that runtime.ts is built into. */
declare const MODULES_RUNTIME: string

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/
const ENTRY_TIMEOUT_MS = 20_000

/** The hash that the registry gives for each entry that may run. */
const integrityOf = new Map<string, string>()

const createHost = ({ ModuleFederation }: typeof RuntimeCore) =>
  new ModuleFederation({
    name: 'griot_shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(
      Object.entries(shares).map(([name, { version, library }]) => [
        name,
        {
          version,
          scope: 'default',
          lib: () => library,
          shareConfig: { singleton: true, strictVersion: true, requiredVersion: version },
        },
      ]),
    ),
    plugins: [
      {
        name: 'griot-integrity',
        createScript: ({ url }) => {
          const integrity = integrityOf.get(url)
          // Fail closed: what the registry does not vouch for never becomes a script.
          if (!integrity) throw new Error(`No known integrity for ${url}`)
          const script = document.createElement('script')
          script.src = url
          script.async = true
          script.crossOrigin = 'anonymous'
          script.integrity = integrity
          return { script, timeout: ENTRY_TIMEOUT_MS }
        },
      },
    ],
  })

let host: RuntimeCore.ModuleFederation | undefined

const hostOf = async (attempt: number) => {
  host ??= createHost(runtimeHere() ?? (await fetchRuntime(attempt)))
  return host
}

const runtimeHere = () => (globalThis as { _FEDERATION_RUNTIME_CORE?: typeof RuntimeCore })._FEDERATION_RUNTIME_CORE

/** The page brings the runtime along; this is for when it has not come yet, or did not come. */
const fetchRuntime = (attempt: number) =>
  new Promise<typeof RuntimeCore>((resolve, reject) => {
    // A further try does not wait for what may hang.
    const script = (attempt === 0 ? scriptUnderWay() : null) ?? document.createElement('script')
    const end = () => {
      const runtime = runtimeHere()
      if (runtime) resolve(runtime)
      else reject(new Error('The runtime of the modules did not come'))
    }
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    if (script.isConnected) return
    script.src = attempt === 0 ? MODULES_RUNTIME : `${MODULES_RUNTIME}?${attempt}`
    document.head.append(script)
  })

/** The page's own script, unless it has failed: then it says nothing any more. */
const scriptUnderWay = () => {
  const script = document.querySelector<HTMLScriptElement>(`script[src="${MODULES_RUNTIME}"]`)
  if (!script) return null
  const [fetched] = performance.getEntriesByName(script.src) as PerformanceResourceTiming[]
  return fetched === undefined || fetched.responseStatus === 200 ? script : null
}

/**
 * Fetches a release's entry and the files of its module; answers the function that evaluates it. Each attempt after the
 * first goes by another address: a browser joins a request to the same address that still hangs.
 */
export const fetchModule = async (release: ModuleRelease, attempt: number): Promise<() => unknown> => {
  // To ask again would change nothing: nobody vouches for what would come.
  if (!SHA384.test(release.integrity)) throw new IntegrityError(`No known integrity for ${release.entry}`)
  const entry = new URL(addressOf(release, attempt), window.location.origin).href
  integrityOf.set(entry, release.integrity)
  if (attempt > 0) forgetElements(release)
  const host = await hostOf(attempt)
  // Names carry the build's id. Forcing replaces only what an earlier attempt at the same version left behind.
  host.registerRemotes([{ name: release.container, entry, type: 'var' }], { force: attempt > 0 })
  const factory = await host
    .loadRemote<() => unknown>(`${release.container}/module`, { loadFactory: false, from: 'runtime' })
    .catch(async (error: unknown) => {
      const changed = await changedFile(release, entry)
      throw changed ? new IntegrityError(`${changed} arrived changed`, { cause: error }) : error
    })
  if (typeof factory !== 'function') throw new Error(`${release.entry} exposes no module`)
  showOnlyStylesOf(release)
  return factory
}

const addressOf = ({ entry, version }: ModuleRelease, attempt: number) =>
  attempt === 0 ? entry : entry.replace(`/${version}/`, `/${version}~${attempt}/`)

// A build looks for a script or stylesheet of the same chunk in the page before it asks for one, and would wait for the
// very element that hangs.
const forgetElements = (release: ModuleRelease) => {
  for (const element of document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"][href]')) {
    if (isOfVersion(element, release)) element.remove()
  }
}

// Two versions of a module use the same class names. The other version's stylesheets are switched off and not removed:
// its build takes them for loaded, should this tab go back to it.
const showOnlyStylesOf = (release: ModuleRelease) => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href]')) {
    if (pathOf(link).startsWith(moduleFolder(release))) link.disabled = !isOfVersion(link, release)
  }
}

const moduleFolder = ({ entry, version }: ModuleRelease) => entry.slice(0, entry.indexOf(`/${version}/`) + 1)

const isOfVersion = (element: Element, release: ModuleRelease) => {
  const folder = moduleFolder(release) + release.version
  return pathOf(element).startsWith(`${folder}/`) || pathOf(element).startsWith(`${folder}~`)
}

const pathOf = (element: Element) =>
  new URL(element.getAttribute('src') ?? element.getAttribute('href') ?? '', window.location.origin).pathname
