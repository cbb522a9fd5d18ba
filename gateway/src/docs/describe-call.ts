import type { Endpoint } from '@griot/contracts/endpoint'
import { AUDIO_TYPES } from '@griot/contracts/media/audio-types'
import type { z } from 'zod'
import type { createJsonSchemas } from './json-schemas.ts'
import { type Answer, type HeaderName, headers, type RefusalName, refusal, text } from './shared-parts.ts'

type Schemas = ReturnType<typeof createJsonSchemas>
type Reference = { $ref: string }

export type PathItem = Record<string, Operation>

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: unknown[]
  requestBody?: unknown
  responses: Record<string, Answer | Reference>
}

/** One call as OpenAPI has it, under its method. */
export const describeCall = (name: string, endpoint: Endpoint, tag: string, schemas: Schemas): PathItem => {
  const parameters = [
    ...parametersIn('path', endpoint.params, schemas),
    ...parametersIn('query', endpoint.query, schemas),
    ...headerParameters(endpoint),
  ]
  const requestBody = bodyOf(endpoint, schemas)
  return {
    [endpoint.method.toLowerCase()]: {
      operationId: name.charAt(0).toLowerCase() + name.slice(1),
      tags: [tag],
      summary: endpoint.summary,
      security: endpoint.access === 'public' ? [{}, { session: [] }] : [{ session: [] }],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(requestBody === undefined ? {} : { requestBody }),
      responses: answersOf(endpoint, schemas),
    },
  }
}

const parametersIn = (place: 'path' | 'query', schema: z.ZodObject | undefined, schemas: Schemas) =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...written } = schemas.write(field as z.ZodType, 'input')
    const isRequired = place === 'path' || !(field as z.ZodType).safeParse(undefined).success
    return { name, in: place, required: isRequired, ...(description ? { description } : {}), schema: written }
  })

const header = (name: string, description: string, maxLength?: number, required = false) => ({
  name,
  in: 'header',
  description,
  ...(required ? { required } : {}),
  schema: { type: 'string', ...(maxLength ? { maxLength } : {}) },
})

const headerParameters = ({ takesIdempotencyKey, answers, also, requestHeaders = {} }: Endpoint) => [
  ...Object.entries(requestHeaders).map(([name, says]) => header(name, says, undefined, true)),
  ...(takesIdempotencyKey
    ? [header('Idempotency-Key', 'Made up by the caller, the same for every try: it is done once.', 255)]
    : []),
  ...(also?.[206] ? [header('Range', 'One range of bytes, such as `bytes=0-65535`.')] : []),
  ...(also?.[206] ? [header('If-Range', 'The `ETag` that the range was chosen for.')] : []),
  ...(answers === 'text/event-stream'
    ? [header('Last-Event-ID', 'The last event that arrived: what came after it is sent first.')]
    : []),
]

const bodyOf = ({ body, file, fileTypes, takes }: Endpoint, schemas: Schemas) => {
  if (takes !== undefined) return { required: true, content: { [takes]: { schema: {} } } }
  if (body !== undefined) {
    return { required: true, content: { 'application/json': { schema: schemas.write(body, 'input') } } }
  }
  if (file === undefined) return undefined
  const schema = {
    type: 'object',
    properties: { [file]: { type: 'string', format: 'binary' } },
    required: [file],
    additionalProperties: false,
  }
  const encoding = { [file]: { contentType: (fileTypes ?? Object.values(AUDIO_TYPES).flat()).join(', ') } }
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
}

const answersOf = (endpoint: Endpoint, schemas: Schemas) => {
  const { status = 200, also = {} } = endpoint
  const answers: Record<string, Answer | Reference> = { [status]: success(endpoint, schemas, SAYS[status]) }
  for (const [status, refusal] of usualRefusals(endpoint)) {
    answers[status] = { $ref: `#/components/responses/${refusal}` }
  }
  for (const [status, description] of Object.entries(also)) {
    if (Number(status) >= 400) answers[status] = refusal(schemas, description)
    else if (Number(status) === 304) answers[status] = { description }
    else answers[status] = success(endpoint, schemas, description)
  }
  return answers
}

const SAYS = {
  200: 'Done.',
  201: 'Created.',
  202: 'Taken on.',
  204: 'Done; there is nothing to say.',
  303: 'The browser goes where `Location` says.',
} as const satisfies Record<NonNullable<Endpoint['status']>, string>

const success = (endpoint: Endpoint, schemas: Schemas, description: string): Answer => {
  const names: HeaderName[] = ['X-Request-Id']
  if (endpoint.query?.shape.cursor !== undefined) names.push('Link')
  if (endpoint.takesIdempotencyKey) names.push('Idempotent-Replayed')
  const own = Object.entries(endpoint.responseHeaders ?? {}).map(([name, says]) => [name, text(says)])
  const answer = { description, headers: { ...headers(...names), ...Object.fromEntries(own) } }
  if (endpoint.status === 204 || endpoint.status === 303 || endpoint.isEmpty) return answer
  if (endpoint.answers !== undefined) return { ...answer, content: { [endpoint.answers]: { schema: {} } } }
  return { ...answer, content: { 'application/json': { schema: schemas.write(endpoint.response, 'output') } } }
}

/** What follows from the shape of a call: whoever takes a body can be sent a bad one. */
const usualRefusals = (endpoint: Endpoint): [string, RefusalName][] => {
  const { method, path, access, params, query, body, file } = endpoint
  const isAboutAPerson = path.startsWith('/api/user/:')
  const refusals: [boolean, string, RefusalName][] = [
    [query !== undefined || body !== undefined || file !== undefined, '400', 'BadInput'],
    [access !== 'public', '401', 'SignedOut'],
    [!['GET', 'HEAD'].includes(method) || isAboutAPerson, '403', 'NotAllowed'],
    [(params !== undefined && !isAboutAPerson) || access === 'admin', '404', 'NotFound'],
    [body !== undefined, '413', 'TooLarge'],
    [body !== undefined, '415', 'NotJson'],
    [true, '429', 'TooMany'],
    [true, 'default', 'Failed'],
  ]
  return refusals.filter(([applies]) => applies).map(([, status, name]) => [status, name])
}
