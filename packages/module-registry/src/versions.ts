import type { VersionName } from '@griot/contracts/module-address'
import { VersionSource } from '@griot/contracts/module-registry'
import { ModuleName, ModuleVersion, VersionDocument } from '@griot/contracts/modules'
import { AppError } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { blobKey } from './blobs.ts'
import { type RegistryStore, readJson } from './registry-store.ts'

const Deployed = z.object({ by: z.string(), at: z.string(), source: VersionSource.optional().catch(undefined) })

export const nameOf = ({ module, version }: VersionName) => `${module}@${version}`

export const documentKey = ({ module, version }: VersionName) => `modules/${module}/${version}/module.json`
export const deployedKey = ({ module, version }: VersionName) => `modules/${module}/${version}/deployed.json`
/** Marks a version for removal; see collect-versions.ts. */
export const removalKey = ({ module, version }: VersionName) => `condemned/${module}/${version}.json`

const cancelRemoval = async (store: RegistryStore, one: VersionName) => {
  if (await store.originalExists(removalKey(one))) await store.remove(removalKey(one))
}

/** Names come from URLs; a name that is not valid must not become a key of the store. */
const isValid = ({ module, version }: VersionName) =>
  ModuleName.safeParse(module).success && ModuleVersion.safeParse(version).success

/** Protects a version from removal for a day; false if it does not exist. Call it before the version is used. */
export const claimVersion = async (store: RegistryStore, one: VersionName) => {
  if (!isValid(one)) return false
  await cancelRemoval(store, one)
  return store.originalExists(documentKey(one))
}

/** Null if the version does not exist. A version with a document is complete. */
export const readDocument = async (store: RegistryStore, module: string, version: string) => {
  const one = { module, version }
  return isValid(one) ? readJson(store, documentKey(one), VersionDocument) : null
}

/** The names of the version's files whose content the registry does not have yet. */
export const missingFiles = async (store: RegistryStore, { files }: VersionDocument) => {
  const found = await Promise.all(
    Object.entries(files).map(async ([name, { sri }]) => ((await store.originalExists(blobKey(sri))) ? null : name)),
  )
  return found.filter((name) => name !== null)
}

/** Null for a version that came with the product. */
export const readDeployer = (store: RegistryStore, module: string, version: string) =>
  readJson(store, deployedKey({ module, version }), Deployed)

/** The versions named by the first two groups of `pattern` in the keys below a folder. */
export const listNames = async (store: RegistryStore, folder: string, pattern: RegExp): Promise<VersionName[]> =>
  (await store.list(folder)).flatMap((key) => {
    const [, module, version] = pattern.exec(key) ?? []
    return module && version ? [{ module, version }] : []
  })

/** All deployed versions, of one module or of all, in no order. */
export const listVersions = (store: RegistryStore, module?: string) =>
  listNames(store, module ? `modules/${module}` : 'modules', /^modules\/([^/]+)\/([^/]+)\/module\.json$/)

/** The integrities of a version's files; empty if the version does not exist. */
export const integritiesOf = async (store: RegistryStore, { module, version }: VersionName) => {
  const document = await readDocument(store, module, version)
  return Object.values(document?.files ?? {}).map(({ sri }) => sri)
}

/**
 * Creates an immutable version. All its files must be stored. Throws 422 `version.incomplete`, 409 `version.exists` for
 * the same document, 409 `version.taken` for another document under the same version.
 */
export const commitVersion = async (
  store: RegistryStore,
  document: VersionDocument,
  by?: string,
  source?: VersionSource,
) => {
  await cancelRemoval(store, document)
  await requireComplete(store, document)
  if (by !== undefined) {
    const deployed = { by, at: new Date().toISOString(), source }
    await store.create(deployedKey(document), Buffer.from(JSON.stringify(deployed)))
  }
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (await store.create(documentKey(document), Buffer.from(text))) {
    // A collection that runs now may have removed a file that no other version has. From here on it keeps the files.
    await requireComplete(store, document).catch(async (error: unknown) => {
      await store.remove(documentKey(document))
      throw error
    })
    return
  }
  const existing = await store.read(documentKey(document))
  const name = `${document.module} ${document.version}`
  throw existing?.toString() === text
    ? new AppError(409, 'version.exists', `${name} is already deployed.`)
    : new AppError(409, 'version.taken', `${name} is already deployed with other content.`)
}

const requireComplete = async (store: RegistryStore, document: VersionDocument) => {
  const missing = await missingFiles(store, document)
  if (missing.length === 0) return
  const { module, version } = document
  throw new AppError(422, 'version.incomplete', `These files of ${module} ${version} are missing: ${missing}.`)
}
