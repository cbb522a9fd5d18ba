import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Pointer } from '@griot/contracts/module-pointer'
import { isShellDocument, VersionDocument } from '@griot/contracts/modules'
import { AppError } from '@griot/service-kit/errors'
import { type Effort, storeBlob } from './blobs.ts'
import { whyBlocked } from './blocked.ts'
import { promote } from './changes.ts'
import { type NotShown, notShownIn } from './checks/fits-shell.ts'
import { movePointer, readPointer } from './pointer.ts'
import type { RegistryStore } from './registry-store.ts'
import { commitVersion, missingFiles, readDocument } from './versions.ts'

/** In whose name a version is published that the product itself was started with. */
export const STARTED_WITH = 'start'

export interface Published {
  module: string
  version: string
  rev: number
  /** False when everything stays as it was. */
  isNew: boolean
}

export interface PublishOptions {
  /** Folder of the build, with its `module.json`. */
  dist: string
  store: RegistryStore
  env?: string
  by?: string
  /** Spent on making files small. */
  effort?: Effort
}

/**
 * Deploys a built module and makes it the stable version: the way of a start and of development, without checks against
 * what runs. A version that the registry has seen before is not brought back over one that a team has chosen since, unless
 * the shell that stands by now cannot run what they chose; and none that is blocked.
 */
export const publishModule = async ({
  dist,
  store,
  env = 'prod',
  by = STARTED_WITH,
  effort,
}: PublishOptions): Promise<Published> => {
  const document = await readBuild(dist)
  const { module, version } = document
  const isKnown = !(await deployFolder(store, dist, document, effort))
  let isNew = false
  const { rev } = await movePointer(store, env, async (pointer) => {
    const standing = pointer.modules[module]
    isNew = false
    if (standing?.stable === version) return null
    if (standing && (pointer.frozen !== null || whyBlocked(standing, version) !== null)) return null
    const isChosen = standing && isKnown && standing.by !== by
    if (isChosen && (await runsInStandingShell(store, pointer, module))) return null
    const moved = promote(pointer, { by, module, version, action: 'publish' })
    isNew = moved !== null
    return moved
  })
  return { module, version, rev, isNew }
}

/** What stands and is not shown, in the environment that was published to. */
export const notShown = async (store: RegistryStore, env = 'prod'): Promise<NotShown[]> => {
  const { modules } = await readPointer(store, env)
  const shell = await standingShell(store, modules.shell?.stable)
  if (!shell) return []
  const documents = await Promise.all(
    Object.entries(modules).map(([module, { stable }]) => readDocument(store, module, stable)),
  )
  return notShownIn(
    shell,
    documents.flatMap((document) => (document && !isShellDocument(document) ? [document] : [])),
  )
}

const standingShell = async (store: RegistryStore, version: string | undefined) => {
  const document = version === undefined ? null : await readDocument(store, 'shell', version)
  return document && isShellDocument(document) ? document : null
}

const runsInStandingShell = async (store: RegistryStore, { modules }: Pointer, module: string) => {
  const shell = await standingShell(store, modules.shell?.stable)
  const document = await readDocument(store, module, modules[module]?.stable ?? '')
  return !shell || !document || isShellDocument(document) || notShownIn(shell, [document]).length === 0
}

/** The document that a build has written. */
export const readBuild = async (dist: string): Promise<VersionDocument> => {
  const file = path.join(dist, 'module.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${dist} holds no module.json: build the module first.`)
    throw error
  })
  return VersionDocument.parse(JSON.parse(text))
}

/** Brings a built module in, and changes nothing for anybody: it is not promoted. */
export const deployBuild = async (dist: string, store: RegistryStore): Promise<VersionDocument> => {
  const document = await readBuild(dist)
  await deployFolder(store, dist, document)
  return document
}

/** Stores the files and the version; false when it was there already, just so. */
const deployFolder = async (store: RegistryStore, dist: string, document: VersionDocument, effort?: Effort) => {
  const missing = await missingFiles(store, document)
  await Promise.all(
    missing.map(async (name) => {
      const content = await readFile(path.join(dist, name))
      await storeBlob(store, document.files[name]?.sri ?? '', name, content, effort)
    }),
  )
  try {
    await commitVersion(store, document)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'version.exists') return false
    throw error
  }
}
