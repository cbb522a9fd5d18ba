import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveBucket } from '../testing/bucket.ts'
import { createDiskStore } from './disk-store.ts'
import { ObjectMissing, type ObjectStore } from './object-store.ts'
import { createS3Store } from './s3-store.ts'

const openDisk = async (folder: string) => ({ store: createDiskStore(folder), close: async () => {} })

/** A bucket with the conditional put, which the little server lacks and every S3 has. */
const openS3 = async (directory: string) => {
  const { server, port } = await serveBucket(directory)
  const store = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'griot',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    region: 'us-east-1',
  })
  return { store, close: async () => void server.close() }
}

describe.each([
  ['files', openDisk],
  ['a bucket', openS3],
])('objects in %s', (_, open) => {
  let folder: string
  let store: ObjectStore
  let close: () => Promise<unknown>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-objects-'))
    const opened = await open(folder)
    store = opened.store
    close = opened.close
    await store.ready()
  })
  afterAll(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })

  it('come back as they went in, whole or in part', async () => {
    const bytes = randomBytes(300_000)
    expect(await store.put('media/a', Readable.from([bytes]), { size: bytes.length })).toEqual({ size: bytes.length })

    expect(await store.stat('media/a')).toEqual({ size: bytes.length })
    expect((await buffer(await store.read('media/a'))).equals(bytes)).toBe(true)
    expect((await buffer(await store.read('media/a', { start: 5, end: 9 }))).equals(bytes.subarray(5, 10))).toBe(true)
    await store.download('media/a', join(folder, 'copy'))
    expect((await readFile(join(folder, 'copy'))).equals(bytes)).toBe(true)
  })

  it('are gone once removed, and removing them again is no error', async () => {
    await store.put('media/b', Readable.from(['x']), { size: 1 })
    await store.remove('media/b')
    await store.remove('media/b')

    expect(await store.stat('media/b')).toBeNull()
    await expect(store.read('media/b')).rejects.toThrow(ObjectMissing)
  })

  it('are listed by their folder', async () => {
    for (const key of ['list/a/one', 'list/a/b/two', 'list/ab/three']) await store.create(key, Buffer.from(key))

    expect((await store.list('list/a')).sort()).toEqual(['list/a/b/two', 'list/a/one'])
    expect(await store.list('list/nothing')).toEqual([])
  })

  it('are created once, by one of all who try at once', async () => {
    const tries = Array.from({ length: 8 }, (_, index) => store.create('registry/once', Buffer.from(`try ${index}`)))

    const created = await Promise.all(tries)

    expect(created.filter(Boolean)).toHaveLength(1)
    expect((await buffer(await store.read('registry/once'))).toString()).toBe(`try ${created.indexOf(true)}`)
    expect(await store.create('registry/once', Buffer.from('late'))).toBe(false)
  })

  it('are not there at all when their source fails', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000)
        throw new Error('cut off')
      })(),
    )

    await expect(store.put('media/c', source)).rejects.toThrow('cut off')
    expect(await store.stat('media/c')).toBeNull()
  })

  it('have names that cannot lead elsewhere', async () => {
    for (const key of ['../a', '/a', 'a//b', 'a/../b', '']) {
      await expect((async () => store.stat(key))()).rejects.toThrow('not an object key')
    }
  })
})

describe('sweeping a disk store', () => {
  it('removes what a killed process has left half written, once it is old', async () => {
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
