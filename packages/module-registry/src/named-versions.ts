import type { VersionName } from '@griot/contracts/module-address'
import type { RegistryStore } from './registry-store.ts'
import { readDocument } from './versions.ts'

export const nameOf = ({ module, version }: VersionName) => `${module}@${version}`

/** Those whose names stand in the keys below a folder, as the pattern's first two groups. */
export const allNamed = async (store: RegistryStore, folder: string, pattern: RegExp): Promise<VersionName[]> =>
  (await store.list(folder)).flatMap((key) => {
    const [, module, version] = pattern.exec(key) ?? []
    return module && version ? [{ module, version }] : []
  })

const DOCUMENT = /^modules\/([^/]+)\/([^/]+)\/module\.json$/

/** All versions that are there. */
export const allVersions = (store: RegistryStore) => allNamed(store, 'modules', DOCUMENT)

/** The hashes of its files; none of a version that is not there. */
export const filesOf = async (store: RegistryStore, { module, version }: VersionName) => {
  const document = await readDocument(store, module, version)
  return Object.values(document?.files ?? {}).map(({ sri }) => sri)
}
