import { Id } from '@griot/contracts/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app.ts'
import { notFound } from '../errors.ts'
import { createLog } from '../log.ts'
import { on } from '../route.ts'
import { serveForTest, type TestService } from '../testing/service.ts'
import { createMetrics } from './metrics.ts'

const Thing = {
  method: 'GET',
  path: '/api/thing/:id',
  access: 'public',
  summary: 'A thing',
  params: z.object({ id: Id }),
  response: z.object({ id: Id }),
} as const

const KNOWN = 'f6d31f6a-8f5a-4f53-9be1-6a1f4f4f9a01'
const metrics = createMetrics('things')
let service: TestService

beforeAll(async () => {
  const thing = on(Thing, ({ params }) => {
    if (params.id !== KNOWN) throw notFound('thing')
    return { id: params.id }
  })
  service = await serveForTest((verify) =>
    createApp({ routes: [thing], verify, log: createLog('test', 'silent'), metrics }),
  )
})
afterAll(() => service.close())

const sampleOf = async (series: string) => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
const count = (method: string, route: string, status: number) =>
  sampleOf(
    `griot_http_request_seconds_count{method="${method}",route="${route}",kind="short",status="${status}",process="things"}`,
  )

describe('GET /metrics', () => {
  it('counts requests by pattern and status, whatever address was asked for', async () => {
    await service.as(null).fetch(`/api/thing/${KNOWN}`)
    await service.as(null).fetch(`/api/thing/${KNOWN}?trace=1`)
    await service.as(null).fetch('/api/thing/00000000-0000-4000-8000-000000000000')
    await service.as(null).fetch('/api/nothing/like/that')

    expect(await count('GET', '/api/thing/:id', 200)).toBe(2)
    expect(await count('GET', '/api/thing/:id', 404)).toBe(1)
    expect(await count('any', 'none', 404)).toBe(1)
    const text = await metrics.scrape()
    expect(text).not.toContain(KNOWN)
    expect(text).not.toContain('like/that')
  })

  it('puts each request into every bucket that is slow enough for it', async () => {
    const meter = metrics.requests.meter({ method: 'GET', route: '/slow', kind: 'short' })
    for (const seconds of [0.001, 0.3, 60]) meter.record(200, seconds)
    const bucket = (le: string) =>
      sampleOf(
        `griot_http_request_seconds_bucket{method="GET",route="/slow",kind="short",status="200",le="${le}",process="things"}`,
      )

    expect([await bucket('0.005'), await bucket('0.25'), await bucket('0.5'), await bucket('+Inf')]).toEqual([
      1, 1, 2, 3,
    ])
  })

  it('says how busy the process is', async () => {
    const text = await metrics.scrape()
    for (const name of ['griot_event_loop_lag_seconds{quantile="0.99"', 'griot_process_memory_bytes{']) {
      expect(text).toContain(name)
    }
  })

  it('leaves out what nobody answers, and says all the rest', async () => {
    const asked = createMetrics('asked')
    let fails = false
    asked.watch({ griot_test_depth: 'A test' }, async () => {
      if (fails) throw new Error('away')
      return [{ gauge: 'griot_test_depth', value: 3 }]
    })
    expect(await asked.scrape()).toContain('griot_test_depth{process="asked"} 3')
    fails = true

    const text = await asked.scrape()

    expect(text).not.toContain('griot_test_depth{')
    expect(text).toContain('griot_metrics_unanswered_total{process="asked"} 1')
    expect(text).toContain('griot_process_uptime_seconds{')
  })

  it('costs a request next to nothing', () => {
    const meter = metrics.requests.meter({ method: 'GET', route: '/quick', kind: 'short' })
    const before = process.cpuUsage()
    for (let round = 0; round < 100_000; round++) meter.record(200, 0.003)

    // In microseconds of work, whoever else has the machine. One each would be fifty times what it takes.
    expect(process.cpuUsage(before).user / 100_000).toBeLessThan(10)
  })
})
