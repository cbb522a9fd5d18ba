import { QUEUE_BOARD_PATH } from '@griot/contracts/queue'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, openHarness } from '../testing/harness.ts'

const admin = person({ roles: ['admin'] })
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const get = (path = '', who: typeof admin | null = admin, method = 'GET') =>
  harness.service.as(who).fetch(`${QUEUE_BOARD_PATH}${path}`, { method })

describe('the queue board', () => {
  it('loads everything from this origin, with all values filled in', async () => {
    for (const path of ['', '/', '/queue/media']) {
      const response = await get(path)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(html).not.toMatch(/<%|(?:src|href)="(?:https?:)?\/\//)
      expect(html).toContain(`<base href="${QUEUE_BOARD_PATH}/" />`)
      const parts = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, part]) => part ?? '')
      expect(parts.length).toBeGreaterThan(3)
      for (const part of parts) {
        const response = await get(`/${part}`)
        expect(response.status, part).toBe(200)
        // One script is a web worker, which is subject to the policy of its own response.
        expect(response.headers.get('content-security-policy'), part).toContain("script-src 'self';")
      }
    }
  })

  it('shows the queue', async () => {
    const response = await get('/api/queues')
    expect(await response.json()).toMatchObject({
      queues: [
        { name: 'media', readOnlyMode: true },
        { name: 'media-long', readOnlyMode: true },
        { name: 'catalog-feeds', readOnlyMode: true },
      ],
    })
  })

  it('is read-only and for admins only', async () => {
    for (const path of ['', '/api/queues', '/static/favicon.ico']) {
      expect((await get(path, person())).status).toBe(404)
      expect((await get(path, null)).status).toBe(401)
    }
    expect((await get('/api/queues/media/pause', admin, 'PUT')).status).toBe(405)
    expect((await get('/api/queues/media/pause')).status).toBe(404)
  })

  it('serves no files outside its folder', async () => {
    for (const path of [
      '/static/../index.ejs',
      '/static/%2e%2e/index.ejs',
      '/static/../../package.json',
      '/elsewhere',
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
  })
})
