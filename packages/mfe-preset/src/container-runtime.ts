// Replaces the federation plugin's runtime in every module's entry, which has 30 kB in each entry and 67 kB in the page.
// Our containers take all shared libraries from the shell. What remains is the container protocol: `init` with the shared
// libraries, then `get` of the exposed module.

/** Shared libraries by name and version. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, { get(): () => unknown }>>>>
type ModuleId = string | number

type Loaded = (event: { type: string }) => void
type LoadScript = (address: string, done: Loaded, key: string, chunkId: ModuleId) => void

/** The part of the bundler's runtime that this file uses. */
interface BuildRuntime {
  /** Missing if the build has only one chunk. */
  l?: LoadScript
  S: Record<string, ShareScope>
  m: Record<ModuleId, (module: { exports: unknown }) => void>
  consumesLoadingData: {
    chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[]>>
    moduleIdToConsumeDataMapping: Readonly<Record<ModuleId, { shareKey: string; requiredVersion: string }>>
  }
}
interface Options {
  webpackRequire: BuildRuntime
}

const SCOPE = 'default'

/** Called before a chunk runs: connects its shared imports to the shell's libraries. A missing one fails on import. */
const consumes = ({ webpackRequire, chunkId }: Options & { chunkId: ModuleId }) => {
  const { chunkMapping, moduleIdToConsumeDataMapping } = webpackRequire.consumesLoadingData
  for (const id of chunkMapping[chunkId] ?? []) {
    const required = moduleIdToConsumeDataMapping[id]
    if (!required) continue
    webpackRequire.m[id] = (module) => {
      module.exports = shared(webpackRequire.S[SCOPE] ?? {}, required.shareKey, required.requiredVersion)
    }
  }
}

const shared = (scope: ShareScope, name: string, range: string) => {
  const given = Object.entries(scope[name] ?? {})
  const fitting = given.find(([version]) => satisfies(version, range))
  if (!fitting) {
    const versions = given.map(([version]) => version).join(', ')
    throw new Error(`${name} ${range} is required, but the shell provides ${versions || 'none'}.`)
  }
  return fitting[1].get()()
}

/** The preset uses only caret ranges of full versions. */
const satisfies = (version: string, range: string) => {
  const [major = 0, minor = 0, patch = 0] = parts(range.slice(1))
  const [givenMajor = 0, givenMinor = 0, givenPatch = 0] = parts(version)
  if (givenMajor !== major || (major === 0 && givenMinor !== minor)) return false
  return givenMinor > minor || (givenMinor === minor && givenPatch >= patch)
}

const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))

const initContainerEntry = ({ webpackRequire, shareScope }: Options & { shareScope: ShareScope }) => {
  webpackRequire.S[SCOPE] = shareScope
  if (webpackRequire.l) webpackRequire.l = retryAtAlias(webpackRequire.l)
}

/**
 * Loads a chunk that failed before from another address of the same file, because a browser joins a new request to one
 * that hangs. So a second import works without a page reload.
 */
const retryAtAlias = (load: LoadScript): LoadScript => {
  const failures = new Map<string, number>()
  return (address, done, key, chunkId) => {
    const before = failures.get(address) ?? 0
    const countFailure: Loaded = (event) => {
      if (event.type !== 'load') failures.set(address, before + 1)
      done(event)
    }
    load(before === 0 ? address : aliasOf(address, before), countFailure, key, chunkId)
  }
}

const VERSION = /(\/m\/[^/]+\/[^/~]+)(?:~(\d+))?\//

/** The shell's retries of a whole version use the aliases 1 to 99. */
const aliasOf = (address: string, failures: number) =>
  address.replace(VERSION, (_, version: string, alias = '0') => `${version}~${Number(alias) + 100 * failures}/`)

const nothing = () => ({})

/** The shape that the plugin's generated code imports. */
export default {
  bundlerRuntime: { S: {}, init: nothing, I: nothing, consumes, installInitialConsumes: nothing, initContainerEntry },
}
