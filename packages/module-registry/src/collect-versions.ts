import type { VersionName } from '@griot/contracts/module-address'
import type { Pointer } from '@griot/contracts/module-pointer'
import { z } from 'zod'
import { takeLease } from './collection-lease.ts'
import { allNamed, allVersions, filesOf, nameOf } from './named-versions.ts'
import { latestHere, latestRevision, readRevision } from './pointer.ts'
import { registryRefusal } from './refusal.ts'
import type { RegistryStore } from './registry-store.ts'
import { removeVersion, settleKilledRuns } from './remove-version.ts'
import { condemnedKey, readDeployer, readDocument } from './versions.ts'

// Versions that nobody needs any more are removed in two steps. First a version is condemned; a day later, when still
// nothing needs it, it goes. A writer who wants it claims it before anything else (versions.ts), and who removes looks
// again afterwards and puts back what was asked for meanwhile, from copies that outlive a kill (remove-version.ts). So no
// writer has to wait. Only one removes at a time; what a run leaves that is killed, one of the next hours removes.

const DAY_MS = 86_400_000
/** Far longer than any change or deployment takes. */
const GRACE_MS = DAY_MS

const CONDEMNED = /^condemned\/([^/]+)\/([^/]+)\.json$/

const Condemned = z.object({ at: z.string(), files: z.array(z.string()) })

export interface Collected {
  /** VersionName now; they go with a later run, unless someone needs them until then. */
  condemned: string[]
  removed: string[]
  kept: number
}

/** How much of the past is kept: whatever stood within the time, and within the last changes. */
export interface Window {
  ms: number
  revisions: number
}

const WINDOW: Window = { ms: 30 * DAY_MS, revisions: 300 }

interface CollectOptions {
  store: RegistryStore
  env: string
  /** Only of this module. */
  module?: string | undefined
  now?: Date
  window?: Window
  /** Versions that open tabs have told about lately, as `module@version`. */
  alive?: ReadonlySet<string>
  /** Only says what would be. */
  isDry?: boolean
}

/** Removes versions that neither stand nor stood lately, with the files that no other version has. */
export const collectVersions = async (options: CollectOptions): Promise<Collected> => {
  const { store, now = new Date(), isDry = false } = options
  if (isDry) return collect(options)
  const lease = await takeLease(store, now)
  if (lease === null) throw registryRefusal(409, 'collection.busy', 'Versions are being cleared away just now.')
  try {
    return await collect(options)
  } finally {
    await store.remove(lease)
  }
}

const collect = async (options: CollectOptions): Promise<Collected> => {
  const { store, env, now = new Date(), window = WINDOW, alive = new Set(), isDry = false } = options
  const needed = () => neededVersions(store, env, now, window)
  if (!isDry) await settleKilledRuns(store, needed)
  const isAsked = ({ module }: VersionName) => options.module === undefined || options.module === module
  const versions = (await allVersions(store)).filter(isAsked)
  const condemned = (await allNamed(store, 'condemned', CONDEMNED)).filter(isAsked)
  const neededBefore = await needed()
  const isNeeded = async (one: VersionName) =>
    neededBefore.has(nameOf(one)) || alive.has(nameOf(one)) || (await isJustDeployed(store, one, now, window))

  const known = new Set(condemned.map(nameOf))
  const collected: Collected = { condemned: [], removed: [], kept: 0 }
  for (const one of versions) {
    if (await isNeeded(one)) collected.kept += 1
    else if (!known.has(nameOf(one))) {
      if (!isDry) await condemn(store, one, now)
      collected.condemned.push(nameOf(one))
    }
  }
  for (const one of condemned) {
    const key = condemnedKey(one.module, one.version)
    const text = await store.read(key)
    if (text === null) continue
    const { at, files } = Condemned.parse(JSON.parse(text.toString()))
    if (await isNeeded(one)) {
      if (!isDry) await store.remove(key)
    } else if (now.getTime() - Date.parse(at) >= GRACE_MS) {
      if (isDry || (await removeVersion(store, one, files, needed))) collected.removed.push(nameOf(one))
    }
  }
  return collected
}

/** What stands, and what has stood lately. */
const neededVersions = async (store: RegistryStore, env: string, now: Date, window: Window) => {
  const needed = new Set<string>()
  const latest = await latestRevision(store, env, await latestHere(store, env))
  for (let rev = latest; rev > 0; rev -= 1) {
    const pointer = await readRevision(store, env, rev)
    for (const name of pointer ? namedBy(pointer) : []) needed.add(name)
    // The first one that is older stood when the time that counts began.
    const isOld = pointer !== null && now.getTime() - Date.parse(pointer.at) > window.ms
    if (isOld && latest - rev >= window.revisions) break
  }
  return needed
}

const namedBy = ({ modules }: Pointer) =>
  Object.entries(modules).flatMap(([module, { stable, lkg, candidate }]) =>
    [stable, lkg, candidate?.version].flatMap((version) => (version ? [nameOf({ module, version })] : [])),
  )

const isJustDeployed = async (store: RegistryStore, { module, version }: VersionName, now: Date, window: Window) => {
  const deployed = await readDeployer(store, module, version)
  if (deployed === null || now.getTime() - Date.parse(deployed.at) >= window.ms) return false
  // What a developer's watcher built stands nowhere: it is needed for as long as a draft is at it.
  return (await readDocument(store, module, version))?.built.watcher === undefined
}

const condemn = async (store: RegistryStore, one: VersionName, now: Date) => {
  const condemned = { at: now.toISOString(), files: await filesOf(store, one) }
  await store.create(condemnedKey(one.module, one.version), Buffer.from(JSON.stringify(condemned)))
}
