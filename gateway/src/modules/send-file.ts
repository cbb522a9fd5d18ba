import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Context } from '../http/context.ts'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
export const FOR_AN_HOUR = 'public, max-age=3600'

/** Sends a file of a build, compressed as it was stored; false when it is not there. */
export const sendFile = async (context: Context, file: string, etag?: string, cacheControl = IMMUTABLE) => {
  const encoding = context.acceptsEncodings('br', 'gzip', 'identity')
  const chosen = (await storedAs(file, encoding)) ?? (await storedAs(file, 'identity'))
  if (!chosen) return false

  context.set({
    'cache-control': cacheControl,
    'content-type': TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  })
  if (chosen.encoding !== 'identity') context.set('content-encoding', chosen.encoding)
  context.status = 200
  context.etag = `${etag ?? chosen.stamp}-${chosen.encoding}`
  if (context.fresh) {
    context.status = 304
    return true
  }
  context.length = chosen.size
  // Koa answers HEAD without a body by itself; an unread stream would keep its file open.
  if (context.method !== 'HEAD') context.body = createReadStream(chosen.file)
  return true
}

const SUFFIX: Record<string, string> = { br: '.br', gzip: '.gz', identity: '' }

const storedAs = async (file: string, encoding: string | false) => {
  const suffix = encoding === false ? undefined : SUFFIX[encoding]
  if (encoding === false || suffix === undefined) return null
  const stats = await stat(file + suffix).catch(() => null)
  if (!stats?.isFile()) return null
  return { file: file + suffix, encoding, size: stats.size, stamp: `${stats.size}-${Math.floor(stats.mtimeMs)}` }
}
