import { type Db, sql } from '@griot/service-kit/db'
import type { ServiceName } from './routes.ts'
import type { Upstreams } from './upstreams.ts'

export interface HealthOptions {
  db: Db
  upstreams: Upstreams
  modulesReady: () => Promise<boolean>
}

const PATIENCE_MS = 3_000
const REMEMBERED_MS = 250

/** What is missing before the product can be used; nothing when it can. */
type MissingParts = () => Promise<string[]>

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
  const missingParts: MissingParts = () => {
    // Anyone may ask; however many do, the services hear of it a few times a second.
    if (last === undefined || last.until < performance.now()) {
      last = { missing: checkAll(), until: performance.now() + REMEMBERED_MS }
    }
    return last.missing
  }
  return { missingParts, databaseAnswers }
}
