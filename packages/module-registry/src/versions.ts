import { ModuleName, ModuleVersion, VersionDocument } from '@griot/contracts/modules'
import { z } from 'zod'
import { blobKey } from './blobs.ts'
import { registryRefusal } from './refusal.ts'
import type { RegistryStore } from './registry-store.ts'

const Deployed = z.object({ by: z.string(), at: z.string() })

const deployedKey = (module: string, version: string) => `modules/${module}/${version}/deployed.json`
const documentKey = (module: string, version: string) => `modules/${module}/${version}/module.json`

/** The document of a version, or null when there is none. A version that has one is complete. */
export const readDocument = async (
  store: RegistryStore,
  module: string,
  version: string,
): Promise<VersionDocument | null> => {
  if (!ModuleName.safeParse(module).success || !ModuleVersion.safeParse(version).success) return null
  const text = await store.read(documentKey(module, version))
  return text === null ? null : VersionDocument.parse(JSON.parse(text.toString()))
}

/** The files of a version whose bytes the registry has not got yet. */
export const missingFiles = async (store: RegistryStore, { files }: VersionDocument) => {
  const found = await Promise.all(
    Object.entries(files).map(async ([name, { sri }]) => ((await store.has(blobKey(sri))) ? null : name)),
  )
  return found.filter((name) => name !== null)
}

/** Who brought a version in; null for one that came with the product itself. */
export const readDeployer = async (store: RegistryStore, module: string, version: string) => {
  const text = await store.read(deployedKey(module, version))
  return text === null ? null : Deployed.parse(JSON.parse(text.toString()))
}

/** Makes a version of files that are all there; from then on it never changes. Refuses one that exists. */
export const commitVersion = async (store: RegistryStore, document: VersionDocument, by?: string) => {
  const { module, version } = document
  const missing = await missingFiles(store, document)
  if (missing.length > 0) {
    throw registryRefusal(422, 'version.incomplete', `These files of ${module} ${version} are missing: ${missing}.`)
  }
  if (by !== undefined) {
    const deployed = { by, at: new Date().toISOString() }
    await store.create(deployedKey(module, version), Buffer.from(JSON.stringify(deployed)))
  }
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (await store.create(documentKey(module, version), Buffer.from(text))) return
  const stands = await store.read(documentKey(module, version))
  throw stands?.toString() === text
    ? registryRefusal(409, 'version.exists', `${module} ${version} is already deployed.`)
    : registryRefusal(409, 'version.taken', `${module} ${version} is already deployed with other content.`)
}
