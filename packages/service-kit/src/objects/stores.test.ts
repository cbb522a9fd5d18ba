import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'minio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveBucket } from '../testing/bucket.ts'
import { findMinio, serveMinio } from '../testing/minio.ts'
import { createDiskStore } from './disk-store.ts'
import { ObjectMissing, type ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'
import { PART_BYTES } from './s3-upload.ts'

const MEGABYTE = 1024 * 1024

/** Yields chunks of an odd length, as a socket does, and may fail at the end. */
const inChunks = (bytes: Buffer, failure?: Error) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_521) yield bytes.subarray(at, at + 65_521)
      if (failure !== undefined) throw failure
    })(),
  )

interface Opened {
  store: ObjectStore
  close(): unknown
  /** Begins a multipart upload and does not complete it, as a killed process does. */
  leaveUnfinished?(key: string): Promise<void>
  unfinished?(): Promise<string[]>
}

const bucketOf = (endpoint: string, accessKey: string, secretKey: string) =>
  createS3Store({ endpoint, bucket: 'griot', accessKey, secretKey, region: 'us-east-1' })

const openDisk = async (folder: string): Promise<Opened> => ({ store: createDiskStore(folder), close: () => {} })

const openS3rver = async (folder: string): Promise<Opened> => {
  const { port, close } = await serveBucket(folder)
  return { store: bucketOf(`http://127.0.0.1:${port}`, 'S3RVER', 'S3RVER'), close }
}

const minio = findMinio()

const openMinio = async (folder: string): Promise<Opened> => {
  const { endpoint, accessKey, secretKey, close } = await serveMinio(minio ?? '', folder)
  const { hostname: endPoint, port } = new URL(endpoint)
  const client = new Client({ endPoint, port: Number(port), useSSL: false, accessKey, secretKey, region: 'us-east-1' })
  return {
    store: bucketOf(endpoint, accessKey, secretKey),
    close,
    async leaveUnfinished(key) {
      const uploadID = await client.initiateNewMultipartUpload('griot', key, {})
      const part = { bucketName: 'griot', objectName: key, uploadID, partNumber: 1, headers: {} }
      await client.uploadPart(part, Buffer.alloc(5 * MEGABYTE))
    },
    unfinished: async () =>
      (await client.listIncompleteUploadsQuery('griot', '', '', '', '')).uploads.map(({ key }) => key),
  }
}

const drivers: (readonly [string, (folder: string) => Promise<Opened>])[] = [
  ['files', openDisk],
  ['a bucket', openS3rver],
  ...(minio === undefined ? [] : [['a bucket of MinIO', openMinio] as const]),
]

