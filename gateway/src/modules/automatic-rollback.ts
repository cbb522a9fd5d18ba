import type { ModuleState } from '@griot/contracts/module-pointer'
import { findChangedBlob } from '@griot/module-registry/blobs'
import { PROBATION_MS, quarantine } from '@griot/module-registry/changes'
import { readRevisions, updatePointer } from '@griot/module-registry/pointer'
import { repeatWork } from '@griot/service-kit/repeat-work'
import type { Shared } from '../shared.ts'
import { advanceRamps, REGISTRY, stopRamp } from './ramps.ts'
import type { Platform, Snapshot } from './registry.ts'
import { type Health, readHealth } from './reports.queries.ts'
import { type Measured, type Problem, problemOf, type SessionCounts } from './rollback-policy.ts'
import { queueFailing } from './webhooks.ts'

const PAUSE_MS = 15_000
/** A team may release a version again after its rollback: the registry then waits for this time. */
const ONE_ROLLBACK_WITHIN_MS = 60 * 60_000
const SEARCHED_REVISIONS = 100

interface Options extends Omit<Platform, 'cookies' | 'sendMail'>, Pick<Shared, 'metrics'> {
  /** Of the links in messages. */
  origin: string | undefined
}

/**
 * Rolls back versions that fail for users, stops the ramps of versions that may fail, and advances the others. Every instance
 * runs it; one of them makes the change.
 */
export const startAutomaticRollback = ({ db, log, metrics, store, registry, origin }: Options) => {
  /** Versions of which this instance has notified the team, as `module@version`. */
  const warned = new Set<string>()
  // Alerts of the operator use this metric.
  const rollbacks = metrics.counter({
    name: 'griot_module_versions_rolled_back_total',
    help: 'Versions of modules that the registry rolled back automatically',
    labelNames: ['cause'],
  })
  // The first increase is visible only if the counter already has a value.
  for (const cause of ['failed', 'changed'] as const) rollbacks.inc({ cause }, 0)

  const evaluate = async () => {
    const snapshot = registry.current()
    if (!snapshot || snapshot.pointer.frozen !== null) return
    const health = await readHealth(db)
    const failing = new Set<string>()
    for (const [module, current] of Object.entries(snapshot.pointer.modules)) {
      for (const version of newVersions(current)) {
        const problem = await verifiedProblem(module, version, measure(health, snapshot, module, version))
        if (!problem) continue
        failing.add(module)
        if (problem.needsRollback) await rollBackVersion(module, version, problem)
        else await warn(module, version, problem)
      }
    }
    await advanceRamps({ db, log, store, registry }, failing)
  }

  /** A report of changed files can be forged: it only counts if the stored files of this instance are changed. */
  const verifiedProblem = async (module: string, version: string, measured: Measured) => {
    const problem = problemOf(measured)
    if (problem?.cause !== 'changed') return problem
    const document = await registry.document(module, version)
    if (!document || (await findChangedBlob(store, document))) return problem
    const { tamperedSessions } = measured.version
    log.warn({ module, version, tamperedSessions }, 'changed files reported, but the stored files are intact')
    return problemOf({ ...measured, version: { ...measured.version, tamperedSessions: 0 } })
  }

  /** Too few reports for a rollback: the team decides. */
  const warn = async (module: string, version: string, { says }: Problem) => {
    await stopRamp({ store, registry, log }, { module, version, says })
    if (warned.has(`${module}@${version}`)) return
    await queueFailing({ db, module, version, says, origin })
    warned.add(`${module}@${version}`)
    log.warn({ module, version, reason: says }, 'module version fails for some users')
  }

  const rollBackVersion = async (module: string, version: string, { cause, says }: Problem) => {
    let isDone = false
    const { rev } = await updatePointer(store, async (pointer) => {
      const recent = await readRevisions(store, pointer.rev, SEARCHED_REVISIONS)
      const wasJustRolledBack = recent.some(
        ({ change, at }) =>
          change?.action === 'quarantine' &&
          change.module === module &&
          change.from === version &&
          Date.now() - Date.parse(at) < ONE_ROLLBACK_WITHIN_MS,
      )
      const change = { by: REGISTRY, module, version, reason: says }
      const update = wasJustRolledBack ? null : quarantine(pointer, change)
      isDone = update !== null
      return update
    })
    if (!isDone) return
    log.error({ module, version, reason: says, rev }, 'module version rolled back')
    rollbacks.inc({ cause })
    await registry.refresh()
  }

  const { close } = repeatWork({ what: 'module health evaluation', pauseMs: PAUSE_MS, log }, evaluate)
  return { evaluate, close }
}

const isOnProbation = ({ stable, since, lkg }: ModuleState) =>
  lkg !== null && lkg !== stable && Date.now() - Date.parse(since) < PROBATION_MS

/** The candidate, and the stable version while its probation lasts. */
const newVersions = (state: ModuleState) => [
  ...(state.candidate ? [state.candidate.version] : []),
  ...(isOnProbation(state) ? [state.stable] : []),
]

const NO_SESSIONS: SessionCounts = { sessions: 0, failedSessions: 0, tamperedSessions: 0, weight: 0, failedWeight: 0 }

const measure = (health: readonly Health[], { pointer }: Snapshot, module: string, version: string): Measured => {
  const countsOf = (name: string, wanted: string | null | undefined): SessionCounts =>
    health.find((one) => one.module === name && one.version === wanted) ?? NO_SESSIONS
  const { stable, lkg } = pointer.modules[module] ?? {}
  const allOthers = Object.entries(pointer.modules).filter(([name]) => name !== module)
  // Two bad releases at once must not look like a fault of the network. Without any proven version, all others are compared.
  const proven = allOthers.filter(([, current]) => !isOnProbation(current))
  const others = proven.length > 0 ? proven : allOthers
  return {
    version: countsOf(module, version),
    baseline: countsOf(module, version === stable ? lkg : stable),
    others: others.map(([name, current]) => countsOf(name, current.stable)),
  }
}
