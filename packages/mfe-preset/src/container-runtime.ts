// Stands in every module's entry, in the place of the federation plugin's own runtime (30 kB of each entry, and 67 kB
// more in the page): a container of ours only ever takes what the shell hands to it, and brings no shared library itself.
// What is left is the protocol that all containers keep: `init` with what is shared, then `get` of what is exposed.

/** What is shared, by its name and then by its version. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, { get(): () => unknown }>>>>
type ModuleId = string | number

/** The part of the build's runtime that is met here. */
interface BuildRuntime {
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
}

const nothing = () => ({})

/** As the plugin's code in the entry knows it. */
export default {
  bundlerRuntime: { S: {}, init: nothing, I: nothing, consumes, installInitialConsumes: nothing, initContainerEntry },
}
