// Stands in every module's entry, in the place of the federation plugin's own runtime (30 kB of each entry, and 67 kB
// more in the page): a container of ours only ever takes what the shell hands to it, and brings no shared library itself.
// What is left is the protocol that all containers keep: `init` with what is shared, then `get` of what is exposed.

/** What is shared, by its name and then by its version. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, { get(): () => unknown }>>>>
type ModuleId = string | number

type Loaded = (event: { type: string }) => void
type LoadScript = (address: string, done: Loaded, key: string, chunkId: ModuleId) => void

/** The part of the build's runtime that is met here. */
interface BuildRuntime {
  /** Missing where all is in one chunk. */
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

/** A chunk is about to run: where it imports what is shared, it gets the shell's, or fails while it is evaluated. */
const consumes = ({ webpackRequire, chunkId }: Options & { chunkId: ModuleId }) => {
  const { chunkMapping, moduleIdToConsumeDataMapping } = webpackRequire.consumesLoadingData
  for (const id of chunkMapping[chunkId] ?? []) {
    const wanted = moduleIdToConsumeDataMapping[id]
    if (!wanted) continue
    webpackRequire.m[id] = (module) => {
      module.exports = shared(webpackRequire.S[SCOPE] ?? {}, wanted.shareKey, wanted.requiredVersion)
    }
  }
}

const shared = (scope: ShareScope, name: string, range: string) => {
  const given = Object.entries(scope[name] ?? {})
  const fitting = given.find(([version]) => satisfies(version, range))
  if (!fitting) {
    const versions = given.map(([version]) => version).join(', ')
    throw new Error(`${name} ${range} is needed, and the shell brings ${versions || 'none'}.`)
  }
  return fitting[1].get()()
}

/** The preset asks for nothing but a caret before a whole version. */
const satisfies = (version: string, range: string) => {
  const [major = 0, minor = 0, patch = 0] = parts(range.slice(1))
  const [givenMajor = 0, givenMinor = 0, givenPatch = 0] = parts(version)
  if (givenMajor !== major || (major === 0 && givenMinor !== minor)) return false
  return givenMinor > minor || (givenMinor === minor && givenPatch >= patch)
}

const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))

const initContainerEntry = ({ webpackRequire, shareScope }: Options & { shareScope: ShareScope }) => {
  webpackRequire.S[SCOPE] = shareScope
  if (webpackRequire.l) webpackRequire.l = askElsewhereAgain(webpackRequire.l)
}

/**
 * A part of a page that did not come is asked for again by another address of the same bytes: a browser joins a request
 * to one that still hangs. So whoever imports it once more gets it, and what is on the page stays.
 */
const askElsewhereAgain = (load: LoadScript): LoadScript => {
  const failures = new Map<string, number>()
  return (address, done, key, chunkId) => {
    const before = failures.get(address) ?? 0
    const noteAndGoOn: Loaded = (event) => {
      if (event.type !== 'load') failures.set(address, before + 1)
      done(event)
    }
    load(before === 0 ? address : aliasOf(address, before), noteAndGoOn, key, chunkId)
  }
}

const VERSION = /(\/m\/[^/]+\/[^/~]+)(?:~(\d+))?\//

/** The shell counts its own tries of a whole version by ones. */
const aliasOf = (address: string, tries: number) =>
  address.replace(VERSION, (_, version: string, alias = '0') => `${version}~${Number(alias) + 100 * tries}/`)

const nothing = () => ({})

/** As the plugin's code in the entry knows it. */
export default {
  bundlerRuntime: { S: {}, init: nothing, I: nothing, consumes, installInitialConsumes: nothing, initContainerEntry },
}
