// Facts of the audit log. The revisions are the audit log, so each is read from the current one backwards.

import type { ChangeAction, Pointer } from '@griot/contracts/module-pointer'
import { readRevisions } from './pointer.ts'
import type { RegistryStore } from './registry-store.ts'

const BATCH = 50

/** The current revision, then the ones before it. */
async function* revisionsUpTo(store: RegistryStore, rev: number) {
  for (let before = rev; before > 0; before -= BATCH) yield* await readRevisions(store, before, BATCH)
}

const RELEASES: readonly string[] = ['promote', 'publish'] satisfies (ChangeAction | 'publish')[]

/**
 * The version that was current before the current one was released; null if there is none. A second rollback therefore goes
 * one release further back, and not forward to the version that the first rollback left.
 */
export const readPrevious = async (store: RegistryStore, { rev, modules }: Pointer, module: string) => {
  const current = modules[module]?.stable
  for await (const { change } of revisionsUpTo(store, rev)) {
    if (change?.module !== module || change.to !== current || change.from === current) continue
    if (RELEASES.includes(change.action)) return change.from
  }
  return null
}

export const wasCurrent = async (store: RegistryStore, { rev }: Pointer, module: string, version: string) => {
  for await (const { modules } of revisionsUpTo(store, rev)) if (modules[module]?.stable === version) return true
  return false
}

/** Whether the last rollback of the version was automatic, also if the audit log does not contain it. */
export const wasRolledBackAutomatically = async (
  store: RegistryStore,
  { rev }: Pointer,
  module: string,
  version: string,
) => {
  for await (const { change } of revisionsUpTo(store, rev)) {
    if (change?.module !== module || change.from !== version) continue
    if (change.action === 'rollback') return false
    if (change.action === 'quarantine') return true
  }
  return true
}
