import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type BlobEncoding, blobKey } from '@griot/module-registry/blobs'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { Context } from '../http/context.ts'

const TYPES = new Map(
  Object.entries({
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
    json: 'application/json; charset=utf-8',
    map: 'application/json; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
    ico: 'image/x-icon',
    webp: 'image/webp',
    avif: 'image/avif',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    woff2: 'font/woff2',
    // Declarations; by the system's lists it would be a film.
    ts: 'application/typescript; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
    webmanifest: 'application/manifest+json',
  }),
)

const IMMUTABLE = 'public, max-age=31536000, immutable'
export const FOR_AN_HOUR = 'public, max-age=3600'
/** What not everybody may see is kept by no cache on the way. */
export const FOR_THIS_ONE = 'private, no-store'

export interface SentFile {
  name: string
  sri: string
  cacheControl?: string
}

export const isSourceMap = (name: string) => name.endsWith('.map')

/** Sends a file of a version by the hash of its content, compressed as it was stored; false when it is not there. */
export const sendBlob = async (
  context: Context,
  store: RegistryStore,
  { name, sri, cacheControl = IMMUTABLE }: SentFile,
) => {
  const accepted = context.acceptsEncodings('br', 'gzip', 'identity')
  const chosen = (await storedAs(store, sri, accepted)) ?? (await storedAs(store, sri, 'identity'))
  if (!chosen) return false

  context.set({
    'cache-control': cacheControl,
    'content-type': TYPES.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
  if (chosen.encoding !== 'identity') context.set('content-encoding', chosen.encoding)
  context.status = 200
  context.etag = `${sri}-${chosen.encoding}`
  if (context.fresh) {
    context.status = 304
    return true
  }
  context.length = chosen.size
  // Koa answers HEAD without a body by itself; an unread stream would keep its file open.
  if (context.method !== 'HEAD') context.body = createReadStream(chosen.file)
  return true
}

const STORED_AS: Record<string, BlobEncoding> = { br: 'br', gzip: 'gz' }

const storedAs = async (store: RegistryStore, sri: string, encoding: string | false) => {
  if (encoding === false) return null
  const file = await store.file(blobKey(sri, STORED_AS[encoding]))
  if (file === null) return null
  return { file, encoding, size: (await stat(file)).size }
}
