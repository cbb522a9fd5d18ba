// The Module Federation runtime of the page: it shares the shell's libraries with all modules, and loads their entries.

import type { ModuleRelease } from '@griot/contracts/module-assignment'
import * as sdkQuery from '@griot/shell-sdk/query'
import * as sdkReact from '@griot/shell-sdk/react'
import * as sdkRouter from '@griot/shell-sdk/router'
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin'
import * as reactQuery from '@tanstack/react-query'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as router from 'react-router-dom'
import { findChangedFile, IntegrityError } from './integrity.ts'
import { adoptScripts, removeElements, showOnlyStylesOf } from './page-elements.ts'

// In this chunk, because no module runs before it.
export { guardPage } from './page-guard.ts'
export { createShellApi } from './shell-api.ts'

/** The versions of the shared libraries, set by the build. */
declare const PROVIDED: Readonly<Record<string, string>>

const SHA384 = /^sha384-[A-Za-z0-9+/]{64}$/

const share = (name: string, library: unknown) => {
  const version = PROVIDED[name] ?? ''
  const shareConfig = { singleton: true, requiredVersion: `^${version}` }
  // Modules of `containers-1` call `get` instead of `lib`.
  return { [name]: { version, lib: () => library, get: () => () => library, shareConfig } }
}

/** The release of each entry by its address. */
const releases = new Map<string, ModuleRelease>()

const verifyEntries: ModuleFederationRuntimePlugin = {
  name: 'verify-entries',
  createScript({ url }) {
    const integrity = releases.get(url)?.integrity
    // Fail closed: without a hash from the registry nothing becomes a script.
    if (integrity === undefined) throw new IntegrityError(`No known integrity for ${url}`)
    return Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity, src: url })
  },
  loadEntry: async ({ remoteInfo: { entry } }) => {
    const release = releases.get(entry)
    if (release?.entryType !== 'module') return undefined
    const { importEntry } = await import(/* webpackChunkName: "later" */ './import-entry.ts')
    return importEntry(release, entry)
  },
}

const federation = createInstance({
  name: 'griot_shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  // The entries contain no runtime of their own.
  plugins: [provideRuntime(), verifyEntries],
  shared: {
    ...share('react', react),
    ...share('react/jsx-runtime', jsxRuntime),
    ...share('react-dom', reactDom),
    ...share('react-router-dom', router),
    ...share('@tanstack/react-query', reactQuery),
    ...share('@griot/shell-sdk/react', sdkReact),
    // For modules of `containers-1`.
    ...share('@griot/shell-sdk/router', sdkRouter),
    ...share('@griot/shell-sdk/query', sdkQuery),
  },
})

/**
 * Fetches a release's entry and the files of its module, and returns the function that evaluates it. Each attempt after the
 * first uses another address: a browser joins a request to an earlier one for the same address that still hangs.
 */
export const fetchModule = async (release: ModuleRelease, attempt: number): Promise<() => unknown> => {
  const { container, integrity } = release
  if (!SHA384.test(integrity)) throw new IntegrityError(`No known integrity for ${release.entry}`)
  const entry = new URL(addressOf(release, attempt), window.location.origin).href
  releases.set(entry, release)
  if (attempt === 0) adoptScripts(release)
  else removeElements(release)
  // Container names include the build's id, so that two versions can run in one page. `force` makes a retry run again.
  federation.registerRemotes([{ name: container, entry, type: release.entryType ?? 'var' }], { force: attempt > 0 })
  try {
    const evaluate = await federation.loadRemote<() => unknown>(`${container}/module`, {
      loadFactory: false,
      from: 'runtime',
    })
    if (evaluate === null) throw new Error(`${entry} exposes no module`)
    showOnlyStylesOf(release)
    return evaluate
  } catch (error) {
    const changed = await findChangedFile(release, entry)
    throw changed ? new IntegrityError(`${changed} does not match its hash`, { cause: error }) : error
  }
}

const addressOf = ({ entry, version }: ModuleRelease, attempt: number) =>
  attempt === 0 ? entry : entry.replace(`/${version}/`, `/${version}~${attempt}/`)
