import { Id } from '@griot/contracts/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '../http/app.ts'
import { notFound } from '../http/errors.ts'
import { on } from '../http/route.ts'
import { createLog } from '../log/log.ts'
import { serveForTest, type TestService } from '../testing/service.ts'
import { createMetrics } from './metrics.ts'

const Podcast = {
  method: 'GET',
  path: '/api/podcast/:id',
  access: 'public',
  summary: 'A podcast',
  params: z.object({ id: Id }),
  response: z.object({ id: Id }),
} as const

const KNOWN = 'f6d31f6a-8f5a-4f53-9be1-6a1f4f4f9a01'
const metrics = createMetrics('things')
let service: TestService

beforeAll(async () => {
  const readPodcast = on(Podcast, ({ params }) => {
    if (params.id !== KNOWN) throw notFound('podcast')
    return { id: params.id }
  })
  service = await serveForTest((verify) =>
    createApp({ routes: [readPodcast], verify, log: createLog('test', 'silent'), metrics }),
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
    `griot_http_request_seconds_count{process="things",method="${method}",route="${route}",kind="short",status="${status}"}`,
  )

describe('GET /metrics', () => {
  it('counts requests by route pattern and status', async () => {
    await service.as(null).fetch(`/api/podcast/${KNOWN}`)
    await service.as(null).fetch(`/api/podcast/${KNOWN}?trace=1`)
    await service.as(null).fetch('/api/podcast/00000000-0000-4000-8000-000000000000')
    await service.as(null).fetch('/api/nothing/like/that')

    expect(await count('GET', '/api/podcast/:id', 200)).toBe(2)
    expect(await count('GET', '/api/podcast/:id', 404)).toBe(1)
    expect(await count('any', 'none', 404)).toBe(1)
    const text = await metrics.scrape()
    expect(text).not.toContain(KNOWN)
    expect(text).not.toContain('like/that')
  })

  it('reports the load of the process', async () => {
    const text = await metrics.scrape()
    for (const name of ['griot_nodejs_eventloop_lag_p99_seconds{', 'griot_process_resident_memory_bytes{']) {
      expect(text).toContain(name)
    }
  })

  it('leaves out gauges whose read fails, and reports the rest', async () => {
    const asked = createMetrics('asked')
    let fails = false
    asked.watch({ griot_test_depth: 'A test' }, async () => {
      if (fails) throw new Error('unavailable')
      return [{ gauge: 'griot_test_depth', value: 3 }]
    })
    expect(await asked.scrape()).toContain('griot_test_depth{process="asked"} 3')
    fails = true

    const text = await asked.scrape()

    expect(text).not.toContain('griot_test_depth{')
    expect(text).toContain('griot_metrics_unanswered_total{process="asked"} 1')
    expect(text).toContain('griot_process_start_time_seconds{')
  })
})
