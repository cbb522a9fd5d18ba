import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { AppError } from '@griot/service-kit/http/errors'
import type { RegistryStore } from './registry-store.ts'

export type BlobEncoding = 'br' | 'gz'

/** `little` is for development builds: full brotli compression of a shell takes seconds. */
export type Effort = 'most' | 'little'

const ALGORITHM = 'sha384'

/** The `integrity` attribute of the content, as in a version's document. */
export const integrityOf = (content: Uint8Array) =>
  `${ALGORITHM}-${createHash(ALGORITHM).update(content).digest('base64')}`

/** `blobs/ab/abcd…`: addressed by content, so versions share equal files. */
export const blobKey = (integrity: string, encoding?: BlobEncoding) => {
  const hash = Buffer.from(integrity.slice(ALGORITHM.length + 1), 'base64').toString('hex')
  return `blobs/${hash.slice(0, 2)}/${hash}${encoding ? `.${encoding}` : ''}`
}

/** The keys of a file and its compressed copies, in the order in which they are written. */
export const blobKeys = (integrity: string) => [blobKey(integrity, 'br'), blobKey(integrity, 'gz'), blobKey(integrity)]

/** Stores a file with its compressed copies. The plain file is written last: if it exists, the copies exist. */
export const storeBlob = async (
  store: RegistryStore,
  integrity: string,
  name: string,
  content: Uint8Array,
  effort: Effort = 'most',
) => {
  if (integrityOf(content) !== integrity) {
    throw new AppError(400, 'blob.other_content', `The content of ${name} does not match the version's document.`)
  }
  if (await store.originalExists(blobKey(integrity))) return
  for (const [encoding, copy] of await compress(name, content, effort))
    await store.create(blobKey(integrity, encoding), copy)
  await store.create(blobKey(integrity), content)
}

const DECOMPRESS = { br: promisify(brotliDecompress), gz: promisify(gunzip) }

/** The name of a file of which a stored copy has other content than its integrity says, or is missing; else null. */
export const findChangedBlob = async (
  store: RegistryStore,
  { files }: { files: Readonly<Record<string, { sri: string }>> },
): Promise<string | null> => {
  for (const [name, { sri }] of Object.entries(files)) {
    const plain = await store.read(blobKey(sri))
    if (plain === null || integrityOf(plain) !== sri) return name
    for (const encoding of ['br', 'gz'] as const) {
      const copy = await store.read(blobKey(sri, encoding))
      // Content that cannot be decompressed is changed, too.
      const content = copy && (await DECOMPRESS[encoding](copy).catch(() => Buffer.alloc(0)))
      if (content && integrityOf(content) !== sri) return name
    }
  }
  return null
}

/** Files of other types are compressed already and have no compressed copies. */
export const isCompressible = (name: string) => /\.(js|css|svg|json|html|ts|txt|webmanifest)$/.test(name)

const compress = async (name: string, content: Uint8Array, effort: Effort): Promise<[BlobEncoding, Buffer][]> => {
  if (!isCompressible(name)) return []
  if (effort === 'little') return [['gz', await promisify(gzip)(content)]]
  const brotli = promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  const copies: [BlobEncoding, Buffer][] = [
    ['br', await brotli],
    ['gz', await promisify(gzip)(content, { level: 9 })],
  ]
  return copies.filter(([, copy]) => copy.length < content.length)
}
