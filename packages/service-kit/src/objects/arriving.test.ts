import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WrongOffset } from './arriving-objects.ts'
import { createArrivingPieces } from './arriving-pieces.ts'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'

/** Pieces in a store of objects that cannot grow, as a bucket is one. */
const inPieces = (folder: string): ObjectStore => {
  const store = createDiskStore(folder)
  const keys = new Map<string, number>()
  const remembering = {
    ...store,
    put: async (...args: Parameters<ObjectStore['put']>) => {
      const stored = await store.put(...args)
      keys.set(args[0], stored.size)
      return stored
    },
    remove: async (key: string) => {
      await store.remove(key)
      keys.delete(key)
    },
  }
  const list = async (prefix: string) =>
    [...keys].filter(([key]) => key.startsWith(prefix)).map(([key, size]) => ({ key, size }))
  return { ...remembering, arriving: createArrivingPieces({ store: remembering, list }) }
}

/** Sends some bytes and then fails, as a lost connection does. */
const cutAfter = (bytes: Buffer) =>
  Readable.from(
    (async function* () {
      yield bytes
      throw new Error('cut off')
    })(),
  )

describe.each([
  ['a file', createDiskStore],
  ['pieces', inPieces],
])('an object that arrives as %s', (_, open) => {
  let folder: string
  let store: ObjectStore

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-arriving-'))
    store = open(folder)
    await store.ready()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is whole in the end, however often its source was lost', async () => {
    const bytes = randomBytes(20_000_000)
    const key = 'originals/a'
    let offset = 0
    for (const end of [1, 9_000_000, 9_000_001, 17_500_000]) {
      await expect(store.arriving.append(key, offset, cutAfter(bytes.subarray(offset, end)))).rejects.toThrow('cut off')
      offset = await store.arriving.arrived(key)
      expect(offset).toBeLessThanOrEqual(end)
      expect(await store.stat(key)).toBeNull()
    }
    expect(await store.arriving.append(key, offset, Readable.from([bytes.subarray(offset)]))).toBe(bytes.length)

    const hash = createHash('sha256')
    expect(await store.arriving.complete(key, (chunk) => hash.update(chunk))).toEqual({ size: bytes.length })
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
  })

  it('can be completed again, by whoever does not know that it was', async () => {
    await store.arriving.append('originals/b', 0, Readable.from([Buffer.from('sound')]))
    await store.arriving.complete('originals/b', () => {})
    let seen = ''
    const again = await store.arriving.complete('originals/b', (chunk) => {
      seen += chunk
    })

    expect({ ...again, seen }).toEqual({ size: 5, seen: 'sound' })
    expect(await store.arriving.arrived('originals/b')).toBe(5)
  })

  it('takes nothing that would leave a gap or write over what is there', async () => {
    await store.arriving.append('originals/c', 0, Readable.from([Buffer.from('sound')]))

    for (const offset of [0, 4, 6]) {
      const late = store.arriving.append('originals/c', offset, Readable.from([Buffer.from('x')]))
      await expect(late).rejects.toThrow(WrongOffset)
    }
    expect(await store.arriving.arrived('originals/c')).toBe(5)
  })

  it('is forgotten when it was given up', async () => {
    await store.arriving.append('originals/d', 0, Readable.from([Buffer.from('sound')]))
    await store.arriving.abandon('originals/d')

    expect(await store.arriving.arrived('originals/d')).toBe(0)
    await expect(store.arriving.complete('originals/d', () => {})).rejects.toThrow('no object')
  })
})

describe('pieces', () => {
  it('are made no object when one was written over by a sender that should have let go', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'griot-arriving-'))
    const store = createDiskStore(folder)
    await store.ready()
    const key = 'arriving/originals/e/000000000000'
    await store.put(key, Readable.from([Buffer.from('sou')]))
    const arriving = createArrivingPieces({ store, list: async () => [{ key, size: 5 }] })

    await expect(arriving.complete('originals/e', () => {})).rejects.toThrow(WrongOffset)
    expect(await store.stat('originals/e')).toBeNull()
    await rm(folder, { recursive: true, force: true })
  })
})
