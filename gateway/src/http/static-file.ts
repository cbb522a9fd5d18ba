import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { shortHash } from '@griot/service-kit/files/short-hash'
import type { Context, Handler } from './context.ts'

/** Content in memory, with its compressed form. */
export type Encoded = Awaited<ReturnType<typeof encode>>

export const encode = async (text: Buffer | string) => {
  const plain = Buffer.from(text)
  return { plain, gzip: await promisify(gzip)(plain), etag: shortHash(plain) }
}

export const sendEncoded = (context: Context, { plain, gzip, etag }: Encoded, status: 200 | 404 = 200) => {
  const isGzip = context.acceptsEncodings('gzip', 'identity') === 'gzip'
  context.vary('Accept-Encoding')
  if (isGzip) context.set('content-encoding', 'gzip')
  context.status = status
  context.etag = `${etag}${isGzip ? '-gzip' : ''}`
  if (context.fresh) context.status = 304
  else context.body = isGzip ? gzip : plain
}

interface StaticFile {
  /** A file extension or a content type. */
  type: string
  cacheControl: string
  headers?: Record<string, string>
  read(): Promise<Buffer | string>
}

/** Returns a handler that sends a file. The file is read at the first request and then kept in memory. */
export const staticFile = ({ type, cacheControl, headers = {}, read }: StaticFile): Handler => {
  let loaded: Promise<Encoded> | undefined

  return async (context) => {
    loaded ??= read().then(encode)
    const file = await loaded.catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    context.set({ 'cache-control': cacheControl, ...headers })
    context.type = type
    sendEncoded(context, file)
  }
}
