import { type Db, sql } from '@griot/service-kit/db'
import type { Context, Middleware } from './http/context.ts'
import type { ServiceName } from './routes.ts'
import type { Upstreams } from './upstreams.ts'

export interface HealthOptions {
  db: Db
  upstreams: Upstreams
  modulesReady: () => Promise<boolean>
}

const PATIENCE_MS = 3_000
const REMEMBERED_MS = 250

/** `/healthz` and `/readyz`, for whoever runs us, under whatever name they know this machine by. */
export const createHealth = ({ db, upstreams, modulesReady }: HealthOptions) => {
  const services: ServiceName[] = ['catalog', 'listening-points', 'media']

  const isServiceReady = async (service: ServiceName) => {
    const { statusCode, body } = await upstreams.to(service, 'json').request({
      method: 'GET',
      path: '/readyz',
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    })
    await body.dump()
    return statusCode === 200
  }

  const databaseAnswers = async () => {
    await db.run(sql`select 1`)
    return true
  }

  const checkAll = async () => {
    const checks: [string, Promise<boolean>][] = [
      ['database', databaseAnswers()],
      ['modules', modulesReady()],
      ...services.map((service): [string, Promise<boolean>] => [service, isServiceReady(service)]),
    ]
    const results = await Promise.all(
      checks.map(async ([name, check]) => ((await check.catch(() => false)) ? '' : name)),
    )
    return results.filter((name) => name !== '')
  }

  let last: { missing: Promise<string[]>; until: number } | undefined
  /** What the product cannot be used without. */
  const missingParts = () => {
    // Anyone may ask; however many do, the services hear of it a few times a second.
    if (last === undefined || last.until < performance.now()) {
      last = { missing: checkAll(), until: performance.now() + REMEMBERED_MS }
    }
    return last.missing
  }

  const answerHealth = async (context: Context) => {
    const missing = await missingParts()
    context.status = missing.length === 0 ? 200 : 503
    context.body = missing.length === 0 ? { status: 'ok' } : { status: 'starting', missing }
  }

  let isDraining = false
  const answerReady = async (context: Context) => {
    const isReady = !isDraining && (await databaseAnswers().catch(() => false))
    context.status = isReady ? 200 : 503
    context.body = { status: isDraining ? 'draining' : isReady ? 'ready' : 'starting' }
  }

  const middleware: Middleware = (context, next) => {
    if (context.path === '/healthz') return answerHealth(context)
    return context.path === '/readyz' ? answerReady(context) : next()
  }

  return {
    middleware,
    /** From now on `/readyz` says no. */
    drain: () => {
      isDraining = true
    },
  }
}
