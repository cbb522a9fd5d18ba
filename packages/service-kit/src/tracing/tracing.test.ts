import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app.ts'
import { askService } from '../ask-service.ts'
import { ObjectsEnvironment } from '../config.ts'
import { inTransaction, sql } from '../db.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { openStore } from '../objects/open-store.ts'
import { enqueue, startOutbox } from '../outbox.ts'
import { createQueueing, defineJob, type Queueing } from '../queue.ts'
import { on } from '../route.ts'
import { serveBucket } from '../testing/bucket.ts'
import { startCollector } from '../testing/collector.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { serveForTest, type TestService } from '../testing/service.ts'
import { withinJob } from '../within-job.ts'
import { startTracing, stopTracing, traced, tracing } from './tracing.ts'

const Work = defineJob({
  name: 'do-work',
  queue: 'traced',
  data: z.object({ what: z.string() }),
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
beforeEach(async () => {
  lines.length = 0
  collector = await startCollector()
  await startTracing(
    'things',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: 1 },
    createLog('test', 'silent'),
  )
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
        return (await askService({ url: service.url, token, requestId }, Begin, { body: { what } })) ?? {}
      }),
    ]
    return createApp({ routes, verify, log, metrics: createMetrics('things') })
  })

describe('a trace', () => {
  it('goes from a request through another service, outbox and queue to the work that was asked for', async () => {
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
      'things: ask POST /api/work',
      'things: GET /api/ask',
    ])
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1)
    const said = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'working')
    expect(said).toMatchObject({ requestId: 'one', traceId: collector.spans[0]?.traceId })
  })

  it('has what a request asks of the database and of the bucket, without what it stores there', async () => {
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
    await database.db.run(sql`select 'asked by nobody'`)

    await traced('try', { kind: 'internal' }, async () => {
      await database.db.run(sql`select 1 from outbox where name = ${'Ama'}`)
      await store.put('originals/ab/one', Readable.from([Buffer.from('drum')]), { size: 4 })
    })
    await stopTracing()
    bucket.close()
    await rm(folder, { recursive: true })

    expect(collector.ancestry('sql select outbox')).toEqual(['things: sql select outbox', 'things: try'])
    expect(collector.ancestry('s3 put')).toEqual(['things: s3 put', 'things: try'])
    expect(collector.spans).toHaveLength(3)
    expect(JSON.stringify(collector.spans)).not.toMatch(/Ama|drum/)
  })

  it('says what failed, and not to whom', async () => {
    const failing = traced('try', { kind: 'internal' }, async () => {
      throw new Error('Key (email)=(ama@example.org) exists')
    })
    await expect(failing).rejects.toThrow('exists')
    await stopTracing()

    expect(JSON.stringify(collector.spans)).toContain('"name":"try"')
    expect(JSON.stringify(collector.spans)).not.toContain('ama@')
  })

  it('does no harm when nobody collects it', async () => {
    await collector.close()

    expect(await traced('alone', { kind: 'internal' }, async () => 'done')).toBe('done')
    await stopTracing()
    collector = await startCollector()
  })
})

describe('without a collector', () => {
  it('nothing is written, and nothing of OpenTelemetry can be loaded', async () => {
    await stopTracing()
    expect(tracing()).toBeUndefined()
    expect(await traced('quiet', { kind: 'internal' }, async () => 'done')).toBe('done')

    const sources = new URL('../', import.meta.url)
    const files = (await readdir(sources, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
    const loads = /^import (?!type).*'(@opentelemetry\/|\.\.?\/.*open-telemetry)|^import '/m
    for (const file of files) expect(await readFile(new URL(file, sources), 'utf8')).not.toMatch(loads)
  })
})
