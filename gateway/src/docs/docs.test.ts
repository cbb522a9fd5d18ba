import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { oas31 } from 'zod-openapi'
import { type Harness, startHarness } from '../testing/harness.ts'

const SERVICES = fileURLToPath(new URL('../../../services/', import.meta.url))

let harness: Harness
type Operation = oas31.OperationObject & { operationId: string; tags: string[]; responses: object }
type Description = oas31.OpenAPIObject & {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
let description: Description

beforeAll(async () => {
  harness = await startHarness({ PRODUCT_NAME: 'Griot & <Co>' })
  const response = await harness.browser().request('/api/openapi.json')
  description = JSON.parse(response.text)
})
afterAll(() => harness.close())

const operation = (method: string, path: string): Operation => {
  const found = description.paths[path]?.[method]
  if (found === undefined) throw new Error(`${method} ${path} is not described`)
  return found
}

describe('GET /api/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document, without a session', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(description) as never)

    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('has only valid JSON Schemas, without unresolved references', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false })
    ajv.addVocabulary(['components'])
    const { schemas, ...others } = description.components
    const written = [...schemasIn(description.paths), ...schemasIn(others), ...Object.values(schemas)]

    expect(written.length).toBeGreaterThan(100)
    for (const schema of written) {
      const check = () => ajv.compile({ ...schema, components: { schemas } })
      expect(check).not.toThrow()
    }
  })

  it('refers only to headers and responses that exist', () => {
    const references = JSON.stringify(description).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)
    const components = description.components as unknown as Record<string, Record<string, unknown>>

    for (const [, kind = '', name = ''] of references) expect(components[kind]).toHaveProperty(name)
  })

  it('gives every operation a unique id', () => {
    const names = Object.values(description.paths).flatMap((item) =>
      Object.values(item).map((call) => call.operationId),
    )

    expect(new Set(names).size).toBe(names.length)
  })

  it('describes access, pagination and errors', () => {
    const { parameters, security, responses } = operation('get', '/api/user/{id}/points-history')

    expect(security).toEqual([{ session: [] }])
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path', required: true }))
    const cursor = parameters?.find((parameter) => 'name' in parameter && parameter.name === 'cursor')
    expect(cursor).toMatchObject({ in: 'query' })
    expect(cursor).not.toHaveProperty('required', true)
    expect(responses['200']).toMatchObject({
      headers: { Link: { $ref: '#/components/headers/Link' } },
      content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/PointsHistoryEntry' } } } },
    })
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '426', '429', '5XX'])
    expect(operation('get', '/api/podcasts').security).toContainEqual({})
  })

  it('distinguishes the request from the response', () => {
    const { requestBody, parameters, responses } = operation('post', '/api/tip')

    expect(parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }))
    expect(requestBody).toMatchObject({
      content: { 'application/json': { schema: { required: ['receiverId', 'podcastId', 'amount'] } } },
    })
    expect(responses).toHaveProperty('201.content')
    expect(responses).toHaveProperty('422.content')
  })

  it('describes a form, an event stream, audio and a redirect', () => {
    expect(operation('post', '/api/media/upload').requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { required: ['audio'] },
          encoding: { audio: { contentType: expect.stringContaining('audio/mpeg') } },
        },
      },
    })
    expect(operation('post', '/api/podcast/{id}/cover').requestBody).toMatchObject({
      content: { 'multipart/form-data': { encoding: { cover: { contentType: 'image/jpeg, image/png, image/webp' } } } },
    })
    expect(operation('get', '/api/media/events').responses).toHaveProperty(['200', 'content', 'text/event-stream'])
    expect(operation('get', '/api/media/{id}/stream').responses).toHaveProperty(['206', 'content', 'audio/*'])
    expect(operation('get', '/api/login').responses).toHaveProperty('303')
  })

  it('is not sent again to a client that has cached it', async () => {
    const browser = harness.browser()
    const first = await browser.request('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    const etag = String(first.headers.etag)
    const again = await browser.request('/api/openapi.json', {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': etag },
    })

    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=60' })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
  })
})

