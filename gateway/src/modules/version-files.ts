import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { VersionName } from '@griot/contracts/module-address'
import { type BlobEncoding, blobKey, isCompressible } from '@griot/module-registry/blobs'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { notFound } from '@griot/service-kit/http/errors'
import type { Context } from '../http/context.ts'
import type { ModuleParts } from './module-routes.ts'

const OWN_TYPES: Readonly<Record<string, string>> = {
  map: 'application/json; charset=utf-8',
  // TypeScript declarations; Koa's list maps .ts to a video type.
  ts: 'application/typescript; charset=utf-8',
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
const READABLE_EVERYWHERE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
export const FOR_AN_HOUR = 'public, max-age=3600'

/** Sends files of module and shell versions. Without permission, the response for a source map is that for a missing file. */
export const createVersionFiles = (parts: ModuleParts) => {
  const { store, registry, cookies, assignVersions, liveReload, mayReadSources } = parts

  const sendSource = async (context: Context, name: string, sri: string) =>
    (await mayReadSources(context)) && sendBlob(context, store, name, sri, 'private, no-store')

  /** A file of a shell that only the visitor's override selects. */
  const fileOfOverriddenShell = async (context: Context, name: string) => {
    const visitor = cookies.read(context)
    const files = visitor.overrides.shell === undefined ? {} : (await assignVersions(visitor))?.shell.files
    return files && Object.hasOwn(files, name) ? files[name]?.sri : undefined
  }

  return {
    sendOfModule: async (context: Context, { module, version, file: name }: VersionName & { file: string }) => {
      const document = await registry.document(module, version)
      const file = document && Object.hasOwn(document.files, name) ? document.files[name] : undefined
      if (!file) throw notFound('file')
      // A development build is not minified, and its developer's browser requests the maps.
      const isProtected = name.endsWith('.map') && !liveReload && document?.built.watcher === undefined
      // Pages of other origins may use a module.
      if (!isProtected) context.set(READABLE_EVERYWHERE)
      const send = isProtected ? sendSource(context, name, file.sri) : sendBlob(context, store, name, file.sri)
      if (!(await send)) throw notFound('file')
    },

    /** False if no shell has the file. */
    sendOfShell: async (context: Context, name: string, cacheControl?: string) => {
      const sri = (await registry.shellFile(name)) ?? (await fileOfOverriddenShell(context, name))
      if (sri === undefined) return false
      if (name.endsWith('.map') && !liveReload) return sendSource(context, name, sri)
      return sendBlob(context, store, name, sri, cacheControl)
    },
  }
}

/** Sends a file by its integrity, in a stored compression that the client accepts; false if it does not exist. */
const sendBlob = async (
  context: Context,
  store: RegistryStore,
  name: string,
  sri: string,
  cacheControl = IMMUTABLE,
) => {
  const chosen = await smallestAccepted(context, store, name, sri)
  if (!chosen) return false

  const extension = path.extname(name).slice(1)
  context.type = OWN_TYPES[extension] ?? extension
  context.set({ 'cache-control': cacheControl, vary: 'Accept-Encoding' })
  if (chosen.encoding !== 'identity') context.set('content-encoding', chosen.encoding)
  context.status = 200
  context.etag = `${sri}-${chosen.encoding}`
  if (context.fresh) {
    context.status = 304
    return true
  }
  context.length = chosen.size
  // For HEAD, an unread stream would keep its file open.
  if (context.method !== 'HEAD') context.body = createReadStream(chosen.file)
  return true
}

const STORED_AS: Record<string, BlobEncoding> = { br: 'br', gzip: 'gz' }

/** Browsers list gzip before brotli, so the order of the client would select the larger file. */
const smallestAccepted = async (context: Context, store: RegistryStore, name: string, sri: string) => {
  for (const encoding of isCompressible(name) ? Object.keys(STORED_AS) : []) {
    const chosen = context.acceptsEncodings(encoding) === encoding && (await storedAs(store, sri, encoding))
    if (chosen) return chosen
  }
  return storedAs(store, sri, 'identity')
}

const storedAs = async (store: RegistryStore, sri: string, encoding: string) => {
  const file = await store.file(blobKey(sri, STORED_AS[encoding]))
  return file && { file, encoding, size: (await stat(file)).size }
}
