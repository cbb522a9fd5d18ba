import type { Flag, Pointer, Standing } from '@griot/contracts/module-pointer'
import {
  isShellDocument,
  type ModuleDocument,
  type ShellDocument,
  type VersionDocument,
} from '@griot/contracts/modules'
import { blobKey } from '@griot/module-registry/blobs'
import { latestHere, latestRevision, readJournal, readRevision } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { readDocument } from '@griot/module-registry/versions'

const POLL_MS = 500
/** How far back the files of earlier shells are looked for, on behalf of tabs that were opened then. */
const SHELLS_WITHIN_REVISIONS = 300

/** The versions of one module that people may see now. */
export interface StandingVersions<Document> {
  stable: Document
  lkg: Document | null
  candidate: (NonNullable<Standing['candidate']> & { document: Document }) | null
  disabled: string | null
  quarantined: readonly string[]
  flags: Readonly<Record<string, Flag>>
}

/** All of them, whoever is given which. */
export const versionsIn = <Document>({ stable, lkg, candidate }: StandingVersions<Document>): Document[] =>
  [stable, lkg, candidate?.document].filter((one) => one !== null && one !== undefined)

export type Shell = ShellDocument & { template: string }

/** What stands right now, in memory: nothing on the way of a page reads the registry. */
export interface Snapshot {
  rev: number
  pointer: Pointer
  /** Null until a shell was deployed. */
  shell: StandingVersions<Shell> | null
  modules: ReadonlyMap<string, StandingVersions<ModuleDocument>>
}

export interface Registry {
  /** Settles when the registry was read for the first time, well or not. */
  opened: Promise<void>
  /** Null until it could be read once. When reading fails later, what was last good stands. */
  current(): Snapshot | null
  /** Any deployed version, standing or not; null for what was never deployed. */
  document(module: string, version: string): Promise<VersionDocument | null>
  /** A shell of any version with its page. */
  shell(version: string): Promise<Shell | null>
  /** Integrity of a shell's file by its name, which carries the hash of its content and so says the same in all shells. */
  shellFile(name: string): Promise<string | null>
  onChange(listener: (snapshot: Snapshot) => void): () => void
  /** Reads at once what this process has just changed. */
  refresh(): Promise<void>
  close(): void
}

export const openRegistry = (
  store: RegistryStore,
  env: string,
  onTrouble: (error: unknown, what: string) => void,
): Registry => {
  // Versions never change, so a document that was read once is right for ever.
  const documents = new Map<string, VersionDocument>()
  const listeners = new Set<(snapshot: Snapshot) => void>()
  let snapshot: Snapshot | null = null
  let trouble: string | null = null
  let isClosed = false

  const document = async (module: string, version: string) => {
    const key = `${module}@${version}`
    const known = documents.get(key)
    if (known) return known
    const found = await readDocument(store, module, version)
    if (found) documents.set(key, found)
    return found
  }

  const shell = async (version: string): Promise<Shell | null> => {
    const found = await document('shell', version)
    if (!found || !isShellDocument(found)) return null
    const template = await store.read(blobKey(found.files[found.page]?.sri ?? ''))
    return template && { ...found, template: template.toString() }
  }

  const moduleOf = async (module: string, version: string): Promise<ModuleDocument | null> => {
    const found = await document(module, version)
    return found && !isShellDocument(found) ? found : null
  }

  /** Told once, not twice a second. */
  const tell = (error: unknown, what: string) => {
    if (trouble !== what) onTrouble(error, what)
    trouble = what
  }

  const read = async () => {
    const known = snapshot?.rev ?? (await latestHere(store, env))
    const latest = await latestRevision(store, env, known).catch((error: unknown) => {
      tell(error, 'the registry’s storage does not answer')
      return known
    })
    if (isClosed || latest === snapshot?.rev || latest === 0) return
    try {
      const pointer = await readRevision(store, env, latest)
      if (!pointer) return
      const taken = await takeSnapshot(pointer, { shell, module: moduleOf }, tell)
      snapshot = taken
      trouble = null
      for (const listener of [...listeners]) listener(taken)
    } catch (error) {
      tell(error, 'module registry could not be read')
    }
  }

  // One reading at a time, so that an older one cannot finish after a newer one.
  let reading: Promise<void> = Promise.resolve()
  const refresh = () => {
    reading = reading.then(read).catch((error: unknown) => tell(error, 'module registry could not be read'))
    return reading
  }

  const shellFiles = createShellFiles(store, env, document)

  const poll = setInterval(() => void refresh(), POLL_MS)
  poll.unref()

  return {
    opened: refresh(),
    current: () => snapshot,
    document,
    shell,
    shellFile: (name) => shellFiles(name, snapshot),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    close: () => {
      isClosed = true
      clearInterval(poll)
    },
  }
}

