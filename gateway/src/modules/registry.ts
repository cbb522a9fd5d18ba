import { type ModuleState, type Pointer, versionsInUse } from '@griot/contracts/module-pointer'
import {
  isShellDocument,
  type ModuleDocument,
  type ShellDocument,
  type VersionDocument,
} from '@griot/contracts/modules'
import { blobKey } from '@griot/module-registry/blobs'
import { latestLocalRevision, latestRevision, readRevision, readRevisions } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { readDocument } from '@griot/module-registry/versions'
import { LRUCache } from 'lru-cache'
import type { Shared } from '../shared.ts'

const POLL_MS = 500
/** Old tabs still request files of the shells in these revisions. */
const SEARCHED_REVISIONS = 300

/** The versions of one module that users can get now. */
export interface CurrentVersions<Document> extends Pick<ModuleState, 'disabled' | 'quarantined'> {
  stable: Document
  /** The last known good version, if it is another one. */
  lastGood: Document | null
  candidate: (NonNullable<ModuleState['candidate']> & { document: Document }) | null
  flags: NonNullable<ModuleState['flags']>
}

export const versionsIn = <Document>({ stable, lastGood, candidate }: CurrentVersions<Document>): Document[] =>
  [stable, lastGood, candidate?.document].filter((one) => one !== null && one !== undefined)

export type Shell = ShellDocument & { template: string }

/** The current revision with its documents, in memory: page requests do not read the store. */
export interface Snapshot {
  rev: number
  pointer: Pointer
  /** Null until a shell is deployed. */
  shell: CurrentVersions<Shell> | null
  modules: ReadonlyMap<string, CurrentVersions<ModuleDocument>>
  /** The last versions of retired modules, as far as they are stored. */
  retired: readonly ModuleDocument[]
}

export type ReportProblem = (error: unknown, what: string) => void

export type Registry = ReturnType<typeof openRegistry>

/** The shared parts of the gateway that modules use, with the registry. */
export interface Platform extends Pick<Shared, 'db' | 'log' | 'cookies' | 'sendMail'> {
  store: RegistryStore
  registry: Registry
}

export const openRegistry = (store: RegistryStore, onProblem: ReportProblem) => {
  const documents = createDocuments(store)
  const listeners: ((snapshot: Snapshot) => void)[] = []
  let snapshot: Snapshot | null = null
  let problem: string | null = null
  let isClosed = false

  /** Reports a lasting problem once, not with every poll. */
  const report: ReportProblem = (error, what) => {
    if (problem !== what) onProblem(error, what)
    problem = what
  }

  const read = async () => {
    const latest = await latestRevision(store, snapshot?.rev).catch((error: unknown) => {
      report(error, 'module registry storage is unavailable')
      return snapshot?.rev ?? latestLocalRevision(store)
    })
    if (isClosed || latest === snapshot?.rev || latest === 0) return
    const pointer = await readRevision(store, latest)
    if (!pointer) return
    const taken = await takeSnapshot(pointer, documents, report)
    snapshot = taken
    problem = null
    for (const listener of listeners) listener(taken)
  }

  // Reads run one after another, so that an older one cannot finish after a newer one.
  let reading: Promise<void> = Promise.resolve()
  const refresh = () => {
    reading = reading.then(read).catch((error: unknown) => report(error, 'module registry could not be read'))
    return reading
  }

  const shellFiles = createShellFiles(store, documents.any)
  const poll = setInterval(() => void refresh(), POLL_MS)
  poll.unref()

  return {
    /** Resolves after the first read, also if it fails. */
    opened: refresh(),
    /** Null until a read succeeds. If later reads fail, the last snapshot stays. */
    current: () => snapshot,
    document: documents.any,
    shell: documents.shell,
    /** Integrity of a shell's file. Names contain a content hash, so they are unique across shells. */
    shellFile: (name: string) => shellFiles(name, snapshot),
    onChange: (listener: (snapshot: Snapshot) => void) => void listeners.push(listener),
    refresh,
    close: () => {
      isClosed = true
      clearInterval(poll)
    },
  }
}

const MAX_CACHED_DOCUMENTS = 1_000

