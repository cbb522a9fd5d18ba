import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

const TOKEN = 'a-token-for-metrics-of-tests'
let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ METRICS_TOKEN: TOKEN, ADMIN_EMAILS: 'boss@example.org' })
  harness.services.media = (incoming, response) => {
    incoming.resume()
    response.end(incoming.url === '/metrics' ? 'griot_from_media 1\n' : '{}')
  }
})
afterAll(() => harness.close())

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: harness.port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
      .on('error', reject)
      .end()
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('GET /metrics', () => {
  it('returns 404 without the token of the configuration', async () => {
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/metrics', bearer('another-token-of-that-length'))).status).toBe(404)
    expect((await ask('/metrics/media', bearer(''))).status).toBe(404)
    const listener = harness.browser()
    await listener.signIn({ email: 'ama@example.org' })
    expect((await listener.request('/metrics')).status).toBe(404)
  })

  it('sends the metrics for the token, under any host name', async () => {
    const { status, text } = await ask('/metrics', { ...bearer(TOKEN), host: '10.1.2.3:8080' })

    expect(status).toBe(200)
    expect(text).toContain('griot_http_request_seconds_bucket{')
    expect(text).toContain('griot_process_resident_memory_bytes{process="gateway"}')
  })

  it('labels requests with their route, never with their path', async () => {
    const browser = harness.browser()
    await browser.request('/api/podcast/3f0d6c0e-0a3b-4a8c-8e0e-6f1d5a0b7c11')
    await browser.request('/api/nothing-here')
    await browser.request('/some/page/that/is/absent')

    const { text } = await ask('/metrics', bearer(TOKEN))

    expect(text).toMatch(/_count\{process="gateway",method="GET",route="\/api\/podcast",kind="short",status="200"\} 1/)
    expect(text).toMatch(/_count\{process="gateway",method="any",route="none",kind="short",status="404"\} 1/)
    expect(text).toMatch(/route="pages"/)
    expect(text).not.toMatch(/3f0d6c0e|nothing-here|absent/)
  })

  it('sends the metrics of the processes behind it', async () => {
    expect((await ask('/metrics/media', bearer(TOKEN))).text).toBe('griot_from_media 1\n')
    // Not configured in this test.
    expect((await ask('/metrics/media-worker', bearer(TOKEN))).status).toBe(404)
    for (const path of ['/metrics/toString', '/metrics/media/healthz', '/metrics/%2e%2e']) {
      expect((await ask(path, bearer(TOKEN))).status).toBe(404)
    }
  })

  it('lists the processes behind it for Prometheus', async () => {
    const { status, text } = await ask('/metrics/targets', { ...bearer(TOKEN), host: 'griot.internal:8080' })

    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual(
      ['catalog', 'listening-points', 'media'].map((name) => ({
        targets: ['griot.internal:8080'],
        labels: { job: `griot-${name}`, __metrics_path__: `/metrics/${name}` },
      })),
    )
    expect((await ask('/metrics/targets', bearer('another-token-of-that-length'))).status).toBe(404)
  })

  it('sends the metrics to an admin in the browser', async () => {
    const admin = harness.browser()
    await admin.signIn({ email: 'boss@example.org' })

    const response = await admin.request('/metrics')

    expect(response.status).toBe(200)
  })
})