describe.each(drivers)('an object in %s', (_, open) => {
  let folder: string
  let opened: Opened
  let store: ObjectStore

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-objects-'))
    opened = await open(folder)
    store = opened.store
    await store.ready()
  })
  afterAll(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is read as it was stored, completely or in a range', async () => {
    const bytes = randomBytes(300_000)
    expect(await store.put('media/a', Readable.from([bytes]), { size: bytes.length })).toEqual({ size: bytes.length })

    expect(await store.stat('media/a')).toEqual({ size: bytes.length })
    expect((await buffer(await store.read('media/a'))).equals(bytes)).toBe(true)
    expect((await buffer(await store.read('media/a', { start: 5, end: 9 }))).equals(bytes.subarray(5, 10))).toBe(true)
    await store.download('media/a', join(folder, 'copy'))
    expect((await readFile(join(folder, 'copy'))).equals(bytes)).toBe(true)
  })

  it.each([{ size: 0 }, { size: PART_BYTES + 1 }, { size: PART_BYTES * 2, declared: PART_BYTES * 2 }])(
    'is read as it was stored, in any number of parts, with and without a declared size: %o',
    async ({ size, declared }) => {
      const bytes = randomBytes(size)
      const key = `parts/${size}`

      expect(await store.put(key, inChunks(bytes), declared === undefined ? {} : { size: declared })).toEqual({
        size,
      })
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
    },
  )

  it('can be stored twice under one key', async () => {
    const bytes = randomBytes(1000)
    await store.put('media/again', inChunks(bytes))
    await store.put('media/again', inChunks(bytes))

    expect((await buffer(await store.read('media/again'))).equals(bytes)).toBe(true)
  })

  it('can be removed twice, and does not exist after that', async () => {
    await store.put('media/b', Readable.from(['x']), { size: 1 })
    await store.remove('media/b')
    await store.remove('media/b')

    expect(await store.stat('media/b')).toBeNull()
    await expect(store.read('media/b')).rejects.toThrow(ObjectMissing)
  })

  it('is listed by its folder', async () => {
    for (const key of ['list/a/one', 'list/a/b/two', 'list/ab/three']) await store.create(key, Buffer.from(key))

    expect((await store.list('list/a')).sort()).toEqual(['list/a/b/two', 'list/a/one'])
    expect(await store.list('list/nothing')).toEqual([])
  })

  it('is created by exactly one of several concurrent calls', async () => {
    const tries = Array.from({ length: 8 }, (_, index) => store.create('registry/once', Buffer.from(`try ${index}`)))

    const created = await Promise.all(tries)

    expect(created.filter(Boolean)).toHaveLength(1)
    expect((await buffer(await store.read('registry/once'))).toString()).toBe(`try ${created.indexOf(true)}`)
    expect(await store.create('registry/once', Buffer.from('late'))).toBe(false)
  })

  it('does not exist if its source fails', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000)
        throw new Error('cut off')
      })(),
    )

    await expect(store.put('media/c', source)).rejects.toThrow('cut off')
    expect(await store.stat('media/c')).toBeNull()
  })

  it('leaves no parts behind if its source fails late or is aborted', async () => {
    const bytes = randomBytes(PART_BYTES * 2)
    await expect(store.put('media/d', inChunks(bytes, new Error('cut off')))).rejects.toThrow('cut off')

    const abort = new AbortController()
    const endless = async function* () {
      for (let chunk = 0; ; chunk++) {
        if (chunk === 10) abort.abort()
        yield setImmediate(Buffer.alloc(MEGABYTE))
      }
    }
    const storing = store.put('media/e', Readable.from(endless()), { signal: abort.signal })
    await expect(storing).rejects.toMatchObject({ name: 'AbortError' })

    expect(await store.list('media').then((keys) => keys.filter((key) => /[de]$/.test(key)))).toEqual([])
    if (opened.unfinished !== undefined) expect(await opened.unfinished()).toEqual([])
    // A later attempt under the same key succeeds.
    await store.put('media/d', inChunks(bytes), { size: bytes.length })
    expect((await buffer(await store.read('media/d'))).equals(bytes)).toBe(true)
  })

  it('is removed by a sweep if its upload was left unfinished long ago', async ({ skip }) => {
    const { leaveUnfinished, unfinished } = opened
    if (leaveUnfinished === undefined || unfinished === undefined) {
      // This store cannot list unfinished uploads; its sweep does nothing.
      await store.sweep(0)
      return skip()
    }
    await leaveUnfinished('originals/ab/half')

    await store.sweep(60_000)
    expect(await unfinished()).toEqual(['originals/ab/half'])
    await store.sweep(0)
    expect(await unfinished()).toEqual([])
  })

  it('rejects keys that lead outside the store', async () => {
    for (const key of ['../a', '/a', 'a//b', 'a/../b', '']) {
      await expect((async () => store.stat(key))()).rejects.toThrow('not an object key')
    }
  })
})

describe('the sweep of a disk store', () => {
  it('removes incomplete files of killed processes after a while', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'griot-objects-'))
    const store = createDiskStore(folder)
    await store.put('media/whole', Readable.from(['sound']))
    await writeFile(join(folder, 'incoming', 'half'), 'so')

    await store.sweep(60_000)
    expect(await readdir(join(folder, 'incoming'))).toEqual(['half'])
    await utimes(join(folder, 'incoming', 'half'), 0, 0)
    await store.sweep(60_000)

    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    expect(await store.stat('media/whole')).toEqual({ size: 5 })
    await rm(folder, { recursive: true, force: true })
  })
})
