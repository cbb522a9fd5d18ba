import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import type { CheckedProcess, Overview, ProcessState, QueueDepth } from '@griot/contracts/overview'
import { GetQueue, QueueOverview } from '@griot/contracts/queue'
import { SERVICES, type ServiceName, serviceUrls } from '@griot/contracts/services'
import { sql } from '@griot/service-kit/db/db'
import { type CallServiceOptions, callService } from '@griot/service-kit/http/call-service'
import { inTime } from '@griot/service-kit/in-time'
import { ReadFailedInvitations, ReadListeningCounts, ReadStoredFiles } from '@griot/service-kit/overview/overview-part'
import { z } from 'zod'
import { isServiceReady } from '../api/service-ready.ts'
import type { Session } from '../http/context.ts'
import type { Shared } from '../shared.ts'
import { countFailedResponses, countModuleErrors, countSignUps } from './overview.queries.ts'

/** Each part of the overview may take this long. */
const TIMEOUT_MS = 2_000

// Only the fields that are used: another version of the service may return more or fewer of the others.
const ReadQueue = {
  ...GetQueue,
  response: QueueOverview.pick({ health: true, oldestWaiting: true, workers: true }).extend({
    counts: QueueOverview.shape.counts.pick({ waiting: true, active: true, retrying: true }),
  }),
}

const MOST_REPORTS = 100

// No row is used, so any version of the service may respond.
const ReadOpenReports = {
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary: 'Lists the reports of all users.',
  query: z.object({ state: z.literal('open'), limit: z.int() }),
  response: z.array(z.unknown()),
} as const satisfies Endpoint

type Parts = Pick<Shared, 'db' | 'config' | 'upstreams' | 'tokenFor' | 'log'>

/** Reads all parts at the same time. A part that fails or times out is null. */
export const createReadOverview = ({ db, config, upstreams, tokenFor, log }: Parts) => {
  const urls = serviceUrls(config)

  const part = async <Value>(name: string, value: Promise<Value>): Promise<Value | null> => {
    return inTime(value, TIMEOUT_MS, name).catch((error: unknown) => {
      log.warn({ err: error, name }, 'part of the overview not read')
      return null
    })
  }

  const checkService = async (name: ServiceName): Promise<CheckedProcess> => ({
    name,
    state: (await part(name, isServiceReady(upstreams, name))) ? 'ready' : 'down',
  })

  /** Undefined if the service has no reports. */
  const readReports = async (target: Omit<CallServiceOptions, 'url'>) => {
    const query = { state: 'open', limit: MOST_REPORTS } as const
    const found = await callService({ url: urls.catalog, ...target }, ReadOpenReports, { query })
    return found && { open: found.length, isMore: found.length === MOST_REPORTS }
  }

  /** Undefined if the service does not count them. */
  const readInvitations = (target: Omit<CallServiceOptions, 'url'>) =>
    callService({ url: urls.catalog, ...target }, ReadFailedInvitations, {})

  const readErrors = async () => {
    const [responses, moduleErrors] = await Promise.all([countFailedResponses(db), countModuleErrors(db)])
    return { responses, moduleErrors }
  }

  return async (session: Session, requestId: string): Promise<Overview> => {
    const token = await tokenFor(session)
    const ask = async <E extends Endpoint>(service: ServiceName, endpoint: E, input: CallInput<E>) => {
      const found = await callService({ url: urls[service], token, requestId }, endpoint, input)
      // The previous release of a service does not have this endpoint.
      return (found ?? null) as ResponseOf<E> | null
    }
    const [services, database, queue, stored, listening, signUps, reports, invitations, errors] = await Promise.all([
      Promise.all(SERVICES.map(checkService)),
      part(
        'database',
        db.run(sql`select 1`).then(() => true),
      ),
      part('queue', ask('media', ReadQueue, { query: { limit: 1 } })),
      part('storage', ask('media', ReadStoredFiles, {})),
      part('listening', ask('listening-points', ReadListeningCounts, {})),
      part('sign-ups', countSignUps(db)),
      part('reports', readReports({ token, requestId })),
      part('invitations', readInvitations({ token, requestId })),
      part('errors', readErrors()),
    ])
    const depth = queue && depthOf(queue)
    const { isStoreReady = null, ...storage } = stored ?? {}
    return {
      at: new Date().toISOString(),
      processes: [
        { name: 'gateway', state: 'ready' },
        { name: 'database', state: stateOf(database === true) },
        ...services,
        { name: 'worker', state: stateOf(depth && depth.workers > 0) },
        {
          name: 'queue',
          state: depth?.health === 'paused' ? 'paused' : stateOf(depth && depth.health !== 'unreachable'),
        },
        { name: 'store', state: stateOf(isStoreReady) },
      ],
      queue: depth,
      storage: stored && (storage as Overview['storage']),
      listening,
      signUps,
      ...(reports !== undefined && { reports }),
      ...(invitations !== undefined && { invitations }),
      errors,
    }
  }
}

const stateOf = (isReady: boolean | null): ProcessState => {
  if (isReady === null) return 'unknown'
  return isReady ? 'ready' : 'down'
}

const depthOf = ({ health, counts, oldestWaiting, workers }: ResponseOf<typeof ReadQueue>): QueueDepth => ({
  health,
  inProgress: counts.waiting + counts.active + counts.retrying,
  oldestWaiting,
  workers: workers.filter(({ isAlive }) => isAlive).length,
})
