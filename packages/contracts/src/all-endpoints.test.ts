import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_ENDPOINTS, ALL_SCHEMAS } from './all-endpoints.ts'
import type { Endpoint } from './endpoint.ts'

const LISTS = ['all-endpoints.ts', 'without-schemas.ts']
const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !LISTS.includes(name),
)
const contracts = new Map<string, Record<string, unknown>>()
for (const name of files) contracts.set(name, await import(new URL(name, import.meta.url).href))
const exportedFrom = (names: readonly string[]) => names.flatMap((name) => Object.entries(contracts.get(name) ?? {}))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const listed = Object.values(ALL_ENDPOINTS).flatMap((group) => Object.entries(group))

describe('the list of endpoints', () => {
  it.each(exportedFrom(files).filter(([, value]) => isEndpoint(value)))(
    'contains %s under its name',
    (name, endpoint) => {
      expect(listed.filter(([, value]) => value === endpoint)).toEqual([[name, endpoint]])
    },
  )

  it('contains each method and path once', () => {
    const addresses = listed.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':x')}`)

    expect(new Set(addresses).size).toBe(listed.length)
  })

  it.each(listed)('has a response schema for %s exactly if the response is JSON', (_, endpoint) => {
    const { response, responseType, isEmpty, status = 200 } = endpoint
    const isJson = responseType === undefined && !isEmpty && ![204, 303].includes(status)

    expect(!(response instanceof z.ZodUnknown)).toBe(isJson)
  })
})

describe('the list of schemas', () => {
  // Schemas of parameters are described inline, and the registry has no API description.
  const unnamed = ['UserParams', 'IdParams', 'Confirmation']
  const schemas = exportedFrom(files.filter((name) => !name.startsWith('module'))).filter(
    ([name, value]) => value instanceof z.ZodObject && !unnamed.includes(name),
  )

  it.each(schemas)('contains %s under its name', (name, schema) => {
    expect(ALL_SCHEMAS[name]).toBe(schema)
  })
})
