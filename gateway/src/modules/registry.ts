import { type FSWatcher, watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { AssignedModule, ModuleDocument, ModuleRelease, Pointer } from '@griot/contracts/modules'
import { ModuleName, ModuleVersion } from '@griot/contracts/modules'
import { environmentFolder, readPointer } from '@griot/mfe-preset/pointer'
import { readDocument, versionFolder } from '@griot/mfe-preset/publish'

const POLL_MS = 2000

/** What stands right now, in memory: nothing on the way of a request reads the registry's files. */
export interface Snapshot {
  rev: number
  modules: ReadonlyMap<string, { stable: ModuleDocument; lkg: ModuleDocument | null }>
}

export interface Registry {
  /** Settles when the registry was read for the first time, well or not. */
  opened: Promise<void>
  /** Null until it could be read once. When reading fails later, what was last good stands. */
  current(): Snapshot | null
  /** Any published version, standing or not; null for what was never published. */
  document(module: string, version: string): Promise<ModuleDocument | null>
  onChange(listener: (snapshot: Snapshot) => void): () => void
  close(): void
}

export const openRegistry = (
  modulesDir: string,
  env: string,
  onTrouble: (error: unknown, what: string) => void,
): Registry => {
  // Versions never change, so a document that was read once is right for ever.
  const documents = new Map<string, ModuleDocument>()
  const listeners = new Set<(snapshot: Snapshot) => void>()
  let snapshot: Snapshot | null = null
  let watcher: FSWatcher | undefined
  let isClosed = false

  const document = async (module: string, version: string) => {
    const key = `${module}@${version}`
    const known = documents.get(key)
    if (known) return known
    if (!ModuleName.safeParse(module).success || !ModuleVersion.safeParse(version).success) return null
    const found = await readDocument(path.join(versionFolder(modulesDir, module, version), 'module.json'))
    if (found) documents.set(key, found)
    return found
  }

  const read = async () => {
    try {
      const pointer = await readPointer(modulesDir, env)
      if (isClosed || pointer.rev === snapshot?.rev) return
      snapshot = await takeSnapshot(pointer, document, onTrouble)
      for (const listener of [...listeners]) listener(snapshot)
    } catch (error) {
      onTrouble(error, 'module registry could not be read')
    }
  }

  // One reading at a time, so that an older one cannot finish after a newer one.
  let reading: Promise<void> = Promise.resolve()
  const refresh = () => {
    reading = reading.then(read)
    return reading
  }

  const startWatching = async () => {
    const folder = environmentFolder(modulesDir, env)
    try {
      await mkdir(folder, { recursive: true })
      if (isClosed) return
      watcher = watch(folder, { persistent: false }, () => void refresh())
      watcher.on('error', () => watcher?.close())
    } catch {
      // Some file systems cannot be watched: then the poll alone notices.
    }
  }

  const poll = setInterval(() => void refresh(), POLL_MS)
  poll.unref()

  return {
    opened: startWatching().then(refresh),
    current: () => snapshot,
    document,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      isClosed = true
      clearInterval(poll)
      watcher?.close()
    },
  }
}

const takeSnapshot = async (
  pointer: Pointer,
  document: Registry['document'],
  onTrouble: (error: unknown, what: string) => void,
): Promise<Snapshot> => {
  const modules = new Map<string, { stable: ModuleDocument; lkg: ModuleDocument | null }>()
  const find = (module: string, version: string) =>
    document(module, version).catch((error: unknown) => {
      onTrouble(error, `${module} ${version} could not be read`)
      return null
    })
  for (const [name, { stable: stableVersion, lkg: lkgVersion }] of Object.entries(pointer.modules)) {
    const stable = await find(name, stableVersion)
    const lkg = lkgVersion === null ? null : await find(name, lkgVersion)
    const standing = stable ?? lkg
    if (standing) modules.set(name, { stable: standing, lkg: stable ? lkg : null })
    else onTrouble(new Error(`${name} ${stableVersion} is missing`), 'a module has no readable version')
  }
  return { rev: pointer.rev, modules }
}

const releaseOf = ({ module, version, container, contract, entry, files }: ModuleDocument): ModuleRelease => ({
  version,
  container,
  contract,
  entry: `/m/${module}/${version}/${entry}`,
  integrity: files[entry]?.sri ?? '',
})

export const assignedModules = (snapshot: Snapshot): Record<string, AssignedModule> =>
  Object.fromEntries(
    [...snapshot.modules].map(([name, { stable, lkg }]) => [
      name,
      { ...releaseOf(stable), contributes: stable.contributes, lkg: lkg && releaseOf(lkg) },
    ]),
  )
