import { Readable } from 'node:stream'
import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'

/** The folders of keys in a backup. Incomplete uploads are not included; clients start them again. */
export const OBJECT_FOLDERS = ['originals', 'renditions', 'artwork', 'covers']
export const REGISTRY_FOLDER = 'registry'

const CONCURRENCY = 4

/** Copies objects that the other store does not have. Objects are immutable, so existing ones are correct. */
const copyKeys = async (from: ObjectStore, to: ObjectStore, keys: readonly string[]) => {
  const copy = async (key: string) => {
    const found = await from.stat(key)
    if (found === null || (await to.stat(key))?.size === found.size) return
    await to.put(key, await from.read(key), { size: found.size })
  }
  // An object may be removed after it was listed.
  const copyIfFound = (key: string) =>
    copy(key).catch((error: unknown) => {
      if (!(error instanceof ObjectMissing)) throw error
    })
  await Readable.from(keys).forEach(copyIfFound, { concurrency: CONCURRENCY })
}

/** Copies the missing objects of these folders. */
export const copyFolders = async (from: ObjectStore, to: ObjectStore, folders: readonly string[]) => {
  for (const folder of folders) await copyKeys(from, to, await from.list(folder))
}

const isPointer = (key: string) => /\/\d{8}\.json$/.test(key)

/**
 * Copies the module registry so that every version that a pointer names is complete. A backup copies pointers first, because
 * their versions already exist. A restore copies them last.
 */
export const copyRegistry = async (from: ObjectStore, to: ObjectStore, order: 'pointers first' | 'pointers last') => {
  const steps = [isPointer, (key: string) => !isPointer(key)]
  for (const isWanted of order === 'pointers first' ? steps : steps.toReversed()) {
    await copyKeys(from, to, (await from.list(REGISTRY_FOLDER)).filter(isWanted))
  }
}

export const openFolder = async (folder: string) => {
  const store = createDiskStore(folder)
  await store.ready()
  return store
}

export const measureFolders = async (store: ObjectStore, folders: readonly string[]) => {
  let objects = 0
  let objectBytes = 0
  for (const folder of folders) {
    for (const key of await store.list(folder)) {
      objects += 1
      objectBytes += (await store.stat(key))?.size ?? 0
    }
  }
  return { objects, objectBytes }
}
