import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDiskStore, pathOfKey } from '@griot/service-kit/objects/disk-store'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'

/**
 * Where the registry lives. Nothing in it ever changes: an object is created once or is there already, so a copy on this
 * machine is as good as the original, and creating is the one step that two writers can fight over. What nobody has
 * needed for long is removed (collect-versions.ts); a copy of it on another machine then says nothing about what is there.
 */
export interface RegistryStore {
  /** Null when there is no such object. */
  read(key: string): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  /** As `has`, of the original alone: a copy can outlive it. */
  holds(key: string): Promise<boolean>
  /** False when the object was there already; it is then left as it is. */
  create(key: string, content: Uint8Array): Promise<boolean>
  /** A file on this machine with the object's bytes; null when there is no such object. */
  file(key: string): Promise<string | null>
  /** Names that this machine holds in a folder of keys; with a bucket, not all there are. */
  namesHere(folder: string): Promise<string[]>
  /** Keys of all originals below a folder of keys. */
  list(folder: string): Promise<string[]>
  remove(key: string): Promise<void>
  /** Removes what writers left half written that were killed a while ago. */
  sweep(): Promise<void>
}

const HALF_WRITTEN_IS_STALE_MS = 10 * 60_000

const PREFIX = 'registry'

/** The registry in `directory`, or in a bucket that all machines share, of which `directory` then keeps copies. */
export const openRegistryStore = (directory: string, shared?: ObjectStore): RegistryStore => {
  const here = createDiskStore(directory)
  const original = shared ?? here
  const at = (key: string) => `${PREFIX}/${key}`
  const placeOf = (key: string) => pathOfKey(directory, at(key))

  const isHere = async (key: string) => (await here.stat(at(key))) !== null

  /** Brings the object to this machine; false when there is none. */
  const fetchHere = async (key: string) => {
    if (await isHere(key)) return true
    if (!shared) return false
    const content = await bytesOf(shared, at(key))
    if (content === null) return false
    await here.create(at(key), content)
    return true
  }

  return {
    read: async (key) => ((await fetchHere(key)) ? readFile(placeOf(key)) : null),
    has: async (key) => (await isHere(key)) || (shared !== undefined && (await shared.stat(at(key))) !== null),
    holds: async (key) => (await original.stat(at(key))) !== null,
    async create(key, content) {
      const isCreated = await original.create(at(key), content)
      if (isCreated && shared) await here.create(at(key), content)
      return isCreated
    },
    file: async (key) => ((await fetchHere(key)) ? placeOf(key) : null),
    async namesHere(folder) {
      return readdir(path.join(directory, PREFIX, folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
    },
    list: async (folder) => (await original.list(at(folder))).map((key) => key.slice(PREFIX.length + 1)),
    async remove(key) {
      await original.remove(at(key))
      if (shared) await here.remove(at(key))
    },
    sweep: () => here.sweep(HALF_WRITTEN_IS_STALE_MS),
  }
}

const bytesOf = async (store: ObjectStore, key: string) => {
  let source: Readable
  try {
    source = await store.read(key)
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
  return buffer(source)
}
