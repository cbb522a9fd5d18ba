import { createDiskStore } from '@griot/service-kit/objects/disk-store'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'

/** Folders of keys. What is still arriving is in none of them: whoever sends it begins again. */
export const OBJECT_FOLDERS = ['originals', 'renditions', 'artwork', 'covers']
export const REGISTRY_FOLDER = 'registry'

const AT_ONCE = 4

/** Copies what the other store does not have. Objects never change, so what is there is right. Answers how many. */
const copyKeys = async (from: ObjectStore, to: ObjectStore, keys: readonly string[]) => {
  const left = [...keys]
  let copied = 0
  const next = async () => {
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const found = await from.stat(key)
      // Removed since it was listed.
      if (found === null) continue
      const there = await to.stat(key)
      if (there?.size === found.size) continue
      try {
        await to.put(key, await from.read(key), { size: found.size })
        copied += 1
      } catch (error) {
        if (!(error instanceof ObjectMissing)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return copied
}

/** Every object in these folders that is not there yet. */
export const copyFolders = async (from: ObjectStore, to: ObjectStore, folders: readonly string[]) => {
  let copied = 0
  for (const folder of folders) copied += await copyKeys(from, to, await from.list(folder))
  return copied
}

const isPointer = (key: string) => /\/\d{8}\.json$/.test(key)

/**
 * Copies the module registry so that every version that is pointed to is there: what points goes first, and what it
 * points to existed before it. On the way back it goes last.
 */
export const copyRegistry = async (from: ObjectStore, to: ObjectStore, order: 'pointers first' | 'pointers last') => {
  const keys = await from.list(REGISTRY_FOLDER)
  const pointers = keys.filter(isPointer)
  const copyRest = async () =>
    copyKeys(
      from,
      to,
      (await from.list(REGISTRY_FOLDER)).filter((key) => !isPointer(key)),
    )
  if (order === 'pointers first') await copyKeys(from, to, pointers)
  await copyRest()
  if (order === 'pointers last') await copyKeys(from, to, pointers)
}

/** The store of a folder on this machine. */
export const openFolder = async (folder: string) => {
  const store = createDiskStore(folder)
  await store.ready()
  return store
}

/** How many objects there are, and how many bytes they are together. */
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
