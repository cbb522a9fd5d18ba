import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Pointer } from '@griot/contracts/modules'

// An environment is a folder of numbered revisions and the highest one stands. A revision is created by linking a
// finished, synced file to its number, which only one writer can do: that is the compare-and-set, across processes and
// across a kill at any moment. What stood before stays readable as the journal of the environment.

const REVISION = /^(\d{8})\.json$/
const fileName = (rev: number) => `${String(rev).padStart(8, '0')}.json`

export const environmentFolder = (registryDir: string, env: string) => path.join(registryDir, 'env', env)

/** The revision that stands; an environment without one has revision 0 and no modules. */
export const readPointer = async (registryDir: string, env: string): Promise<Pointer> => {
  const folder = environmentFolder(registryDir, env)
  const rev = Math.max(0, ...(await revisions(folder)))
  if (rev === 0) return { schema: 1, env, rev: 0, at: new Date(0).toISOString(), modules: {} }
  return Pointer.parse(JSON.parse(await readFile(path.join(folder, fileName(rev)), 'utf8')))
}

/**
 * Moves an environment on. `change` is given the modules that stand and answers those that should; it runs again when
 * another writer was quicker, and answering the same object leaves everything as it is.
 */
export const movePointer = async (
  registryDir: string,
  env: string,
  change: (modules: Pointer['modules']) => Pointer['modules'],
): Promise<Pointer> => {
  const current = await readPointer(registryDir, env)
  const modules = change(current.modules)
  if (modules === current.modules) return current

  const next: Pointer = { schema: 1, env, rev: current.rev + 1, at: new Date().toISOString(), modules }
  const isMine = await createRevision(environmentFolder(registryDir, env), next)
  return isMine ? next : movePointer(registryDir, env, change)
}

const revisions = async (folder: string) => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => REVISION.exec(name)?.[1] ?? []).map(Number)
}

const createRevision = async (folder: string, pointer: Pointer) => {
  await mkdir(folder, { recursive: true })
  const draft = path.join(folder, `.${randomUUID()}`)
  try {
    await writeSynced(draft, `${JSON.stringify(pointer, null, 2)}\n`)
    await link(draft, path.join(folder, fileName(pointer.rev)))
    await syncFolder(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes a file that did not exist and returns once it is on the disk. */
export const writeSynced = async (file: string, content: string | Uint8Array) => {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
