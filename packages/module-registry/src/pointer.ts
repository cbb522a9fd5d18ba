// An environment is a folder of numbered revisions without gaps; the highest is current. Only one writer can create a
// given number, so creating a revision is the compare-and-set between processes and machines. Each revision holds the
// change that led to it, so the revisions are also the audit log.

import { type Change, Pointer } from '@griot/contracts/module-pointer'
import { type RegistryStore, readJson } from './registry-store.ts'

/** The only environment. */
export const ENV = 'prod'

const FOLDER = `env/${ENV}`
const REVISION = /(\d{8})\.json$/
const revisionKey = (rev: number) => `${FOLDER}/${String(rev).padStart(8, '0')}.json`

/** Null if the revision does not exist. */
export const readRevision = (store: RegistryStore, rev: number) => readJson(store, revisionKey(rev), Pointer)

const highestIn = (keys: readonly string[]) => Math.max(0, ...keys.map((key) => Number(REVISION.exec(key)?.[1] ?? 0)))

/** The number of the current revision. The search starts at `known`, a revision that exists. */
export const latestRevision = async (store: RegistryStore, known?: number): Promise<number> => {
  let latest = known ?? highestIn(await store.list(FOLDER))
  while (await store.originalExists(revisionKey(latest + 1))) latest += 1
  return latest
}

/** The highest revision in this machine's copies: the fallback if the bucket is unavailable. */
export const latestLocalRevision = async (store: RegistryStore) => highestIn(await store.listLocal(FOLDER))

/** The current revision. An environment without revisions has revision 0 and no modules. */
export const readPointer = async (store: RegistryStore): Promise<Pointer> => {
  const rev = await latestRevision(store)
  if (rev === 0) {
    return { schema: 1, env: ENV, rev, at: new Date(0).toISOString(), frozen: null, modules: {}, change: null }
  }
  const pointer = await readRevision(store, rev)
  if (!pointer) throw new Error(`Revision ${rev} of ${ENV} is missing.`)
  return pointer
}

/** The result of an action: the new state and its entry in the audit log. */
export interface PointerUpdate {
  pointer: Pick<Pointer, 'modules' | 'frozen'>
  change: Change
}

/**
 * Creates the next revision from `action`, which returns null to change nothing. It runs again if another writer creates
 * the revision first; if it throws, nothing changes.
 */
export const updatePointer = async (
  store: RegistryStore,
  action: (current: Pointer) => PointerUpdate | null | Promise<PointerUpdate | null>,
): Promise<Pointer> => {
  for (;;) {
    const current = await readPointer(store)
    const update = await action(current)
    if (update === null) return current
    const next: Pointer = {
      schema: 1,
      ...{ env: ENV, rev: current.rev + 1, at: new Date().toISOString() },
      ...update.pointer,
      change: update.change,
    }
    const content = Buffer.from(`${JSON.stringify(next, null, 2)}\n`)
    if (await store.create(revisionKey(next.rev), content)) return next
  }
}

/** Up to `limit` revisions from `before` on, newest first. */
export const readRevisions = async (store: RegistryStore, before: number, limit: number) => {
  const revs = Array.from({ length: Math.min(limit, before) }, (_, index) => before - index)
  const found = await Promise.all(revs.map((rev) => readRevision(store, rev)))
  return found.filter((pointer) => pointer !== null)
}
