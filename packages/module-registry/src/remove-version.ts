import type { VersionName } from '@griot/contracts/module-address'
import { blobKeys } from './blobs.ts'
import { allNamed, allVersions, filesOf, nameOf } from './named-versions.ts'
import type { RegistryStore } from './registry-store.ts'
import { condemnedKey, deployedKey, documentKey } from './versions.ts'

/** Removes a version and the files that no other has; false when someone turned out to need it. */
export const removeVersion = async (
  store: RegistryStore,
  one: VersionName,
  files: readonly string[],
  needed: () => Promise<ReadonlySet<string>>,
) => {
  const { module, version } = one
  const key = condemnedKey(module, version)
  await setAside(store, one, [documentKey(module, version), deployedKey(module, version)])
  if (!(await store.holds(key))) {
    await emptyAttic(store, one)
    return false
  }
  for (const name of [documentKey(module, version), deployedKey(module, version)]) await store.remove(name)

  const used = await filesInUse(store)
  const unused = files.filter((sri) => !used.has(sri)).flatMap(blobKeys)
  await setAside(store, one, unused)
  // As they came, backwards: the plain file says that its copies are there.
  for (const name of [...unused].reverse()) await store.remove(name)

  const isRemoved = await settle(store, one, needed)
  await store.remove(key)
  return isRemoved
}

const ATTIC = 'attic'
const IN_ATTIC = /^attic\/([^/]+)\/([^/]+)\/(.+)$/

const atticOf = ({ module, version }: VersionName) => `${ATTIC}/${module}/${version}`

/** What is about to be removed is kept in another place until it is certain: whoever removes may be killed in between. */
const setAside = async (store: RegistryStore, one: VersionName, keys: readonly string[]) => {
  for (const key of keys) {
    const content = await store.read(key)
    if (content !== null) await store.create(`${atticOf(one)}/${key}`, content)
  }
}

/** Puts back what was asked for while it was being removed, and forgets the rest. False when someone needs the version. */
const settle = async (store: RegistryStore, one: VersionName, needed: () => Promise<ReadonlySet<string>>) => {
  const isWanted = !(await store.holds(condemnedKey(one.module, one.version))) || (await needed()).has(nameOf(one))
  const used = await filesInUse(store)
  const asked = new Set([...used].flatMap(blobKeys))
  // Files before the document, and of a file its copies first: what says that all is there comes last.
  const kept = (await store.list(atticOf(one))).sort().toReversed()
  const isFile = (key: string) => IN_ATTIC.exec(key)?.[3]?.startsWith('blobs/') ?? false
  for (const key of [...kept.filter(isFile), ...kept.filter((other) => !isFile(other)).toReversed()]) {
    const place = IN_ATTIC.exec(key)?.[3] ?? ''
    const content = isWanted || asked.has(place) ? await store.read(key) : null
    if (content !== null) await store.create(place, content)
  }
  await emptyAttic(store, one)
  return !isWanted
}

const emptyAttic = async (store: RegistryStore, one: VersionName) => {
  for (const key of await store.list(atticOf(one))) await store.remove(key)
}

/** A run that was killed has left what it was about to remove; perhaps somebody needs it. */
export const settleKilledRuns = async (store: RegistryStore, needed: () => Promise<ReadonlySet<string>>) => {
  const left = new Map((await allNamed(store, ATTIC, IN_ATTIC)).map((one) => [nameOf(one), one]))
  for (const one of left.values()) await settle(store, one, needed)
}

const filesInUse = async (store: RegistryStore) => {
  const files = await Promise.all((await allVersions(store)).map((one) => filesOf(store, one)))
  return new Set(files.flat())
}
