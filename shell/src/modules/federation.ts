// The shell is a plain build without a federation plugin. A module's entry is a container: a script that defines a global of
// its name, receives the shared libraries in init(), and returns the module from get(). The module runs only then.

import type { ModuleRelease } from '@griot/contracts/module-assignment'
import * as sdkQuery from '@griot/shell-sdk/query'
import * as sdkReact from '@griot/shell-sdk/react'
import * as sdkRouter from '@griot/shell-sdk/router'
import { SHELL_SDK_VERSION } from '@griot/shell-sdk/version'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import { findChangedFile, IntegrityError } from './integrity.ts'
import { adoptScripts, removeElements, runScript, showOnlyStylesOf } from './page-elements.ts'

interface Container {
  init(scope: typeof SCOPE): unknown
  get(exposed: string): Promise<() => unknown>
}

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/
const EXPOSED = './module'

const share = (version: string, library: unknown) => ({
  [version]: { get: () => () => library, from: 'griot_shell', eager: true, loaded: true },
})

/**
 * The libraries that all modules share: one React, one router, one query client in the page. A shared library cannot be
 * tree-shaken, so router and query client are shared through the short export lists of the SDK.
 */
const SCOPE = {
  react: share(react.version, react),
  'react/jsx-runtime': share(react.version, jsxRuntime),
  'react-dom': share(reactDom.version, reactDom),
  '@griot/shell-sdk/react': share(SHELL_SDK_VERSION, sdkReact),
  '@griot/shell-sdk/router': share(SHELL_SDK_VERSION, sdkRouter),
  '@griot/shell-sdk/query': share(SHELL_SDK_VERSION, sdkQuery),
}

/**
 * Fetches a release's entry and the files of its module, and returns the function that evaluates it. Each attempt after the
 * first uses another address: a browser joins a request to an earlier one for the same address that still hangs.
 */
export const fetchModule = async (release: ModuleRelease, attempt: number): Promise<() => unknown> => {
  // Fail closed: without a hash from the registry nothing becomes a script.
  if (!SHA384.test(release.integrity)) throw new IntegrityError(`No known integrity for ${release.entry}`)
  const entry = new URL(addressOf(release, attempt), window.location.origin).href
  if (attempt === 0) adoptScripts(release)
  else {
    removeElements(release)
    globals[release.container] = undefined
  }
  try {
    const container = await containerOf(release, entry)
    await container.init(SCOPE)
    const factory = await container.get(EXPOSED)
    showOnlyStylesOf(release)
    return factory
  } catch (error) {
    const changed = await findChangedFile(release, entry)
    throw changed ? new IntegrityError(`${changed} does not match its hash`, { cause: error }) : error
  }
}

const addressOf = ({ entry, version }: ModuleRelease, attempt: number) =>
  attempt === 0 ? entry : entry.replace(`/${version}/`, `/${version}~${attempt}/`)

/** Container names include the build's id, so that two versions can run in one page. */
const globals = globalThis as unknown as Record<string, Container | undefined>

const containerOf = async ({ container: name, integrity }: ModuleRelease, entry: string) => {
  // A script of the page itself has usually run before.
  if (!globals[name]) await runScript(entry, integrity)
  const container = globals[name]
  if (!container) throw new ScriptExecutionError(`${entry} did not define its container`)
  return container
}

/** The script loaded and failed while it ran. A retry would fail again. */
class ScriptExecutionError extends Error {
  override readonly name = 'ScriptExecutionError'
}
