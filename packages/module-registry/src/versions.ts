import { ModuleName, ModuleVersion, VersionDocument } from '@griot/contracts/modules'
import { z } from 'zod'
import { blobKey } from './blobs.ts'
import { registryRefusal } from './refusal.ts'
import type { RegistryStore } from './registry-store.ts'

const Deployed = z.object({ by: z.string(), at: z.string() })

export const deployedKey = (module: string, version: string) => `modules/${module}/${version}/deployed.json`
export const documentKey = (module: string, version: string) => `modules/${module}/${version}/module.json`

export const condemnedKey = (module: string, version: string) => `condemned/${module}/${version}.json`

const pardonVersion = async (store: RegistryStore, module: string, version: string) => {
  const key = condemnedKey(module, version)
  if (await store.holds(key)) await store.remove(key)
}

/** What is called otherwise is nowhere, and need not be looked for under a name that no store takes. */
const canBe = (module: string, version: string) =>
  ModuleName.safeParse(module).success && ModuleVersion.safeParse(version).success

/** Keeps a version from being cleared away from now on; false when it is not there. To be asked before it is put to use. */
export const claimVersion = async (store: RegistryStore, module: string, version: string) => {
  if (!canBe(module, version)) return false
  await pardonVersion(store, module, version)
  return store.holds(documentKey(module, version))
}

/** The document of a version, or null when there is none. A version that has one is complete. */
export const readDocument = async (
  store: RegistryStore,
  module: string,
  version: string,
): Promise<VersionDocument | null> => {
  if (!canBe(module, version)) return null
  const text = await store.read(documentKey(module, version))
  return text === null ? null : VersionDocument.parse(JSON.parse(text.toString()))
}

/** The files of a version whose bytes the registry has not got yet. */
export const missingFiles = async (store: RegistryStore, { files }: VersionDocument) => {
  const found = await Promise.all(
    Object.entries(files).map(async ([name, { sri }]) => ((await store.holds(blobKey(sri))) ? null : name)),
  )
  return found.filter((name) => name !== null)
}

/** Who brought a version in; null for one that came with the product itself. */
export const readDeployer = async (store: RegistryStore, module: string, version: string) => {
  const text = await store.read(deployedKey(module, version))
  return text === null ? null : Deployed.parse(JSON.parse(text.toString()))
}

/** All versions of a module that are there, in no order. */
export const listVersions = async (store: RegistryStore, module: string) => {
  const keys = await store.list(`modules/${module}`)
  return keys.flatMap((key) => {
    const [, , version = ''] = key.split('/')
    return key === documentKey(module, version) ? [version] : []
  })
}

/** Makes a version of files that are all there; from then on it never changes. Refuses one that exists. */
export const commitVersion = async (store: RegistryStore, document: VersionDocument, by?: string) => {
  const { module, version } = document
  await pardonVersion(store, module, version)
  await refuseIncomplete(store, document)
  if (by !== undefined) {
    const deployed = { by, at: new Date().toISOString() }
    await store.create(deployedKey(module, version), Buffer.from(JSON.stringify(deployed)))
  }
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (await store.create(documentKey(module, version), Buffer.from(text))) {
    // A file that no other version had may have been cleared away in just this moment; from now on it is needed.
    await refuseIncomplete(store, document).catch(async (error: unknown) => {
      await store.remove(documentKey(module, version))
      throw error
    })
    return
  }
  const stands = await store.read(documentKey(module, version))
  throw stands?.toString() === text
    ? registryRefusal(409, 'version.exists', `${module} ${version} is already deployed.`)
    : registryRefusal(409, 'version.taken', `${module} ${version} is already deployed with other content.`)
}

const refuseIncomplete = async (store: RegistryStore, document: VersionDocument) => {
  const missing = await missingFiles(store, document)
  if (missing.length === 0) return
  const { module, version } = document
  throw registryRefusal(422, 'version.incomplete', `These files of ${module} ${version} are missing: ${missing}.`)
}
