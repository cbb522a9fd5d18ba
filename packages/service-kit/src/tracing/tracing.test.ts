import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ObjectsEnvironment } from '../config.ts'
import { inTransaction, sql } from '../db/db.ts'
import { createApp } from '../http/app.ts'
import { callService } from '../http/call-service.ts'
import { on } from '../http/route.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { openStore } from '../objects/open-store.ts'
import { withinJob } from '../queue/job-context.ts'
import { enqueue, startOutbox } from '../queue/outbox.ts'
import { createQueueing, defineJob, type Queueing } from '../queue/queue.ts'
import { serveBucket } from '../testing/bucket.ts'
import { startCollector } from '../testing/collector.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { serveForTest, type TestService } from '../testing/service.ts'
import { runInSpan, startTracing, stopTracing } from './tracing.ts'

const Work = defineJob('do-work', z.object({ what: z.string() }), {
  queue: 'traced',
  id: ({ what }) => what,
  attempts: 1,
})
const Begin = {
  method: 'POST',
  path: '/api/work',
  access: 'public',
  summary: 'Begins',
  body: z.object({ what: z.string() }),
  response: z.object({}),
} as const
const Ask = {
  method: 'GET',
  path: '/api/ask',
  access: 'public',
  summary: 'Has another service begin',
  response: z.object({}),
} as const

const lines: string[] = []
const log = createLog('test', 'info', { write: (line) => lines.push(line) })
let database: TestDatabase
let queueing: Queueing
let collector: Awaited<ReturnType<typeof startCollector>>

beforeAll(async () => {
  database = await createTestDatabase('media', new URL('../testing/no-migrations/', import.meta.url))
  queueing = createQueueing({ databaseUrl: database.url, log })
})
afterAll(async () => {
  await queueing.close()
  await database.drop()
})
const start = (options = {}) =>
  startTracing(
    'things',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: 1 },
    createLog('test', 'silent'),
    options,
  )
beforeEach(async () => {
  lines.length = 0
  collector = await startCollector()
  await start()
})
afterEach(async () => {
  await stopTracing()
  await collector.close()
})

let service: TestService
const serveThings = (): Promise<TestService> =>
  serveForTest((verify) => {
    const routes = [
      on(Begin, async ({ body }) => {
        await inTransaction(database.db, (tx) => enqueue(tx, Work, body))
        return {}
      }),
      on(Ask, async ({ token, requestId }) => {
        const what = `from-${requestId}`
        return (await callService({ url: service.url, token, requestId }, Begin, { body: { what } })) ?? {}
      }),
    ]
    return createApp({ routes, verify, log, metrics: createMetrics('things') })
  })

describe('tracing', () => {
  it('follows a request through another service, outbox and queue to the job', async () => {
    service = await serveThings()
    const outbox = startOutbox({ db: database.db, queueing, log })
    const worker = queueing.worker(Work.queue, (job) => withinJob(job, async () => log.info('working')))
    const done = once(worker, 'completed')

    await service.as(null).fetch(Ask.path, { headers: { 'x-request-id': 'one' } })
    outbox.kick()
    await done
    await outbox.close()
    await worker.close()
    await service.close()
    await stopTracing()

    expect(collector.ancestry('work on do-work')).toEqual([
      'things: work on do-work',
      'things: wait in traced',
      'things: outbox do-work',
      'things: POST /api/work',
      'things: POST',
      'things: GET /api/ask',
    ])
    const { traceId } = collector.named('work on do-work') ?? {}
    const written = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'working')
    expect(written).toMatchObject({ requestId: 'one', traceId })
  })

  it('records statements and object storage requests of a trace, without values and without secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'griot-traced-'))
    const bucket = await serveBucket(folder)
    const store = openStore(
      ObjectsEnvironment.parse({
        S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
        S3_ACCESS_KEY: 'S3RVER',
        S3_SECRET_KEY: 'S3RVER',
      }),
    )
    await store.ready()
    await database.db.run(sql`select 'outside of a trace'`)

    await inSpan('try', async () => {
      await database.db.run(sql`select 1 from outbox where name = ${'Ama'}`)
      await store.put('originals/ab/one', Readable.from([Buffer.from('drum')]), { size: 4 })
    })
    await stopTracing()
    bucket.close()
    await rm(folder, { recursive: true })

    expect(collector.ancestry('sql select').slice(0, 2)).toEqual(['things: sql select', 'things: try'])
    const parent = collector.named('try')?.spanId
    expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === parent).map(({ name }) => name)).toContain(
      'PUT',
    )
    expect(JSON.stringify(collector.spans)).not.toMatch(/Ama|drum|outside|S3RVER|Signature/)
  })

  it('removes e-mail addresses from errors', async () => {
    const failing = inSpan('try', async () => {
      throw new Error('Key (email)=(ama@example.org) exists')
    })
    await expect(failing).rejects.toThrow('exists')
    await stopTracing()

    expect(JSON.stringify(collector.spans)).toContain('"name":"try"')
    expect(JSON.stringify(collector.spans)).not.toContain('ama@')
  })

  it('does not affect the work when the collector is unavailable', async () => {
    await collector.close()

    expect(await inSpan('alone', async () => 'done')).toBe('done')
    await stopTracing()
    collector = await startCollector()
  })

  it('ignores the traceparent of a browser in a public process', async () => {
    await stopTracing()
    await start({ isPublic: true })
    service = await serveThings()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await fetch(new URL('/api/nothing', service.url), { headers: { traceparent } })
    await service.close()
    await stopTracing()

    expect(collector.spans.length).toBeGreaterThan(0)
    expect(JSON.stringify(collector.spans)).not.toContain('0af7651916cd43dd8448eb211c80319c')
  })
})

describe('without a collector', () => {
  it('loads only the API of OpenTelemetry', async () => {
    const sources = new URL('../', import.meta.url)
    const files = (await readdir(sources, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
    const loads = /^import (?!type).*'(@opentelemetry\/(?!api')|\.\.?\/.*open-telemetry)/m
    for (const file of files) {
      expect(await readFile(new URL(file, sources), 'utf8')).not.toMatch(loads)
    }
  })
})

const inSpan = <Result>(name: string, run: () => Promise<Result>) =>
  runInSpan(name, { name: 'begin', traceparent: undefined, since: Date.now() }, run)
