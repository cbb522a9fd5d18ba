import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { modules } from './modules.js'

const MODULE = /^\/m\/([^/]+)\//

export { guardPage } from '../src/modules/page-guard.ts'
export { createShellApi } from '../src/modules/shell-api.ts'

/** Replaces `federation.ts`: the module is part of this build, whatever version is assigned. */
export const fetchModule = async ({ entry }: ModuleRelease): Promise<() => unknown> => {
  const name = MODULE.exec(entry)?.[1] ?? ''
  const importModule = modules[name]
  if (!importModule) throw new Error(`this build does not contain the module ${name}`)
  const exposed = await importModule()
  return () => exposed
}
