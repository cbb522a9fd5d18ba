import type { Standing } from '@griot/contracts/module-pointer'
import { TelemetryReport } from '@griot/contracts/module-registry'
import { PROBATION_MS, quarantine } from '@griot/module-registry/changes'
import { movePointer, readJournal } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import type { Db } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import { shortHash } from '@griot/service-kit/short-hash'
import type { Context } from '../http/context.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import type { CountRequest } from '../limits.ts'
import { readBody } from '../read-body.ts'
import { type Counted, type Verdict, verdict } from './judge.ts'
import type { Registry, Snapshot } from './registry.ts'
import {
  deleteOldReports,
  type Health,
  type Report,
  readHealth,
  readLiveShells,
  readLiveVersions,
  saveReport,
} from './reports.queries.ts'
import type { Visitors } from './visitors.ts'

interface Options {
  db: Db
  log: Log
  store: RegistryStore
  env: string
  registry: Registry
  visitors: Visitors
  findSession(context: Context): Promise<{ user: { id: string } } | null>
  count: CountRequest
  /** The registry has taken a version back by itself. */
  onTakenBack?: (why: Verdict) => void
}

const MOST_BYTES = 8 * 1024
const JUDGE_EVERY_MS = 15_000
const ONCE_WITHIN_MS = 60 * 60_000
const JOURNAL_WITHIN = 100
const REGISTRY_ITSELF = 'the registry itself'

/** What tabs tell about the modules they run, and what follows from it. */
export const createTelemetry = (options: Options) => {
  const { db, log, store, env, registry, visitors, findSession, count, onTakenBack = () => {} } = options

  const receive = async (context: Context) => {
    requireOwnPage(context.method, context.req.headers, context.state.origin)
    const bytes = await readBody(context.req, MOST_BYTES)
    context.status = 204
    context.set('cache-control', 'no-store')
    // People who try a version on purpose say nothing about how it does with people.
    if (Object.keys(visitors.sight(context).overrides).length > 0) return
    // One signed-in person is one voice, however much they say; who is nobody has none.
    const session = await findSession(context)
    await count(context, 'read')
    const read = TelemetryReport.safeParse(parsed(bytes))
    if (!session || !read.success) return
    const visitor = shortHash(session.user.id)
    for (const report of reportsOf(read.data, visitor)) {
      if (!(await registry.document(report.module, report.version))) continue
      await saveReport(db, report)
      const told = { ...report, ...detailsOf(read.data, report), requestId: context.state.requestId }
      if (report.failed) log.warn(told, 'module failed for a visitor')
      else if (told.mistakes > 0) log.info(told, 'module made mistakes for a visitor')
    }
  }

  /** Takes back what fails for people. Any copy of the gateway may do it; only one of them comes through. */
  const judge = async () => {
    const snapshot = registry.current()
    if (!snapshot || snapshot.pointer.frozen !== null) return
    const health = await readHealth(db)
    for (const [module, standing] of Object.entries(snapshot.pointer.modules)) {
      const version = onProbation(standing, new Date())
      const why = version && verdict(judgedOf(health, snapshot, module, version))
      if (why) await takeBack(module, version, why)
    }
  }

  const takeBack = async (module: string, version: string, why: Verdict) => {
    const reason = why.says
    let isDone = false
    const { rev } = await movePointer(store, env, async (pointer) => {
      const before = await readJournal(store, env, pointer.rev, JOURNAL_WITHIN)
      const wasJustDone = before.some(
        ({ change, at }) =>
          change?.action === 'quarantine' && change.module === module && Date.now() - Date.parse(at) < ONCE_WITHIN_MS,
      )
      const moved = wasJustDone ? null : quarantine(pointer, { by: REGISTRY_ITSELF, module, version, reason })
      isDone = moved !== null
      return moved
    })
    if (!isDone) return
    log.error({ module, version, reason, rev }, 'module version taken back')
    onTakenBack(why)
    await registry.refresh()
  }

  const judging = setInterval(() => {
    judge().catch((error: unknown) => log.warn({ err: error }, 'modules not judged'))
  }, JUDGE_EVERY_MS)
  judging.unref()

  return {
    receive,
    judge,
    health: () => readHealth(db),
    liveShells: () => readLiveShells(db),
    liveVersions: () => readLiveVersions(db),
    sweep: () => deleteOldReports(db),
    close: () => clearInterval(judging),
  }
}

const parsed = (bytes: Buffer | null): unknown => {
  try {
    return JSON.parse(bytes?.toString() ?? '')
  } catch {
    return null
  }
}

/** What the log has beside what is counted. */
const detailsOf = ({ events }: TelemetryReport, { module, version }: Report) => {
  const own = events.filter((event) => event.module === module && event.version === version)
  return {
    incidents: own.flatMap(({ incident }) => incident ?? []),
    /** What the page outlived. */
    mistakes: own.filter(({ kind }) => kind === 'error').length,
  }
}

const OF_A_PAGE_THAT_STANDS = new Set(['load_ok', 'error', 'longtask', 'api5xx'])

const reportsOf = ({ events }: TelemetryReport, visitor: string): Report[] => {
  const reports = new Map<string, Report>()
  for (const { module, version, kind, ms } of events) {
    const key = `${module}@${version}`
    const report = reports.get(key) ?? {
      ...{ module, version, visitor },
      ...{ loaded: false, failed: false, tampered: false, stalled: false, faulty: false, loadMs: null },
    }
    reports.set(key, {
      ...report,
      loaded: report.loaded || kind === 'load_ok',
      // A mistake in a click, a slow script or a fault of a service is told, but a page that stands has not failed.
      failed: report.failed || !OF_A_PAGE_THAT_STANDS.has(kind),
      tampered: report.tampered || kind === 'integrity_fail',
      stalled: report.stalled || kind === 'stall',
      faulty: report.faulty || kind === 'api5xx',
      loadMs: report.loadMs ?? (kind === 'load_ok' ? (ms ?? null) : null),
    })
  }
  return [...reports.values()]
}

/** The version that still has to prove itself. */
const onProbation = ({ stable, since, lkg, candidate }: Standing, now: Date) => {
  if (candidate) return candidate.version
  const isNew = lkg !== null && lkg !== stable && now.getTime() - Date.parse(since) < PROBATION_MS
  return isNew ? stable : null
}

const NOTHING: Counted = { sessions: 0, failedSessions: 0, tamperedSessions: 0 }

const judgedOf = (health: readonly Health[], { pointer }: Snapshot, module: string, version: string) => {
  const of = (name: string, wanted: string | null | undefined): Counted =>
    health.find((one) => one.module === name && one.version === wanted) ?? NOTHING
  const { stable, lkg } = pointer.modules[module] ?? {}
  const others = Object.entries(pointer.modules).filter(([name]) => name !== module)
  return {
    module,
    version,
    counted: of(module, version),
    baseline: of(module, version === stable ? lkg : stable),
    others: others.map(([name, standing]) => of(name, standing.stable)),
  }
}
