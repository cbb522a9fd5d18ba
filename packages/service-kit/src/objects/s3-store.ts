import { createWriteStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'minio'
import { ObjectMissing, type ObjectStore } from './object-store.ts'
import { type Bucket, bytesOf, openBucket, type S3Options } from './s3-bucket.ts'
import { createS3Partials } from './s3-partials.ts'
import { sendObject } from './s3-upload.ts'

/** Objects in a bucket of any S3. */
export const createS3Store = (options: S3Options): ObjectStore => {
  const { bucket: name } = options
  const bucket = openBucket(options)
  const list = (prefix: string) => listObjects(bucket, name, prefix)

  const store: Omit<ObjectStore, 'partials'> = {
    async put(key, source, { size, signal } = {}) {
      if (signal !== undefined) addAbortSignal(signal, source)
      const sent = await sendObject({ bucket: name, key, run: (call) => bucket.run(key, call) }, source)
      if (size === undefined || sent === size) return { size: sent }
      await this.remove(key)
      throw new Error(`${key} should have had ${size} bytes and had ${sent}`)
    },
    create: (key, content) => bucket.run(key, (client) => createOnce(client, name, key, Buffer.from(content))),
    async stat(key) {
      try {
        const { size } = await bucket.run(key, (client) => client.statObject(name, key))
        return { size }
      } catch (error) {
        if (error instanceof ObjectMissing) return null
        throw error
      }
    },
    read: (key, range) =>
      bucket.run(key, (client) =>
        range === undefined
          ? client.getObject(name, key)
          : client.getPartialObject(name, key, range.start, range.end - range.start + 1),
      ),
    async download(key, file) {
      await pipeline(bytesOf(await this.read(key)), createWriteStream(file, { mode: 0o600 }))
    },
    list: async (folder) => (await list(`${folder}/`)).map(({ key }) => key),
    remove: (key) => bucket.run(key, (client) => client.removeObject(name, key)),
    sweep: (olderThanMs) => bucket.run('sweep', (client) => abortOldUploads(client, name, olderThanMs)),
    freeBytes: async () => null,
    ready: bucket.ready,
  }
  return { ...store, partials: createS3Partials({ store, list }) }
}

const listObjects = (bucket: Bucket, name: string, prefix: string) =>
  bucket.run(prefix.replace(/\/$/, ''), async (client) => {
    const found: { key: string; size: number }[] = []
    for await (const item of client.listObjectsV2(name, prefix, true)) {
      found.push({ key: String(item.name), size: Number(item.size) })
    }
    return found
  })

/** Returns false if the key exists. */
const createOnce = async (client: Client, bucket: string, key: string, content: Buffer): Promise<boolean> => {
  try {
    await client.putObject(bucket, key, content, content.length, { 'If-None-Match': '*' })
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'PreconditionFailed') return false
    // A concurrent write of the same key is in progress, and its result is not known yet.
    if (code === 'ConditionalRequestConflict') return createOnce(client, bucket, key, content)
    throw error
  }
}

/** Aborts multipart uploads that killed processes left unfinished. */
const abortOldUploads = async (client: Client, bucket: string, olderThanMs: number) => {
  const before = Date.now() - olderThanMs
  let from = ''
  for (;;) {
    const page = await client.listIncompleteUploadsQuery(bucket, '', from, '', '').catch(ifNotImplemented)
    for (const { key, uploadId, initiated } of page?.uploads ?? []) {
      if (initiated.getTime() < before) await client.abortMultipartUpload(bucket, key, uploadId)
    }
    // More uploads of the same key are aborted by the next sweep.
    if (!page?.isTruncated || page.nextKeyMarker === from) return
    from = page.nextKeyMarker
  }
}

/** Some S3 implementations cannot list unfinished uploads; they expire them by a rule of their own. */
const ifNotImplemented = (error: Error & { code?: string }) => {
  if (error.code === 'NotImplemented') return null
  throw error
}
