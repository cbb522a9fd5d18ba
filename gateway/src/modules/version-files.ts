import type { VersionName } from '@griot/contracts/module-address'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { notFound } from '@griot/service-kit/errors'
import type { Context } from '../http/context.ts'
import type { VersionNamed } from './choose.ts'
import type { Registry } from './registry.ts'
import { FOR_THIS_ONE, isSourceMap, type SentFile, sendBlob } from './send-file.ts'
import type { Visitors } from './visitors.ts'

interface Options {
  store: RegistryStore
  registry: Registry
  visitors: Visitors
  versionNamed: VersionNamed
  liveReload: boolean
  maySeeSources(context: Context): Promise<boolean>
}

/** The files of versions, of modules and of shells. A file’s map is there only for people who may see the sources. */
export const createVersionFiles = (options: Options) => {
  const { store, registry, visitors, versionNamed, liveReload, maySeeSources } = options

  const sendOpen = (context: Context, file: SentFile) => sendBlob(context, store, file)

  /** To somebody who may not see it there is no such file. */
  const sendMap = async (context: Context, file: SentFile) => {
    if (liveReload) return sendOpen(context, file)
    return (await maySeeSources(context)) && sendBlob(context, store, { ...file, cacheControl: FOR_THIS_ONE })
  }

  /** Of a shell that stands for nobody but the one who asks. */
  const fileOfTriedShell = async (context: Context, name: string) => {
    const { shell } = visitors.sight(context).overrides
    const version = shell === undefined ? null : await versionNamed('shell', shell)
    const files = version === null ? undefined : (await registry.document('shell', version))?.files
    return files !== undefined && Object.hasOwn(files, name) ? (files[name]?.sri ?? null) : null
  }

  return {
    sendOfModule: async (context: Context, { module, version, file: name }: VersionName & { file: string }) => {
      const document = await registry.document(module, version)
      const file = document && Object.hasOwn(document.files, name) ? document.files[name] : undefined
      if (!file) throw notFound('file')
      // A build for development is readable as it is, and whoever tries it has a browser that asks for its maps.
      const isHidden = isSourceMap(name) && document?.built.watcher === undefined
      if (!(await (isHidden ? sendMap : sendOpen)(context, { name, sri: file.sri }))) throw notFound('file')
    },

    /** False for what no shell has. */
    sendOfShell: async (context: Context, name: string, cacheControl?: string) => {
      const sri = (await registry.shellFile(name)) ?? (await fileOfTriedShell(context, name))
      if (sri === null) return false
      if (isSourceMap(name)) return sendMap(context, { name, sri })
      return sendOpen(context, { name, sri, ...(cacheControl ? { cacheControl } : {}) })
    },
  }
}
