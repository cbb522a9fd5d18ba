import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { notFound } from '@griot/service-kit/errors'
import { shortHash } from '@griot/service-kit/short-hash'
import type { Context } from '../http/context.ts'
import { FOR_AN_HOUR } from '../modules/send-file.ts'
import { describeApi } from './describe-api.ts'
import { docsPage, POLICY } from './page.ts'
import { SCRIPT } from './page-script.ts'
import { STYLES } from './page-styles.ts'

interface File {
  type: string
  cacheControl: string
  policy?: string
  read(): string | Promise<Buffer>
}

const REVALIDATED = 'public, no-cache'

const filesOf = (productName: string): Record<string, File> => ({
  'openapi.json': {
    type: 'application/json; charset=utf-8',
    cacheControl: 'public, max-age=60',
    read: () => JSON.stringify(describeApi(productName)),
  },
  'page.html': {
    type: 'text/html; charset=utf-8',
    cacheControl: REVALIDATED,
    policy: POLICY,
    read: () => docsPage(productName),
  },
  'page.css': { type: 'text/css; charset=utf-8', cacheControl: REVALIDATED, read: () => STYLES },
  'page.js': { type: 'text/javascript; charset=utf-8', cacheControl: REVALIDATED, read: () => SCRIPT },
  'swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    cacheControl: FOR_AN_HOUR,
    read: fileOf('swagger-ui-dist/swagger-ui.css'),
  },
  'swagger-ui.js': {
    type: 'text/javascript; charset=utf-8',
    cacheControl: FOR_AN_HOUR,
    read: fileOf('swagger-ui-dist/swagger-ui-bundle.js'),
  },
})

const fileOf = (library: string) => () => readFile(createRequire(import.meta.url).resolve(library))

/** Only the packed bytes are kept: almost everyone takes those, and the library is two megabytes unpacked. */
interface Packed {
  etag: string
  bytes: Buffer
}

const pack = async ({ read }: File): Promise<Packed> => {
  const plain = Buffer.from(await read())
  return {
    etag: shortHash(plain),
    bytes: await promisify(gzip)(plain),
  }
}

export const createSendDocs = (productName: string) => {
  const files = new Map(Object.entries(filesOf(productName)))
  const packed = new Map<string, Promise<Packed>>()

  const packedOnce = (name: string, file: File) => {
    const known = packed.get(name)
    if (known !== undefined) return known
    const packing = pack(file)
    packed.set(name, packing)
    packing.catch(() => packed.delete(name))
    return packing
  }

  return async (context: Context, name: string) => {
    const file = files.get(name)
    if (file === undefined) throw notFound('page')
    const { etag, bytes } = await packedOnce(name, file)
    const isPacked = context.acceptsEncodings('gzip', 'identity') === 'gzip'
    context.set({ 'cache-control': file.cacheControl, vary: 'Accept-Encoding' })
    if (file.policy !== undefined) context.set('content-security-policy', file.policy)
    if (isPacked) context.set('content-encoding', 'gzip')
    context.type = file.type
    context.status = 200
    context.etag = `${etag}${isPacked ? '-gzip' : ''}`
    if (context.fresh) context.status = 304
    else context.body = isPacked ? bytes : await promisify(gunzip)(bytes)
  }
}
