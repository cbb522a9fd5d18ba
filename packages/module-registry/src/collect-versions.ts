// Removes old versions in two steps. The first run marks a version for removal; a run at least a day later removes it, if
// it is still not needed. A writer claims a version before it uses it (versions.ts), which deletes the mark. The removal
// checks again at its end and restores what was claimed meanwhile, also after a kill (remove-version.ts). So writers never
// wait. A lease allows one collection at a time.

import type { VersionName } from '@griot/contracts/module-address'
import { versionsInUse } from '@griot/contracts/module-pointer'
import type { CollectResponse } from '@griot/contracts/module-registry'
import { AppError } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import { latestRevision, readRevision } from './pointer.ts'
import { type RegistryStore, readJson } from './registry-store.ts'
import { recoverRemovals, removeVersion } from './remove-version.ts'
import { integritiesOf, listNames, listVersions, nameOf, readDeployer, readDocument, removalKey } from './versions.ts'

const DAY_MS = 86_400_000
/** Between the two steps. Much longer than any change or deployment takes. */
const GRACE_MS = DAY_MS

const LEASES = 'collecting'
const LEASE_MS = 60 * 60_000

const REMOVAL_KEY = /^condemned\/([^/]+)\/([^/]+)\.json$/
const RemovalMark = z.object({ at: z.string(), files: z.array(z.string()) })

/** A version is needed if it was current within the time or the number of revisions. */
const WINDOW = { ms: 30 * DAY_MS, revisions: 300 }

interface CollectOptions {
  store: RegistryStore
  /** Collects only this module. */
  module?: string | undefined
  window?: typeof WINDOW
  /** Versions in open tabs and drafts, as `module@version`. They are kept. */
  alive?: ReadonlySet<string>
  /** Only returns what a run would do. */
  isDry?: boolean
}

/** Throws 409 `collection.busy` while another collection runs. */
export const collectVersions = async (options: CollectOptions): Promise<CollectResponse> => {
  const { store } = options
  if (options.isDry) return collect(options)
  const lease = await acquireLease(store)
  if (lease === null) throw new AppError(409, 'collection.busy', 'Another collection of old versions is running.')
  try {
    return await collect(options)
  } finally {
    await store.remove(lease)
  }
}

const collect = async ({ store, module, window = WINDOW, alive = new Set(), isDry = false }: CollectOptions) => {
  const readNeeded = () => neededVersions(store, window)
  if (!isDry) await recoverRemovals(store, readNeeded)
  const versions = await listVersions(store, module)
  const marked = await listNames(store, module ? `condemned/${module}` : 'condemned', REMOVAL_KEY)
  const markedNames = new Set(marked.map(nameOf))
  const needed = await readNeeded()
  const collected: CollectResponse = { marked: [], removed: [], kept: 0 }
  // A removal that was killed can leave a mark without a version.
  for (const [name, one] of new Map([...versions, ...marked].map((found) => [nameOf(found), found]))) {
    if (needed.has(name) || alive.has(name) || (await isNewlyDeployed(store, one, window.ms))) {
      collected.kept += 1
      if (markedNames.has(name) && !isDry) await store.remove(removalKey(one))
    } else if (markedNames.has(name)) {
      const mark = await readJson(store, removalKey(one), RemovalMark)
      if (mark === null || ageOf(mark) < GRACE_MS) continue
      if (isDry || (await removeVersion(store, one, mark.files, readNeeded))) collected.removed.push(name)
    } else {
      if (!isDry) await markForRemoval(store, one)
      collected.marked.push(name)
    }
  }
  return collected
}

/** All versions in the revisions of the window, as `module@version`. */
const neededVersions = async (store: RegistryStore, window: typeof WINDOW) => {
  const needed = new Set<string>()
  const latest = await latestRevision(store)
  for (let rev = latest; rev > 0; rev -= 1) {
    const pointer = await readRevision(store, rev)
    for (const [module, state] of Object.entries(pointer?.modules ?? {})) {
      if (state.retired) continue
      for (const version of versionsInUse(state)) needed.add(nameOf({ module, version }))
    }
    // The first older revision was current when the window began, so it is included.
    if (pointer !== null && ageOf(pointer) > window.ms && latest - rev >= window.revisions) break
  }
  return needed
}

const isNewlyDeployed = async (store: RegistryStore, { module, version }: VersionName, withinMs: number) => {
  const deployed = await readDeployer(store, module, version)
  if (deployed === null || ageOf(deployed) >= withinMs) return false
  // A development build is needed only while a draft points to it.
  return (await readDocument(store, module, version))?.built.watcher === undefined
}

/** In milliseconds. */
const ageOf = ({ at }: { at: string }) => Date.now() - Date.parse(at)

const markForRemoval = async (store: RegistryStore, one: VersionName) => {
  const mark = { at: new Date().toISOString(), files: await integritiesOf(store, one) }
  await store.create(removalKey(one), Buffer.from(JSON.stringify(mark)))
}

/** Returns the key of the lease, or null while another run has one. The lease of a killed run expires within two hours. */
const acquireLease = async (store: RegistryStore): Promise<string | null> => {
  const hour = Math.floor(Date.now() / LEASE_MS)
  const existing = await store.list(LEASES)
  if (existing.some((key) => Number(key.split('/')[1]) >= hour - 1)) return null
  for (const key of existing) await store.remove(key)
  const lease = `${LEASES}/${hour}`
  if (!(await store.create(lease, Buffer.from(new Date().toISOString())))) return null
  // At the turn of an hour, two runs can create two different keys.
  if ((await store.list(LEASES)).every((key) => key === lease)) return lease
  await store.remove(lease)
  return null
}
