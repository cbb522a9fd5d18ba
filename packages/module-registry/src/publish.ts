import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pointer } from '@griot/contracts/module-pointer'
import { isShellDocument, type ModuleDocument, VersionDocument } from '@griot/contracts/modules'
import { AppError } from '@griot/service-kit/http/errors'
import { type Effort, storeBlob } from './blobs.ts'
import { blockedReason } from './blocked-versions.ts'
import { promote } from './changes.ts'
import { findNotShown } from './checks/shell-compatibility.ts'
import { readPointer, updatePointer } from './pointer.ts'
import type { RegistryStore } from './registry-store.ts'
import { commitVersion, missingFiles, readDocument } from './versions.ts'

/** The author in the audit log of a version that comes with the product. */
const STARTED_WITH = 'start'

interface PublishOptions {
  /** Folder of the build, with its `module.json`. */
  dist: string
  store: RegistryStore
  effort?: Effort
  /** Releases the build only if no version of the module was ever released, and stores it otherwise. */
  onlyFirst?: boolean
}

/**
 * Deploys a build and makes it stable without release checks, at a product start and in development. Does not replace a
 * version that a team chose later, unless the current shell cannot run it. Does not publish a blocked version.
 * `isNew` is false if nothing changed; `isKept` is true if `onlyFirst` prevented the release of a version.
 */
export const publishModule = async ({ dist, store, effort, onlyFirst = false }: PublishOptions) => {
  // The collection of old versions removes a version without a deployer that was never current.
  const { document, isStored } = await deployBuild(dist, store, effort, onlyFirst ? STARTED_WITH : undefined)
  const { module, version } = document
  let isNew = false
  let isKept = false
  const { rev } = await updatePointer(store, async (pointer) => {
    const current = pointer.modules[module]
    isNew = false
    isKept = false
    if (current?.stable === version) return null
    if (current?.retired) return null
    if (current && onlyFirst) {
      isKept = true
      return null
    }
    if (current && (pointer.frozen !== null || blockedReason(current, version) !== null)) return null
    const isChosenByTeam = current && !isStored && current.by !== STARTED_WITH
    if (isChosenByTeam && !(await findNotShownIn(store, pointer)).some((one) => one.module === module)) return null
    const update = promote(pointer, { by: STARTED_WITH, module, version, action: 'publish' })
    isNew = update !== null
    return update
  })
  return { module, version, rev, isNew, isKept }
}

/** The current module versions that the current shell cannot run. */
export const notShown = async (store: RegistryStore) => findNotShownIn(store, await readPointer(store))

const findNotShownIn = async (store: RegistryStore, { modules }: Pointer) => {
  const documents = await Promise.all(
    Object.entries(modules).map(([module, { stable }]) => readDocument(store, module, stable)),
  )
  const found = documents.filter((document) => document !== null)
  const shell = found.find(isShellDocument)
  const remotes = found.filter((document): document is ModuleDocument => !isShellDocument(document))
  return shell ? findNotShown(shell, remotes) : []
}

/** Reads the `module.json` of a build. */
export const readBuild = async (dist: string): Promise<VersionDocument> => {
  const text = await readFile(path.join(dist, 'module.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${dist} has no module.json. Build the module first.`)
    throw error
  })
  return VersionDocument.parse(JSON.parse(text))
}

/** Deploys a build without promoting it. `isStored` is false if the same version was deployed before. */
export const deployBuild = async (dist: string, store: RegistryStore, effort?: Effort, by?: string) => {
  const document = await readBuild(dist)
  const missing = await missingFiles(store, document)
  await Promise.all(
    missing.map(async (name) => {
      const content = await readFile(path.join(dist, name))
      await storeBlob(store, document.files[name]?.sri ?? '', name, content, effort)
    }),
  )
  try {
    await commitVersion(store, document, by)
    return { document, isStored: true }
  } catch (error) {
    if (error instanceof AppError && error.code === 'version.exists') return { document, isStored: false }
    throw error
  }
}
