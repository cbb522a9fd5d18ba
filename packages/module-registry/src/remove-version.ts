import type { VersionName } from '@griot/contracts/module-address'
import { blobKeys } from './blobs.ts'
import type { RegistryStore } from './registry-store.ts'
import { deployedKey, documentKey, integritiesOf, listNames, listVersions, nameOf, removalKey } from './versions.ts'

type ReadNeeded = () => Promise<ReadonlySet<string>>

/** Removes a version and the files that no other version has; false if the version was claimed meanwhile. */
export const removeVersion = async (
  store: RegistryStore,
  one: VersionName,
  files: readonly string[],
  readNeeded: ReadNeeded,
) => {
  const documents = [documentKey(one), deployedKey(one)]
  await copyToTrash(store, one, documents)
  if (!(await store.originalExists(removalKey(one)))) {
    await emptyTrash(store, one)
    return false
  }
  for (const key of documents) await store.remove(key)

  const used = await integritiesInUse(store)
  const unused = files.filter((sri) => !used.has(sri)).flatMap(blobKeys)
  await copyToTrash(store, one, unused)
  // Remove the plain file before its copies: an existing plain file implies that the copies exist.
  for (const key of unused.toReversed()) await store.remove(key)

  const isRemoved = await finishRemoval(store, one, readNeeded)
  await store.remove(removalKey(one))
  return isRemoved
}

const TRASH = 'attic'
const IN_TRASH = /^attic\/([^/]+)\/([^/]+)\/(.+)$/

const trashOf = ({ module, version }: VersionName) => `${TRASH}/${module}/${version}`

/** Keeps a copy until the removal is certain, because the process can be killed in between. */
const copyToTrash = async (store: RegistryStore, one: VersionName, keys: readonly string[]) => {
  for (const key of keys) {
    const content = await store.read(key)
    if (content !== null) await store.create(`${trashOf(one)}/${key}`, content)
  }
}

/** Restores from the trash what was claimed during the removal and drops the rest. False if the version was restored. */
const finishRemoval = async (store: RegistryStore, one: VersionName, readNeeded: ReadNeeded) => {
  const isClaimed = !(await store.originalExists(removalKey(one))) || (await readNeeded()).has(nameOf(one))
  const used = new Set([...(await integritiesInUse(store))].flatMap(blobKeys))
  const trashed = (await store.list(trashOf(one))).map((key) => key.slice(trashOf(one).length + 1))
  for (const key of trashed.sort((a, b) => restoreOrder(a) - restoreOrder(b))) {
    const content = isClaimed || used.has(key) ? await store.read(`${trashOf(one)}/${key}`) : null
    if (content !== null) await store.create(key, content)
  }
  await emptyTrash(store, one)
  return !isClaimed
}

/** Compressed copies, then plain files, then the document: if one exists, all before it must exist. */
const restoreOrder = (key: string) => {
  if (key.startsWith('blobs/')) return /\.(br|gz)$/.test(key) ? 0 : 1
  return key.endsWith('/module.json') ? 3 : 2
}

const emptyTrash = async (store: RegistryStore, one: VersionName) => {
  for (const key of await store.list(trashOf(one))) await store.remove(key)
}

/** Finishes the removals of runs that were killed. */
export const recoverRemovals = async (store: RegistryStore, readNeeded: ReadNeeded) => {
  const interrupted = new Map((await listNames(store, TRASH, IN_TRASH)).map((one) => [nameOf(one), one]))
  for (const one of interrupted.values()) await finishRemoval(store, one, readNeeded)
}

const integritiesInUse = async (store: RegistryStore) => {
  const files = await Promise.all((await listVersions(store)).map((one) => integritiesOf(store, one)))
  return new Set(files.flat())
}