describe('the operations', () => {
  it.each(routesOfServices())('include %s in %s', (name) => {
    const operationId = name.charAt(0).toLowerCase() + name.slice(1)
    const calls = Object.values(description.paths).flatMap((item) => Object.values(item))

    expect(calls.map((call) => call.operationId)).toContain(operationId)
  })

  it('include no others, except those that the gateway implements itself', () => {
    const ours = ['Account', 'Audit', 'Description', 'Overview', 'People']
    const calls = Object.values(description.paths).flatMap((item) => Object.values(item))
    const theirs = calls.filter(({ tags }) => !ours.includes(tags[0] ?? '')).map((call) => call.operationId)
    const sources = serviceSources().map((file) => readFileSync(SERVICES + file, 'utf8'))
    // Imported by the file of a route and used there.
    const isUsed = (id: string) => {
      const name = new RegExp(`\\b${id.charAt(0).toUpperCase()}${id.slice(1)}\\b`, 'g')
      return sources.some((source) => (source.match(name)?.length ?? 0) > 1)
    }

    expect(theirs.filter((id) => !isUsed(id))).toEqual([])
  })
})

describe('GET /api/docs', () => {
  it('sends a page that loads only files of our origin', async () => {
    const { status, headers, text } = await harness.browser().request('/api/docs')

    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('<title>API · Griot &#38; &#60;Co&#62;</title>')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:/)
    expect(text).not.toMatch(/<script>|style=|<style|https?:/)
  })

  it('sends every file of the page, compressed or not', async () => {
    const browser = harness.browser()
    const { text } = await browser.request('/api/docs')
    const files = [...text.matchAll(/(?:href|src)="(\/api\/docs\/[^"]+)"/g)].map(([, file]) => String(file))

    expect(files).toHaveLength(3)
    for (const file of files) {
      const packed = await browser.request(file, { headers: { 'accept-encoding': 'gzip' } })
      const plain = await browser.request(file)

      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.headers['content-type']).toMatch(file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
      expect(plain.text.length).toBeGreaterThan(100)
      expect(plain.headers.etag).not.toBe(packed.headers.etag)
    }
  })

  it.each(['/api/docs/', '/api/docs/index.html', '/api/docs/constructor', '/api/docs/configuration.js/x'])(
    'returns 404 for %s',
    async (path) => {
      expect((await harness.browser().request(path)).status).toBe(404)
    },
  )

  it.each([
    ['HEAD', '/api/docs', 200],
    ['HEAD', '/api/openapi.json', 200],
    ['POST', '/api/docs', 405],
    ['DELETE', '/api/openapi.json', 405],
  ])('responds to %s %s with %i', async (method, path, status) => {
    const response = await harness.browser().request(path, { method })

    expect(response.status).toBe(status)
    if (method === 'HEAD') expect(response.text).toBe('')
  })
})

// The queue board is a set of HTML pages and no part of the API.
const NOT_API = /\/testing\/|\.test\.ts$|^media\/src\/board\//

function serviceSources() {
  const files = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /^[\w-]+\/src\/.*\.ts$/.test(file) && !NOT_API.test(file))
}

/**
 * The name and the file of every public endpoint that a service has a route for, read from the sources. The gateway has no
 * route to those of service-kit, by which processes call each other.
 */
function routesOfServices(): [name: string, file: string][] {
  return serviceSources().flatMap((file) => {
    const source = readFileSync(SERVICES + file, 'utf8')
    const internal = [...source.matchAll(/import \{([^}]*)\} from '@griot\/service-kit\//g)].join()
    return [...source.matchAll(/(?<!\.)\bon(?:Stream)?\(([A-Z]\w+),/g)].flatMap(([, name = '']): [string, string][] =>
      internal.includes(name) ? [] : [[name, file]],
    )
  })
}

function schemasIn(part: unknown): object[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => (key === 'schema' ? [value as object] : schemasIn(value)))
}
