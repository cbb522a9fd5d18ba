import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { createDiskStore, pathOfKey } from '@griot/service-kit/objects/disk-store'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import type { z } from 'zod'

const PARTIAL_FILE_MAX_AGE_MS = 10 * 60_000
const PREFIX = 'registry'

const withPrefix = (key: string) => `${PREFIX}/${key}`

const listIn = async (objects: ObjectStore, folder: string) =>
  (await objects.list(withPrefix(folder))).map((key) => key.slice(PREFIX.length + 1))

export type RegistryStore = ReturnType<typeof openRegistryStore>

/**
 * Opens the registry in `directory`, or in a shared bucket of which `directory` holds local copies. Objects are immutable:
 * `create` is the only step on which two writers can collide, and a local copy is as good as the original. Only
 * collect-versions.ts removes objects; a local copy can outlive its original.
 */
export const openRegistryStore = (directory: string, shared?: ObjectStore) => {
  const local = createDiskStore(directory)
  const original = shared ?? local

  /** Path of a local file with the object's bytes, copied if necessary; null if the object does not exist. */
  const file = async (key: string): Promise<string | null> => {
    const name = withPrefix(key)
    try {
      if ((await local.stat(name)) === null) await local.create(name, await buffer(await original.read(name)))
      return pathOfKey(directory, name)
    } catch (error) {
      if (error instanceof ObjectMissing) return null
      throw error
    }
  }

  return {
    file,
    /** Null if the object does not exist. */
    read: async (key: string): Promise<Buffer | null> => {
      const found = await file(key)
      return found === null ? null : readFile(found)
    },
    /** Ignores local copies. */
    originalExists: async (key: string) => (await original.stat(withPrefix(key))) !== null,
    /** False if the object already exists; it is not changed. */
    create: async (key: string, content: Uint8Array) => {
      const isCreated = await original.create(withPrefix(key), content)
      if (isCreated && shared) await local.create(withPrefix(key), content)
      return isCreated
    },
    /** Keys of all originals below a folder of keys. */
    list: (folder: string) => listIn(original, folder),
    /** Keys of the local copies. With a bucket these are not all objects. */
    listLocal: (folder: string) => listIn(local, folder),
    remove: async (key: string) => {
      await original.remove(withPrefix(key))
      if (shared) await local.remove(withPrefix(key))
    },
    /** Removes partial files of writers that were killed. */
    sweep: () => local.sweep(PARTIAL_FILE_MAX_AGE_MS),
  }
}

/** Reads and validates a JSON object; null if it does not exist. */
export const readJson = async <Schema extends z.ZodType>(
  store: RegistryStore,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | null> => {
  const text = await store.read(key)
  return text === null ? null : schema.parse(JSON.parse(text.toString()))
}
