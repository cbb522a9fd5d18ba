import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ModuleDocument } from '@griot/contracts/modules'
import { movePointer, syncFolder, writeSynced } from './pointer.ts'

const STAGING_IS_STALE_MS = 10 * 60_000

export interface Published {
  module: string
  version: string
  rev: number
  /** False when this version already stood. */
  isNew: boolean
}

/**
 * Puts a built module into the registry as an immutable version and makes it the stable one; the version that stood
 * becomes the last known good. Publishing the same version again changes nothing; several may publish at once.
 */
export const publishModule = async ({
  dist,
  registryDir,
  env = 'prod',
}: {
  dist: string
  registryDir: string
  env?: string
}): Promise<Published> => {
  const document = await readDocument(path.join(dist, 'module.json'))
  if (!document) throw new Error(`${dist} holds no module.json: build the module first.`)
  await storeVersion(document, dist, registryDir)

  const { module, version } = document
  let isNew = false
  const { rev } = await movePointer(registryDir, env, (modules) => {
    const standing = modules[module]?.stable ?? null
    isNew = standing !== version
    return isNew ? { ...modules, [module]: { stable: version, lkg: standing } } : modules
  })
  return { module, version, rev, isNew }
}

export const versionFolder = (registryDir: string, module: string, version: string) =>
  path.join(registryDir, 'modules', module, version)

/** The document of a version, or null when there is none. */
export const readDocument = async (file: string): Promise<ModuleDocument | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : ModuleDocument.parse(JSON.parse(text))
}

const storeVersion = async (document: ModuleDocument, dist: string, registryDir: string) => {
  const folder = versionFolder(registryDir, document.module, document.version)
  if (await isStored(document, folder)) return

  const staging = path.join(registryDir, '.staging', randomUUID())
  await sweepStaging(path.dirname(staging))
  await mkdir(staging, { recursive: true })
  try {
    await Promise.all(Object.keys(document.files).map((file) => copyFile(document, file, dist, staging)))
    await writeSynced(path.join(staging, 'module.json'), `${JSON.stringify(document, null, 2)}\n`)
    await syncFolder(staging)
    await mkdir(path.dirname(folder), { recursive: true })
    await rename(staging, folder)
    await syncFolder(path.dirname(folder))
  } catch (error) {
    // Someone else published the very same version in the same moment.
    if (!(await isStored(document, folder))) throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const isStored = async (document: ModuleDocument, folder: string) => {
  const stored = await readDocument(path.join(folder, 'module.json'))
  if (!stored) return false
  if (JSON.stringify(stored) !== JSON.stringify(document)) {
    throw new Error(`${document.module} ${document.version} is already published with other content.`)
  }
  return true
}

const copyFile = async (document: ModuleDocument, file: string, dist: string, staging: string) => {
  const content = await readFile(path.join(dist, file))
  const sri = `sha384-${createHash('sha384').update(content).digest('base64')}`
  if (sri !== document.files[file]?.sri) throw new Error(`${file} is not what ${document.version} was built with.`)
  const target = path.join(staging, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeSynced(target, content)
  for (const [suffix, compressed] of await compress(file, content)) await writeSynced(target + suffix, compressed)
}

/** Compressed copies worth keeping, by the suffix they are stored under. */
export const compress = async (file: string, content: Uint8Array): Promise<[suffix: string, content: Buffer][]> => {
  if (!/\.(js|css|svg|json)$/.test(file)) return []
  const brotli = promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  const copies: [string, Buffer][] = [
    ['.br', await brotli],
    ['.gz', await promisify(gzip)(content, { level: 9 })],
  ]
  return copies.filter(([, copy]) => copy.length < content.length)
}

// A publisher that was killed leaves its staging folder; it is nobody's after a while.
const sweepStaging = async (folder: string) => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const entry = path.join(folder, name)
    const age = await stat(entry).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > STAGING_IS_STALE_MS) await rm(entry, { recursive: true, force: true })
  }
}
