import { gzipSync } from 'node:zlib'
import type { Endpoint } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log.ts'
import { person } from '../testing/identity.ts'
import { serveForTest, type TestService } from '../testing/service.ts'
import { createApp } from './app.ts'
import { unavailable } from './errors.ts'
import { EncodedResponse } from './responses.ts'
import { on, onStream, type Route } from './route.ts'

const Item = z.object({ id: z.string() })
const ReadItem = {
  method: 'GET',
  path: '/api/listening-history/:id',
  access: 'public',
  summary: '',
  params: z.object({ id: Id }),
  response: Item,
} as const satisfies Endpoint
const ListItems = {
  method: 'GET',
  path: '/api/listening-histories',
  access: 'user',
  summary: '',
  query: z.object({
    color: z.string().optional(),
    limit: z.coerce.number().int().min(1).default(2),
    cursor: z.string().optional(),
  }),
  response: z.array(Item),
} as const satisfies Endpoint
const AddItem = {
  method: 'POST',
  path: '/api/listening-histories',
  access: 'user',
  summary: '',
  body: z.strictObject({ id: z.string().min(1, 'Please name it.'), userId: Id.optional() }),
  response: Item,
  status: 201,
} as const satisfies Endpoint
const RemoveItem = {
  method: 'DELETE',
  path: '/api/listening-history/:id',
  access: 'user',
  summary: '',
  response: z.undefined(),
  status: 204,
} as const satisfies Endpoint
const ClearItems = {
  method: 'POST',
  path: '/api/listening-history/clear',
  access: 'user',
  summary: '',
  response: z.undefined(),
  status: 204,
} as const satisfies Endpoint
const ListOwn = {
  method: 'GET',
  path: '/api/user/:id/items',
  access: 'user',
  summary: '',
  params: z.object({ id: Id }),
  response: Item,
} as const satisfies Endpoint
const Administer = {
  method: 'GET',
  path: '/api/admin-item',
  access: 'admin',
  summary: '',
  response: Item,
} as const satisfies Endpoint
const ReadCached = {
  method: 'GET',
  path: '/api/cached',
  access: 'public',
  summary: '',
  response: Item,
} as const satisfies Endpoint
const Break = {
  method: 'GET',
  path: '/api/break/:how',
  access: 'public',
  summary: '',
  response: Item,
} as const satisfies Endpoint

const DETAIL = 'an internal detail'
const cached = new EncodedResponse(Buffer.from('{"id":"cached"}'), '"v1"')

const routes: Route[] = [
  on(ReadItem, ({ params }) => ({ id: params.id, price: 5 })),
  on(ListItems, ({ nextPage, query }) => {
    nextPage(query.cursor === undefined ? 'a+b' : null)
    return [{ id: String(query.limit) }]
  }),
  on(AddItem, ({ body, setStatus }) => {
    if (body.id === 'known') setStatus(200)
    return { id: body.id }
  }),
  on(RemoveItem, () => undefined),
  on(ClearItems, () => undefined),
  on(ListOwn, ({ params }) => ({ id: params.id })),
  on(Administer, () => ({ id: 'admin-item' })),
  on(ReadCached, () => cached),
  onStream(Break, async (context) => {
    const { how } = context.params as { how: string }
    if (how === 'unavailable') throw unavailable('database')
    if (how === 'response') return on(Break, () => ({ identity: 1 }) as never).handle(context)
    throw Object.assign(new Error(DETAIL), { status: how === 'known' ? 418 : 500 })
  }),
]

let service: TestService
let isReady = true
const lines: string[] = []
const amina = person()
const admin = person({ roles: ['admin'] })

beforeAll(async () => {
  const log = createLog('test', 'error', { write: (line) => void lines.push(line) })
  service = await serveForTest((verify) =>
    createApp({
      routes,
      verify,
      log,
      ready: async () => {
        if (!isReady) throw unavailable('database')
      },
    }),
  )
})
afterAll(() => service.close())

