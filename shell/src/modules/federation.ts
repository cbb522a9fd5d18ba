// The shell is a plain build without any federation plugin. A module's entry is a container: a script that leaves a global
// under its name, is given what the shell shares, and answers what it exposes. Nothing of the module runs before that.

import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { changedFile, IntegrityError } from './integrity.ts'
import { adoptScripts, forgetElements, runScript, showOnlyStylesOf } from './page-elements.ts'
import { shares } from './shares.ts'

interface Container {
  init(scope: typeof SCOPE): unknown
  get(exposed: string): Promise<() => unknown>
}

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/
const EXPOSED = './module'

const SCOPE = Object.fromEntries(
  Object.entries(shares).map(([name, { version, library }]) => [
    name,
    { [version]: { get: () => () => library, from: 'griot_shell', eager: true, loaded: true } },
  ]),
)

/**
 * Fetches a release's entry and the files of its module; answers the function that evaluates it. Each attempt after the
 * first goes by another address: a browser joins a request to the same address that still hangs.
 */
export const fetchModule = async (release: ModuleRelease, attempt: number): Promise<() => unknown> => {
  // Fail closed: what the registry does not vouch for never becomes a script. To ask again would change nothing.
  if (!SHA384.test(release.integrity)) throw new IntegrityError(`No known integrity for ${release.entry}`)
  const entry = new URL(addressOf(release, attempt), window.location.origin).href
  if (attempt === 0) adoptScripts(release)
  else forgetAttempts(release)
  try {
    const container = await containerOf(release, entry)
    await container.init(SCOPE)
    const factory = await container.get(EXPOSED)
    showOnlyStylesOf(release)
    return factory
  } catch (error) {
    const changed = await changedFile(release, entry)
    throw changed ? new IntegrityError(`${changed} arrived changed`, { cause: error }) : error
  }
}

const addressOf = ({ entry, version }: ModuleRelease, attempt: number) =>
  attempt === 0 ? entry : entry.replace(`/${version}/`, `/${version}~${attempt}/`)

/** Names carry the build's id: two versions live side by side, each with its own chunks. */
const globals = globalThis as unknown as Record<string, Container | undefined>

const containerOf = async ({ container: name, integrity }: ModuleRelease, entry: string) => {
  // The page's own script has most often run by now.
  if (!globals[name]) await runScript(entry, integrity)
  const container = globals[name]
  if (!container) throw new ScriptExecutionError(`${entry} ran and left no container`)
  return container
}

/** A script came whole, and failed while it ran: it will again. */
class ScriptExecutionError extends Error {
  override readonly name = 'ScriptExecutionError'
}

const forgetAttempts = (release: ModuleRelease) => {
  forgetElements(release)
  globals[release.container] = undefined
}
