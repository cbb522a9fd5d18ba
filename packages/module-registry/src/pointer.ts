import { type Change, Pointer } from '@griot/contracts/module-pointer'
import type { RegistryStore } from './registry-store.ts'

// An environment is a folder of numbered revisions without gaps, and the highest one stands. A revision is created under
// its number, which only one writer can do: that is the compare-and-set, across processes and machines and across a kill
// at any moment. Each says what was done, so together they are the journal, and the two can never disagree.

const REVISION = /^(\d{8})\.json$/
const folderOf = (env: string) => `env/${env}`
const revisionKey = (env: string, rev: number) => `${folderOf(env)}/${String(rev).padStart(8, '0')}.json`

const emptyPointer = (env: string): Pointer => ({
  schema: 1,
  env,
  rev: 0,
  at: new Date(0).toISOString(),
  frozen: null,
  modules: {},
  change: null,
})

/** One revision, or null when it was never made. */
export const readRevision = async (store: RegistryStore, env: string, rev: number): Promise<Pointer | null> => {
  const text = await store.read(revisionKey(env, rev))
  return text === null ? null : Pointer.parse(JSON.parse(text.toString()))
}

/** The number of the revision that stands; `known` is one that the caller has seen. */
export const latestRevision = async (store: RegistryStore, env: string, known = 0): Promise<number> => {
  const has = (rev: number) => store.has(revisionKey(env, rev))
  let present = known
  let step = 1
  while (await has(present + step)) {
    present += step
    step *= 2
  }
  // It lies between the last step that was there and the first that was not.
  for (step = Math.floor(step / 2); step >= 1; step = Math.floor(step / 2)) {
    if (await has(present + step)) present += step
  }
  return present
}

/** The highest revision of which this machine holds a copy: where to begin, and what remains when the bucket is away. */
export const latestHere = async (store: RegistryStore, env: string): Promise<number> => {
  const names = await store.namesHere(folderOf(env))
  return Math.max(0, ...names.flatMap((name) => REVISION.exec(name)?.[1] ?? []).map(Number))
}

/** The revision that stands; an environment without one has revision 0 and no modules. */
export const readPointer = async (store: RegistryStore, env: string): Promise<Pointer> => {
  const rev = await latestRevision(store, env, await latestHere(store, env))
  if (rev === 0) return emptyPointer(env)
  const pointer = await readRevision(store, env, rev)
  if (!pointer) throw new Error(`Revision ${rev} of ${env} has gone.`)
  return pointer
}

/** What a change makes of what stands, and what it says about itself. */
export interface Moved {
  pointer: Pick<Pointer, 'modules' | 'frozen'>
  change: Change
}

/**
 * Moves an environment on. `move` is given what stands and answers what should, or null to leave it as it is; it runs
 * again when another writer was quicker, and what it throws changes nothing.
 */
export const movePointer = async (
  store: RegistryStore,
  env: string,
  move: (standing: Pointer) => Moved | null | Promise<Moved | null>,
): Promise<Pointer> => {
  for (;;) {
    const standing = await readPointer(store, env)
    const moved = await move(standing)
    if (moved === null) return standing
    const next: Pointer = {
      schema: 1,
      env,
      rev: standing.rev + 1,
      at: new Date().toISOString(),
      frozen: moved.pointer.frozen,
      modules: moved.pointer.modules,
      change: moved.change,
    }
    const content = Buffer.from(`${JSON.stringify(next, null, 2)}\n`)
    if (await store.create(revisionKey(env, next.rev), content)) return next
  }
}

/** The last changes of an environment, newest first. */
export const readJournal = async (store: RegistryStore, env: string, before: number, limit: number) => {
  const revs = Array.from({ length: Math.min(limit, before) }, (_, index) => before - index)
  const found = await Promise.all(revs.map((rev) => readRevision(store, env, rev)))
  return found.filter((pointer) => pointer !== null)
}
