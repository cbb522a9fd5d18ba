import { type TelemetryEvent, TelemetryReport } from '@griot/contracts/module-registry'
import { shortHash } from '@griot/service-kit/files/short-hash'
import type { Middleware } from '../http/context.ts'
import { requireOwnPage } from '../http/fetch-metadata.ts'
import { parseJson, readBody } from '../http/read-body.ts'
import { createHashAddress } from '../limits/hash-address.ts'
import type { Shared } from '../shared.ts'
import { saveError } from './errors.queries.ts'
import type { Platform } from './registry.ts'
import { reportedError } from './reported-errors.ts'
import { type Report, saveReport } from './reports.queries.ts'
import { weightOf } from './rollback-policy.ts'

const MAX_BYTES = 8 * 1024
/** Of one version in one report. */
const MAX_ERRORS = 5

/** `POST /mfe/v1/telemetry`: receives reports of tabs about module versions. */
export const createTelemetry = (platform: Platform & Pick<Shared, 'findSession' | 'count' | 'config'>): Middleware => {
  const { db, log, registry, cookies, findSession, count } = platform
  const hashAddress = createHashAddress(platform.config)
  return async (context, next) => {
    if (context.path !== '/mfe/v1/telemetry' || context.method !== 'POST') return next()
    requireOwnPage(context)
    const bytes = await readBody(context.req, MAX_BYTES)
    context.status = 204
    context.set('cache-control', 'no-store')
    // Visitors with overrides test versions on purpose; they do not count.
    if (Object.keys(cookies.read(context).overrides).length > 0) return
    // Only signed-in users count, once each, so that one browser cannot cause a rollback.
    const session = await findSession(context)
    await count(context, 'read')
    const parsed = TelemetryReport.safeParse(parseJson(bytes?.toString() ?? ''))
    if (!session || !parsed.success) return
    const wasServed = cookies.readServed(context)
    for (const { report, errors, ...details } of reportsIn(parsed.data, shortHash(session.user.id))) {
      if (!(await registry.document(report.module, report.version))) continue
      const isServed = wasServed(report.module, report.version)
      // A report of weight 0 only proves that a tab runs the version.
      await saveReport(db, { ...report, weight: isServed ? weightOf(session) : 0, addressHash: hashAddress(context) })
      if (!isServed) continue
      for (const error of errors) await saveError(db, error)
      const line = { ...report, ...details, requestId: context.state.requestId }
      if (report.failed || report.tampered) log.warn(line, 'module failed for a user')
      else if (details.mistakes > 0) log.info(line, 'module reported errors for a user')
    }
  }
}

/**
 * Events of a working page: an error in a click or an API fault is not a failure of the version. `integrity_fail` counts
 * apart: it is a failure only if the stored files are changed, too.
 */
const NOT_FAILURES = new Set(['load_ok', 'error', 'api5xx', 'detail', 'integrity_fail'])
/** A script that takes so long blocks the page, as a loop does. */
const BLOCKED_MS = 2_000

const isFailure = ({ kind, ms = 0 }: TelemetryEvent) =>
  kind === 'longtask' ? ms >= BLOCKED_MS : !NOT_FAILURES.has(kind)

/** One report for each version, with details for the log. */
const reportsIn = ({ events }: TelemetryReport, visitor: string) => {
  const versions = new Map(events.map(({ module, version }) => [`${module}@${version}`, { module, version }]))
  return [...versions.values()].map(({ module, version }) => {
    const own = events.filter((event) => event.module === module && event.version === version)
    const has = (wanted: TelemetryEvent['kind']) => own.some(({ kind }) => kind === wanted)
    const report: Omit<Report, 'weight' | 'addressHash'> = {
      ...{ module, version, visitor },
      loaded: has('load_ok'),
      failed: own.some(isFailure),
      tampered: has('integrity_fail'),
      stalled: has('stall'),
      faulty: has('api5xx'),
      loadMs: own.find(({ kind, ms }) => kind === 'load_ok' && ms !== undefined)?.ms ?? null,
    }
    return {
      report,
      incidents: own.flatMap(({ incident }) => incident ?? []),
      errors: own.flatMap((event) => reportedError(event) ?? []).slice(0, MAX_ERRORS),
      /** Errors that did not end the page. */
      mistakes: own.filter(({ kind }) => kind === 'error').length,
    }
  })
}
