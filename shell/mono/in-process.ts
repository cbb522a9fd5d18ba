import type { ModuleRelease } from '@griot/contracts/module-assignment'
import { carried } from './carried.js'

const MODULE = /^\/m\/([^/]+)\//

/** Stands in for the loader of separate builds: the module is a part of this very one, whatever version is assigned. */
export const fetchModule = async ({ entry }: ModuleRelease): Promise<() => unknown> => {
  const name = MODULE.exec(entry)?.[1] ?? ''
  const fetchCarried = carried[name]
  if (!fetchCarried) throw new Error(`This shell does not carry ${name}.`)
  const exposed = await fetchCarried()
  return () => exposed
}
