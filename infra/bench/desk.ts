import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { buildProcesses } from '../build/build.ts'
import { gatewayEnvironment, openHarness } from '../testing/open-harness.ts'
import { signIn } from '../testing/sign-in.ts'
import { programOf } from '../testing/start-process.ts'
import { median, percentile } from '../testing/statistics.ts'
import { DESK_CALLS, type DeskCall } from './desk-calls.ts'
import { ADMIN, CREATOR, type DeskSizes, fillDesk } from './desk-rows.ts'
import { type DeskUpdates, measureUpdates } from './desk-updates.ts'

const CALLS = 200
const WARM_UP = 10

interface CallTimes extends Pick<DeskCall, 'list' | 'variant'> {
  /** Milliseconds. */
  p50: number
  p95: number
}

export interface DeskResult {
  sizes: DeskSizes
  calls: CallTimes[]
  updates: DeskUpdates[]
}

/** Times of single calls of the operations desk through the built gateway and services. */
export const benchDesk = async (sizes: DeskSizes): Promise<DeskResult> => {
  await buildProcesses()
  const harness = await openHarness(['gateway', 'listening_points', 'catalog', 'media'], {
    shared_buffers: '1GB',
    maintenance_work_mem: '512MB',
    max_wal_size: '8GB',
  })
  try {
    const urls = await harness.createDatabase('desk')
    await fillDesk(urls.admin, sizes)
    return { sizes, ...(await measureDesk(harness, urls)) }
  } finally {
    await harness.close()
  }
}

type Harness = Awaited<ReturnType<typeof openHarness>>
type Urls = Awaited<ReturnType<Harness['createDatabase']>>

const measureDesk = async (harness: Harness, urls: Urls) => {
  const [admin = '', creator = ''] = await signIn(urls.gateway, [ADMIN, CREATOR])
  const url = await startProduct(harness, urls)
  const calls: CallTimes[] = []
  for (const call of DESK_CALLS) {
    const times = await measureCall(url, call.isCreator ? creator : admin, call)
    process.stdout.write(`  ${call.list}, ${call.variant}: ${times.p50.toFixed(1)} and ${times.p95.toFixed(1)} ms\n`)
    calls.push(times)
  }
  return { calls, updates: await measureUpdates(urls.admin, url, admin) }
}

const startProduct = async (harness: Harness, urls: Urls) => {
  const environment = gatewayEnvironment(harness, urls.gateway)
  const { OBJECTS_DIR, GRANT_SECRET, CATALOG_URL, MEDIA_URL } = environment
  await mkdir(join(harness.dataDir, 'objects'), { recursive: true })
  const start = (workspace: string, more: Record<string, string>) =>
    harness.start(programOf(workspace, { isBuilt: true }), { NODE_ENV: 'development', LOG_LEVEL: 'info', ...more })
  const { IDENTITY_PUBLIC_KEY } = harness.keys
  const common = { IDENTITY_PUBLIC_KEY, OBJECTS_DIR, GRANT_SECRET, CATALOG_URL, MEDIA_URL }
  const [catalog, points, media] = await Promise.all([
    start('services/catalog', { ...common, DATABASE_URL: urls.catalog }),
    start('services/listening-points', { ...common, DATABASE_URL: urls.listening_points }),
    start('services/media', { ...common, DATABASE_URL: urls.media }),
  ])
  const gateway = await start('gateway', {
    ...environment,
    ADMIN_EMAILS: `${ADMIN}@example.org`,
    CATALOG_URL: catalog.url,
    LISTENING_POINTS_URL: points.url,
    MEDIA_URL: media.url,
  })
  return gateway.url
}

const measureCall = async (
  url: string,
  cookie: string,
  { list, variant, path, isWalk }: DeskCall,
): Promise<CallTimes> => {
  const times: number[] = []
  let next: string | undefined
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const from = next ?? path(call)
    const sentAt = performance.now()
    const link = await read(new URL(from, url), cookie)
    times.push(performance.now() - sentAt)
    if (isWalk) next = link
  }
  const measured = times.slice(WARM_UP)
  return { list, variant, p50: median(measured), p95: percentile(measured, 0.95) }
}

/** Reads a response, of CSV the part that is sent first. Returns the path of the next page. */
const read = async (url: URL, cookie: string) => {
  const response = await fetch(url, { headers: { cookie } })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  if (response.headers.get('content-type')?.startsWith('text/csv')) {
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  } else await response.arrayBuffer()
  return response.headers.get('link')?.match(/^<([^>]+)>/)?.[1]
}
