import type { RegistryStore } from './registry-store.ts'
import { readDocument } from './versions.ts'

/** A version by its name, whether it is there or not. */
export interface Named {
  module: string
  version: string
}

export const nameOf = ({ module, version }: Named) => `${module}@${version}`

/** Those whose names stand in the keys below a folder, as the pattern's first two groups. */
export const allNamed = async (store: RegistryStore, folder: string, pattern: RegExp): Promise<Named[]> =>
  (await store.list(folder)).flatMap((key) => {
    const [, module, version] = pattern.exec(key) ?? []
    return module && version ? [{ module, version }] : []
  })

const DOCUMENT = /^modules\/([^/]+)\/([^/]+)\/module\.json$/

/** All versions that are there. */
export const allVersions = (store: RegistryStore) => allNamed(store, 'modules', DOCUMENT)

/** The hashes of its files; none of a version that is not there. */
export const filesOf = async (store: RegistryStore, { module, version }: Named) => {
  const document = await readDocument(store, module, version)
  return Object.values(document?.files ?? {}).map(({ sri }) => sri)
}
