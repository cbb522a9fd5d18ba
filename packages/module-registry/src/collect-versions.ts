import type { Pointer } from '@griot/contracts/modules'
import { z } from 'zod'
import { blobKeys } from './blobs.ts'
import { latestHere, latestRevision, readRevision } from './pointer.ts'
import { registryRefusal } from './refusal.ts'
import type { RegistryStore } from './registry-store.ts'
import { condemnedKey, deployedKey, documentKey, readDeployer, readDocument } from './versions.ts'

// Versions that nobody needs any more are removed in two steps. First a version is condemned; a day later, when still
// nothing needs it, it goes. A writer who wants it claims it before anything else (versions.ts), and who removes looks
// again afterwards and puts back what was asked for meanwhile, from copies that outlive a kill. So no writer has to wait. Only one removes at a time; what
// a run leaves that is killed, one of the next hours removes.

const DAY_MS = 86_400_000
/** Far longer than any change or deployment takes. */
const GRACE_MS = DAY_MS

const DOCUMENT = /^modules\/([^/]+)\/([^/]+)\/module\.json$/
const CONDEMNED = /^condemned\/([^/]+)\/([^/]+)\.json$/

const Condemned = z.object({ at: z.string(), files: z.array(z.string()) })

interface Named {
  module: string
  version: string
}

export interface Collected {
  /** Named now; they go with a later run, unless someone needs them until then. */
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

const LEASES = 'collecting'
const LEASE_MS = 60 * 60_000

/** Null when someone else has one; theirs ends with their run, or two hours after they were killed. */
const takeLease = async (store: RegistryStore, now: Date): Promise<string | null> => {
  const hour = Math.floor(now.getTime() / LEASE_MS)
  const isCurrent = (key: string) => Number(key.split('/')[1]) >= hour - 1
  const before = await store.list(LEASES)
  if (before.some(isCurrent)) return null
  for (const key of before) await store.remove(key)
  const mine = `${LEASES}/${hour}`
  if (!(await store.create(mine, Buffer.from(now.toISOString())))) return null
  // Whoever came in the same moment, just after the hour, may have another one.
  if ((await store.list(LEASES)).every((key) => key === mine)) return mine
  await store.remove(mine)
  return null
}

const collect = async (options: CollectOptions): Promise<Collected> => {
  const { store, env, now = new Date(), window = WINDOW, alive = new Set(), isDry = false } = options
  const needed = () => neededVersions(store, env, now, window)
  if (!isDry) await settleKilledRuns(store, needed)
  const isAsked = ({ module }: Named) => options.module === undefined || options.module === module
  const versions = (await allNamed(store, 'modules', DOCUMENT)).filter(isAsked)
  const condemned = (await allNamed(store, 'condemned', CONDEMNED)).filter(isAsked)
  const neededBefore = await needed()
  const isNeeded = async (one: Named) =>
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
      if (isDry || (await remove(store, one, files, needed))) collected.removed.push(nameOf(one))
    }
  }
  return collected
}

const nameOf = ({ module, version }: Named) => `${module}@${version}`

const allNamed = async (store: RegistryStore, folder: string, pattern: RegExp): Promise<Named[]> =>
  (await store.list(folder)).flatMap((key) => {
    const [, module, version] = pattern.exec(key) ?? []
    return module && version ? [{ module, version }] : []
  })

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

const isJustDeployed = async (store: RegistryStore, { module, version }: Named, now: Date, window: Window) => {
  const deployed = await readDeployer(store, module, version)
  if (deployed === null || now.getTime() - Date.parse(deployed.at) >= window.ms) return false
  // What a developer's watcher built stands nowhere: it is needed for as long as a draft is at it.
  return (await readDocument(store, module, version))?.built.watcher === undefined
}

const filesOf = async (store: RegistryStore, { module, version }: Named) => {
  const document = await readDocument(store, module, version)
  return Object.values(document?.files ?? {}).map(({ sri }) => sri)
}

const condemn = async (store: RegistryStore, one: Named, now: Date) => {
  const condemned = { at: now.toISOString(), files: await filesOf(store, one) }
  await store.create(condemnedKey(one.module, one.version), Buffer.from(JSON.stringify(condemned)))
}

/** False when someone turned out to need it. */
const remove = async (
  store: RegistryStore,
  one: Named,
  files: readonly string[],
  needed: () => Promise<ReadonlySet<string>>,
) => {
  const { module, version } = one
  const key = condemnedKey(module, version)
  await setAside(store, one, [documentKey(module, version), deployedKey(module, version)])
  if (!(await store.holds(key))) {
    await emptyAttic(store, one)
    return false
  }
  for (const name of [documentKey(module, version), deployedKey(module, version)]) await store.remove(name)

  const used = await filesInUse(store)
  const unused = files.filter((sri) => !used.has(sri)).flatMap(blobKeys)
  await setAside(store, one, unused)
  // As they came, backwards: the plain file says that its copies are there.
  for (const name of [...unused].reverse()) await store.remove(name)

  const isRemoved = await settle(store, one, needed)
  await store.remove(key)
  return isRemoved
}

const ATTIC = 'attic'
const IN_ATTIC = /^attic\/([^/]+)\/([^/]+)\/(.+)$/

const atticOf = ({ module, version }: Named) => `${ATTIC}/${module}/${version}`

/** What is about to be removed is kept in another place until it is certain: whoever removes may be killed in between. */
const setAside = async (store: RegistryStore, one: Named, keys: readonly string[]) => {
  for (const key of keys) {
    const content = await store.read(key)
    if (content !== null) await store.create(`${atticOf(one)}/${key}`, content)
  }
}

/** Puts back what was asked for while it was being removed, and forgets the rest. False when someone needs the version. */
const settle = async (store: RegistryStore, one: Named, needed: () => Promise<ReadonlySet<string>>) => {
  const isWanted = !(await store.holds(condemnedKey(one.module, one.version))) || (await needed()).has(nameOf(one))
  const used = await filesInUse(store)
  const asked = new Set([...used].flatMap(blobKeys))
  // Files before the document, and of a file its copies first: what says that all is there comes last.
  const kept = (await store.list(atticOf(one))).sort().toReversed()
  const isFile = (key: string) => IN_ATTIC.exec(key)?.[3]?.startsWith('blobs/') ?? false
  for (const key of [...kept.filter(isFile), ...kept.filter((other) => !isFile(other)).toReversed()]) {
    const place = IN_ATTIC.exec(key)?.[3] ?? ''
    const content = isWanted || asked.has(place) ? await store.read(key) : null
    if (content !== null) await store.create(place, content)
  }
  await emptyAttic(store, one)
  return !isWanted
}

const emptyAttic = async (store: RegistryStore, one: Named) => {
  for (const key of await store.list(atticOf(one))) await store.remove(key)
}

/** A run that was killed has left what it was about to remove; perhaps somebody needs it. */
const settleKilledRuns = async (store: RegistryStore, needed: () => Promise<ReadonlySet<string>>) => {
  const left = new Map((await allNamed(store, ATTIC, IN_ATTIC)).map((one) => [nameOf(one), one]))
  for (const one of left.values()) await settle(store, one, needed)
}

const filesInUse = async (store: RegistryStore) => {
  const versions = await allNamed(store, 'modules', DOCUMENT)
  return new Set((await Promise.all(versions.map((one) => filesOf(store, one)))).flat())
}
