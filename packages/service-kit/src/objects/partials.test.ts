import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { type ObjectStore, WrongOffset } from './object-store.ts'
import { createS3Partials } from './s3-partials.ts'

/** The partials of a bucket, on a store whose objects cannot grow. */
const inPieces = (folder: string): ObjectStore => {
  const store = createDiskStore(folder)
  const sizes = new Map<string, number>()
  const listable = {
    ...store,
    put: async (...args: Parameters<ObjectStore['put']>) => {
      const stored = await store.put(...args)
      sizes.set(args[0], stored.size)
      return stored
    },
    remove: async (key: string) => {
      await store.remove(key)
      sizes.delete(key)
    },
  }
  const list = async (prefix: string) =>
    [...sizes].filter(([key]) => key.startsWith(prefix)).map(([key, size]) => ({ key, size }))
  return { ...listable, partials: createS3Partials({ store: listable, list }) }
}

/** Sends some bytes and then fails, as a lost connection does. */
const failAfter = (bytes: Buffer) =>
  Readable.from(
    (async function* () {
      yield bytes
      throw new Error('cut off')
    })(),
  )

const sound = () => Readable.from([Buffer.from('sound')])

describe.each([
  ['a file', createDiskStore],
  ['pieces', inPieces],
])('a partial object stored as %s', (_, open) => {
  let folder: string
  let store: ObjectStore

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-partials-'))
    store = open(folder)
    await store.ready()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('becomes a complete object, even if its source fails several times', async () => {
    const bytes = randomBytes(20_000_000)
    const key = 'originals/a'
    let offset = 0
    for (const end of [1, 9_000_000, 9_000_001, 17_500_000]) {
      await expect(store.partials.append(key, offset, failAfter(bytes.subarray(offset, end)))).rejects.toThrow(
        'cut off',
      )
      offset = await store.partials.size(key)
      expect(offset).toBeLessThanOrEqual(end)
      expect(await store.stat(key)).toBeNull()
    }
    expect(await store.partials.append(key, offset, Readable.from([bytes.subarray(offset)]))).toBe(bytes.length)

    expect(await store.partials.complete(key)).toEqual({ size: bytes.length })
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
  })

  it('can be completed twice', async () => {
    await store.partials.append('originals/b', 0, sound())
    await store.partials.complete('originals/b')

    expect(await store.partials.complete('originals/b')).toEqual({ size: 5 })
    expect(await store.partials.size('originals/b')).toBe(5)
  })

  it('rejects bytes that would leave a gap or overwrite what has arrived', async () => {
    await store.partials.append('originals/c', 0, sound())

    for (const offset of [0, 4, 6]) {
      await expect(store.partials.append('originals/c', offset, sound())).rejects.toThrow(WrongOffset)
    }
    expect(await store.partials.size('originals/c')).toBe(5)
  })

  it('is removed when it is discarded', async () => {
    await store.partials.append('originals/d', 0, sound())
    await store.partials.discard('originals/d')

    expect(await store.partials.size('originals/d')).toBe(0)
    await expect(store.partials.complete('originals/d')).rejects.toThrow('no object')
  })
})

describe('pieces', () => {
  it('do not become an object if another instance replaced one of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'griot-partials-'))
    const store = createDiskStore(folder)
    await store.ready()
    const key = 'arriving/originals/e/000000000000'
    await store.put(key, Readable.from([Buffer.from('sou')]))
    const partials = createS3Partials({ store, list: async () => [{ key, size: 5 }] })

    await expect(partials.complete('originals/e')).rejects.toThrow(WrongOffset)
    expect(await store.stat('originals/e')).toBeNull()
    await rm(folder, { recursive: true, force: true })
  })
})