/** Versions are immutable, so documents are cached without expiry. */
const createDocuments = (store: RegistryStore) => {
  const cache = new LRUCache<string, VersionDocument>({ max: MAX_CACHED_DOCUMENTS })

  const any = async (module: string, version: string) => {
    const key = `${module}@${version}`
    const cached = cache.get(key)
    if (cached) return cached
    const found = await readDocument(store, module, version)
    if (found) cache.set(key, found)
    return found
  }

  return {
    any,
    module: async (module: string, version: string): Promise<ModuleDocument | null> => {
      const found = await any(module, version)
      return found && !isShellDocument(found) ? found : null
    },
    shell: async (version: string): Promise<Shell | null> => {
      const found = await any('shell', version)
      if (!found || !isShellDocument(found)) return null
      const template = await store.read(blobKey(found.files[found.page]?.sri ?? ''))
      return template && { ...found, template: template.toString() }
    },
  }
}

type Documents = ReturnType<typeof createDocuments>

/** Finds a shell's file in the current shells, then in earlier ones, because a tab can be older than this process. */
const createShellFiles = (store: RegistryStore, document: Documents['any']) => {
  /** The shells in a revision and the ones before it. After a failure, the next request searches again. */
  const earlier = new LRUCache<number, VersionDocument[]>({
    max: 1,
    fetchMethod: async (rev) => {
      const revisions = await readRevisions(store, rev, SEARCHED_REVISIONS)
      const versions = new Set(revisions.flatMap(({ modules: { shell } }) => (shell ? versionsInUse(shell) : [])))
      const found = await Promise.all([...versions].map((version) => document('shell', version)))
      return found.filter((one) => one !== null)
    },
    // The next revision may replace a search that is in progress.
    ignoreFetchAbort: true,
  })

  return async (name: string, snapshot: Snapshot | null): Promise<string | undefined> => {
    const shell = snapshot?.shell
    if (!snapshot || !shell) return undefined
    return integrityIn(versionsIn(shell), name) ?? integrityIn(await earlier.forceFetch(snapshot.rev), name)
  }
}

const integrityIn = (shells: readonly VersionDocument[], name: string) =>
  shells.find(({ files }) => Object.hasOwn(files, name))?.files[name]?.sri

const takeSnapshot = async (pointer: Pointer, documents: Documents, onProblem: ReportProblem): Promise<Snapshot> => {
  const { shell: shellState, ...states } = pointer.modules
  const modules = new Map<string, CurrentVersions<ModuleDocument>>()
  const retired: ModuleDocument[] = []
  for (const [name, state] of Object.entries(states)) {
    if (state.retired) {
      const last = await documents.module(name, state.stable).catch(() => null)
      if (last) retired.push(last)
      continue
    }
    const versions = await loadVersions(name, state, (version) => documents.module(name, version), onProblem)
    if (versions) modules.set(name, versions)
  }
  const shell = shellState ? await loadVersions('shell', shellState, documents.shell, onProblem) : null
  return { rev: pointer.rev, pointer, shell, modules, retired }
}

/** Uses the last known good version if the stable one cannot be read; null if neither can. */
const loadVersions = async <Document>(
  name: string,
  { stable, lkg, candidate, disabled, quarantined, flags = {} }: ModuleState,
  read: (version: string) => Promise<Document | null>,
  onProblem: ReportProblem,
): Promise<CurrentVersions<Document> | null> => {
  const load = async (version: string | null | undefined) => {
    if (!version) return null
    try {
      const found = await read(version)
      if (found) return found
      onProblem(new Error(`${name} ${version} is missing`), `${name} ${version} is missing`)
    } catch (error) {
      onProblem(error, `${name} ${version} could not be read`)
    }
    return null
  }
  const [stableDocument, lastGood, candidateDocument] = await Promise.all([
    load(stable),
    load(lkg === stable ? null : lkg),
    load(candidate?.version),
  ])
  const usable = stableDocument ?? lastGood
  if (!usable) return null
  return {
    ...{ stable: usable, disabled, quarantined, flags },
    lastGood: stableDocument ? lastGood : null,
    candidate: candidate && candidateDocument && { ...candidate, document: candidateDocument },
  }
}