/** Finds a shell's file in those that stand, then in those that stood: a tab may be older than this process. */
const createShellFiles = (store: RegistryStore, env: string, document: Registry['document']) => {
  let earlier: { rev: number; shells: readonly VersionDocument[] } = { rev: 0, shells: [] }
  let looking: Promise<void> = Promise.resolve()

  const lookBack = async (rev: number) => {
    if (earlier.rev >= rev) return
    const journal = await readJournal(store, env, rev, Math.min(rev - earlier.rev, SHELLS_WITHIN_REVISIONS))
    const versions = new Set(
      journal
        .flatMap(({ modules: { shell } }) => [shell?.stable, shell?.candidate?.version])
        .filter((version) => version !== undefined),
    )
    const found = await Promise.all([...versions].map((version) => document('shell', version)))
    earlier = { rev, shells: [...earlier.shells, ...found.filter((one) => one !== null)] }
  }

  return async (name: string, snapshot: Snapshot | null): Promise<string | null> => {
    const shell = snapshot?.shell
    if (!snapshot || !shell) return null
    const standing = integrityIn(versionsIn(shell), name)
    if (standing) return standing
    looking = looking.then(() => lookBack(snapshot.rev))
    await looking
    return integrityIn(earlier.shells, name)
  }
}

const integrityIn = (shells: readonly VersionDocument[], name: string) => {
  const holder = shells.find(({ files }) => Object.hasOwn(files, name))
  return holder?.files[name]?.sri ?? null
}

interface Find {
  shell(version: string): Promise<Shell | null>
  module(module: string, version: string): Promise<ModuleDocument | null>
}

const takeSnapshot = async (
  pointer: Pointer,
  find: Find,
  onTrouble: (error: unknown, what: string) => void,
): Promise<Snapshot> => {
  const modules = new Map<string, StandingVersions<ModuleDocument>>()
  let shell: StandingVersions<Shell> | null = null
  for (const [name, standing] of Object.entries(pointer.modules)) {
    if (name === 'shell') shell = await versionsOf('shell', standing, find.shell, onTrouble)
    else {
      const versions = await versionsOf(name, standing, (version) => find.module(name, version), onTrouble)
      if (versions) modules.set(name, versions)
    }
  }
  return { rev: pointer.rev, pointer, shell, modules }
}

/** A version that cannot be read is done without, as long as another one can stand in for it. */
const versionsOf = async <Document>(
  name: string,
  { stable, lkg, candidate, disabled, quarantined, flags = {} }: Standing,
  read: (version: string) => Promise<Document | null>,
  onTrouble: (error: unknown, what: string) => void,
): Promise<StandingVersions<Document> | null> => {
  const find = async (version: string | null | undefined) => {
    if (!version) return null
    try {
      const found = await read(version)
      if (!found) onTrouble(new Error(`${name} ${version} is missing`), `${name} ${version} is missing`)
      return found
    } catch (error) {
      onTrouble(error, `${name} ${version} could not be read`)
      return null
    }
  }
  const [first, second, third] = await Promise.all([
    find(stable),
    find(lkg === stable ? null : lkg),
    find(candidate?.version),
  ])
  const standing = first ?? second
  if (!standing) return null
  return {
    stable: standing,
    lkg: first ? second : null,
    candidate: candidate && third && { ...candidate, document: third },
    disabled,
    quarantined,
    flags,
  }
}
