import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { registryRefusal } from './refusal.ts'
import type { RegistryStore } from './registry-store.ts'

export type BlobEncoding = 'br' | 'gz'

/** Little is for what few people look at, and what the next build replaces: the most takes seconds for a shell. */
export type Effort = 'most' | 'little'

const ALGORITHM = 'sha384'

/** The integrity by which a browser, a version's document and the blob's own name call the same bytes. */
export const integrityOf = (content: Uint8Array) =>
  `${ALGORITHM}-${createHash(ALGORITHM).update(content).digest('base64')}`

/** `blobs/ab/abcd…`: content is its own name, so two versions share what they have in common. */
export const blobKey = (integrity: string, encoding?: BlobEncoding) => {
  const hash = Buffer.from(integrity.slice(ALGORITHM.length + 1), 'base64').toString('hex')
  return `blobs/${hash.slice(0, 2)}/${hash}${encoding ? `.${encoding}` : ''}`
}

/** Keeps a file under its hash, with its compressed copies. The plain one comes last: when it is there, all are. */
export const storeBlob = async (
  store: RegistryStore,
  integrity: string,
  name: string,
  content: Uint8Array,
  effort: Effort = 'most',
) => {
  if (integrityOf(content) !== integrity) {
    throw registryRefusal(400, 'blob.other_content', `${name} is not the file that the version names.`)
  }
  if (await store.holds(blobKey(integrity))) return
  for (const [encoding, copy] of await compress(name, content, effort))
    await store.create(blobKey(integrity, encoding), copy)
  await store.create(blobKey(integrity), content)
}

/** The keys of a file and its copies, in the order in which they come into being. */
export const blobKeys = (integrity: string) => [blobKey(integrity, 'br'), blobKey(integrity, 'gz'), blobKey(integrity)]

/** Compressed copies worth keeping. */
const compress = async (name: string, content: Uint8Array, effort: Effort): Promise<[BlobEncoding, Buffer][]> => {
  if (!/\.(js|css|svg|json|html|ts|txt|webmanifest)$/.test(name)) return []
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