const ask = async (who: Parameters<TestService['as']>[0], path: string, init?: RequestInit) => {
  const response = await service.as(who).fetch(path, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => ask(amina, '/api/listening-histories', { method: 'POST', body, headers })

describe('access', () => {
  it('returns 401 without an identity of the gateway, except for health checks', async () => {
    for (const headers of [{}, { 'x-griot-identity': 'made.up.token' }, { 'x-user-id': amina.id }]) {
      for (const path of ['/api/cached', '/api/listening-histories', '/nowhere']) {
        const response = await fetch(service.url + path, { headers })
        expect([response.status, await response.json()]).toMatchObject([401, { code: 'identity.missing' }])
      }
    }
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })

  it('reports not ready while it stays alive', async () => {
    isReady = false
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    isReady = true
  })

  it('serves public endpoints to everyone and user endpoints to signed-in users', async () => {
    expect(await ask(null, '/api/cached')).toMatchObject({ status: 200 })
    expect(await ask(null, '/api/listening-histories')).toMatchObject({
      status: 401,
      body: { code: 'session.missing' },
    })
    expect(await ask(amina, '/api/listening-histories')).toMatchObject({ status: 200 })
  })

  it('returns 404 on admin endpoints to other users', async () => {
    expect(await ask(null, '/api/admin-item')).toMatchObject({ status: 401 })
    expect(await ask(amina, '/api/admin-item')).toMatchObject({ status: 404, body: { code: 'page.not_found' } })
    expect(await ask(admin, '/api/admin-item')).toMatchObject({ status: 200 })
  })

  it('serves a user’s path to that user only', async () => {
    const known = { status: 200, body: { id: amina.id } }
    expect(await ask(amina, `/api/user/${amina.id}/items`)).toMatchObject(known)
    expect(await ask(amina, `/api/user/${amina.id.toUpperCase()}/items`)).toMatchObject(known)
    expect(await ask(amina, '/api/user/me/items')).toMatchObject(known)
    for (const id of [person().id, 'you', `${amina.id}x`]) {
      expect(await ask(amina, `/api/user/${id}/items`)).toMatchObject({ status: 403, body: { code: 'user.forbidden' } })
    }
    expect(await ask(null, '/api/user/me/items')).toMatchObject({ status: 401 })
  })

  it('refuses a body that names another user', async () => {
    const send = (userId: string) => post(JSON.stringify({ id: 'pot', userId }))
    expect(await send(amina.id)).toMatchObject({ status: 201 })
    expect(await send(amina.id.toUpperCase())).toMatchObject({ status: 201 })
    expect(await send(person().id)).toMatchObject({ status: 403, body: { code: 'user.forbidden' } })
  })
})

describe('request validation', () => {
  it('names every invalid and unknown field', async () => {
    const { status, body } = await post(JSON.stringify({ id: '', userId: 7, color: 'red', lid: true }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'input.invalid', message: expect.any(String) })
    expect(Object.keys(body.fields).sort()).toEqual(['color', 'id', 'lid', 'userId'])
    expect(body.fields.id).toBe('Please name it.')
    expect(await ask(amina, '/api/listening-histories?limit=none')).toMatchObject({
      status: 400,
      body: { fields: { limit: 'Please enter a number.' } },
    })
  })

  it('accepts only an object as a body', async () => {
    for (const body of ['', '{', '{"id":"pot"', '7', '"text"', 'null']) {
      expect([body, await post(body)]).toMatchObject([body, { status: 400, body: { message: expect.any(String) } }])
    }
    expect(await post('[]')).toMatchObject({ status: 400 })
    expect(await post('{"__proto__":{"id":"pot"}}')).toMatchObject({ status: 400 })
  })

  it('accepts only JSON up to the size limit', async () => {
    const json = JSON.stringify({ id: 'pot' })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect(await post(json, { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'body.unsupported_type' },
      })
    }
    const large = JSON.stringify({ id: 'x'.repeat(300 * 1024) })
    expect(await post(large)).toMatchObject({ status: 413, body: { code: 'body.too_large' } })
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect(await post(new Uint8Array(gzipSync(large)), packed)).toMatchObject({ status: 413 })
  })

  it('refuses a body whose compression differs from its header', async () => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const said = { 'content-type': 'application/json', 'content-encoding': encoding }
      expect([encoding, await post('{"id":"pot"}', said)]).toMatchObject([encoding, { status: 400 }])
    }
    const unknown = { 'content-type': 'application/json', 'content-encoding': 'rot13' }
    expect(await post('{"id":"pot"}', unknown)).toMatchObject({ status: 415 })
  })

  it('returns 404 for unknown paths and 405 for other methods', async () => {
    const known = 'f0f0f0f0-0000-4000-8000-000000000000'
    expect(await ask(null, `/api/listening-history/${known}`)).toMatchObject({ status: 200, body: { id: known } })
    for (const id of ['7', 'x'.repeat(200), '%ZZ', '%00', `${known}'--`]) {
      expect([id, await ask(null, `/api/listening-history/${id}`)]).toMatchObject([
        id,
        {
          status: 404,
          body: { code: 'listening_history.not_found', message: 'We could not find that listening history.' },
        },
      ])
    }
    expect(await ask(amina, '/api/unknown')).toMatchObject({ status: 404, body: { code: 'page.not_found' } })
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      expect([method, await ask(amina, '/api/cached', { method })]).toMatchObject([
        method,
        { status: 405, body: { code: 'method.not_allowed' } },
      ])
    }
    // A path without a parameter has no methods of `/api/listening-history/:id`.
    const { status, headers } = await ask(amina, '/api/listening-history/clear')
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('responses', () => {
  it('removes fields that the contract does not name', async () => {
    const { body } = await ask(null, '/api/listening-history/f0f0f0f0-0000-4000-8000-000000000000')
    expect(body).toEqual({ id: 'f0f0f0f0-0000-4000-8000-000000000000' })
  })

  it('has the status of the endpoint, unless the operation sets another', async () => {
    expect(await post('{"id":"new"}')).toMatchObject({ status: 201, body: { id: 'new' } })
    expect(await post('{"id":"known"}')).toMatchObject({ status: 200 })
    expect(await ask(amina, '/api/listening-history/one', { method: 'DELETE' })).toMatchObject({
      status: 204,
      body: undefined,
    })
  })

  it('links to the next page with the same query, and to none after the last page', async () => {
    const { headers } = await ask(amina, '/api/listening-histories?color=red&limit=5')
    const link = headers.get('link') ?? ''
    expect(link).toBe('</api/listening-histories?color=red&limit=5&cursor=a%2Bb>; rel="next"')
    const next = await ask(amina, link.slice(1, link.indexOf('>')))
    expect(next.status).toBe(200)
    expect(next.headers.get('link')).toBeNull()
  })

  it('returns 304 for cached bytes with a known ETag', async () => {
    const first = await ask(null, '/api/cached')
    expect(first.body).toEqual({ id: 'cached' })
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const again = (tag: string) =>
      ask(null, '/api/cached', { headers: { 'if-none-match': tag, 'cache-control': 'no-cache' } })
    for (const tag of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) {
      expect([tag, await again(tag)]).toMatchObject([tag, { status: 304, body: undefined }])
    }
    expect(await again('"v0"')).toMatchObject({ status: 200 })
  })

  it('uses the request id of the header, or creates one', async () => {
    const given = await ask(null, '/api/unknown', { headers: { 'x-request-id': 'abc-1' } })
    expect([given.headers.get('x-request-id'), given.body.requestId]).toEqual(['abc-1', 'abc-1'])
    const made = await ask(null, '/api/unknown')
    expect(made.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.headers.get('x-request-id')).toBe(made.body.requestId)
  })

  it('hides internal errors from the response and logs them', async () => {
    lines.length = 0
    for (const how of ['inside', 'response']) {
      const { status, body } = await ask(null, `/api/break/${how}`, { headers: { 'x-request-id': how } })
      expect(status).toBe(500)
      expect(body).toEqual({ code: 'server.failed', message: expect.any(String), requestId: how })
    }
    expect(lines.join('')).toContain(DETAIL)
    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['inside', 'response'])

    expect(await ask(null, '/api/break/known')).toMatchObject({ status: 418, body: { code: 'request.refused' } })
    const response = await ask(null, '/api/break/unavailable')
    expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([
      503,
      'database.unavailable',
      '2',
    ])
  })
})
