import { ALL_ENDPOINTS, ALL_SCHEMAS } from '@griot/contracts/all-endpoints'
import type { Endpoint } from '@griot/contracts/endpoint'
import { ErrorBody } from '@griot/contracts/errors'
import { AUDIO_TYPES } from '@griot/contracts/media/audio-types'
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'

/** Increased by changes that clients must follow. Additions do not count. */
const VERSION = '1.0.0'

const descriptionOf = (productName: string) => `
The pages of ${productName} use only these endpoints.

**Signing in.** Open [/api/login](/api/login?returnTo=/api/docs) in this browser. The session is a cookie, so a signed-in
user can try every endpoint on this page. These requests are real. Programs must store the cookie themselves.
A request that changes data must come from our own pages, or from a program that sends neither \`Origin\` nor
\`Sec-Fetch-Site\`.

**Users.** \`me\` is the signed-in user wherever a path or a body contains a user id. Ids of other users are rejected.

**Lists** are arrays. If there are more entries, the header \`Link: <…>; rel="next"\` contains the address of the next
page. Its \`cursor\` is opaque. \`limit\` is the number of entries in a page.

**Conditional requests.** If a response has an \`ETag\`, send it in \`If-None-Match\`. The status is 304 if nothing has
changed.

**Errors** have the schema \`ErrorBody\`: \`code\` is stable and for programs, \`message\` is for users, and
\`fields\` names invalid input. \`requestId\`, also in \`X-Request-Id\`, identifies the request in our logs.
`

/** Describes all endpoints in OpenAPI 3.1. The contracts are the only source. */
export const describeApi = (productName: string): oas31.OpenAPIObject => {
  const paths: ZodOpenApiPathsObject = {}
  for (const [tag, endpoints] of Object.entries(ALL_ENDPOINTS)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(name, endpoint, tag) }
    }
  }
  const session = {
    ...({ type: 'apiKey', in: 'cookie', name: 'griot_session' } as const),
    description: 'Set by the sign-in. Over https its name is `__Host-griot_session`.',
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title: `${productName} API`, version: VERSION, description: descriptionOf(productName).trim() },
      servers: [{ url: '/' }],
      tags: Object.keys(ALL_ENDPOINTS).map((name) => ({ name })),
      paths,
      components: { schemas: ALL_SCHEMAS, responses: ERRORS, headers: HEADERS, securitySchemes: { session } },
    },
    { override: simplify, allowEmptySchema: { unknown: true } },
  )
}

const simplify: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  // The format implies the pattern.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // Responses may get new fields. Only strict schemas, which reject unknown fields, exclude them.
  if (zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall === undefined) {
    delete jsonSchema.additionalProperties
  }
}

/** Describes one endpoint in OpenAPI. `name` becomes the operation id. */
const describeEndpoint = (name: string, endpoint: Endpoint, tag: string): ZodOpenApiOperationObject => {
  const { params, query, access, summary } = endpoint
  const requestBody = bodyOf(endpoint)
  return {
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    tags: [tag],
    summary,
    security: access === 'public' ? [{}, { session: [] }] : [{ session: [] }],
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    parameters: headerParameters(endpoint),
    ...(requestBody && { requestBody }),
    responses: responsesOf(endpoint),
  }
}

const text = (description: string) => ({ description, schema: { type: 'string' } as const })

const HEADERS = {
  Link: text('`<…>; rel="next"`: the next page of the list. Missing on the last page.'),
  'X-Request-Id': text('Identifies this request in our logs.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } as const },
  'Idempotent-Replayed': {
    description: 'This is the response to an earlier request with the same key.',
    schema: { const: 'true' },
  },
}
type HeaderName = keyof typeof HEADERS

const headers = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]))

const errorResponse = (description: string, ...more: HeaderName[]): ZodOpenApiResponseObject => ({
  description,
  headers: headers('X-Request-Id', ...more),
  content: { 'application/json': { schema: ErrorBody } },
})

/** Error responses with the same meaning everywhere, by the name of their component. */
const ERRORS = {
  BadInput: errorResponse('The address or the input is invalid; `fields` names the errors of the input.'),
  SignedOut: errorResponse('There is no session.'),
  NotAllowed: errorResponse('The data belongs to another user, or the request came from a foreign page.'),
  NotFound: errorResponse('Not found, or not visible to this user.'),
  TooSlow: errorResponse('The body did not arrive in time.'),
  TooLarge: errorResponse('The body is longer than 256 kB.'),
  NotJson: errorResponse('The content type of the body is not JSON.'),
  TooOld: errorResponse('The page that sends `X-Mfe` is blocked and must be reloaded.'),
  TooMany: errorResponse('Too many requests.', 'Retry-After'),
  Failed: errorResponse('The server failed. Retry after 503.', 'Retry-After'),
}
type ErrorName = keyof typeof ERRORS

interface HeaderDetails {
  required?: true
  schema?: { maxLength: number } | { pattern: string }
}

const header = (name: string, description: string, more: HeaderDetails = {}) => ({
  ...{ name, in: 'header' as const, description, ...more },
  schema: { type: 'string' as const, ...more.schema },
})

const headerParameters = ({ takesIdempotencyKey, responseType, also, requestHeaders = {} }: Endpoint) => {
  const parameters = Object.entries(requestHeaders).map(([name, { meaning, pattern }]) =>
    header(name, meaning, { required: true, schema: { pattern: pattern.source } }),
  )
  if (takesIdempotencyKey) {
    const text = 'Chosen by the client, the same for every retry. The request then has an effect once.'
    parameters.push(header('Idempotency-Key', text, { schema: { maxLength: 255 } }))
  }
  if (also?.[206]) {
    parameters.push(header('Range', 'One range of bytes, such as `bytes=0-65535`.'))
    parameters.push(header('If-Range', 'The `ETag` of the version that the range belongs to.'))
  }
  if (responseType === 'text/event-stream') {
    parameters.push(header('Last-Event-ID', 'The last received event. Later events are sent first.'))
  }
  return parameters
}

const bodyOf = ({ body, file, fileTypes, requestType }: Endpoint): ZodOpenApiRequestBodyObject | undefined => {
  if (requestType !== undefined) return { required: true, content: { [requestType]: { schema: {} } } }
  if (body !== undefined) return { required: true, content: { 'application/json': { schema: body } } }
  if (file === undefined) return undefined
  const schema: oas31.SchemaObject = {
    type: 'object',
    properties: { [file]: { type: 'string', format: 'binary' } },
    required: [file],
    additionalProperties: false,
  }
  const encoding = { [file]: { contentType: (fileTypes ?? Object.values(AUDIO_TYPES).flat()).join(', ') } }
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } }
}

const responsesOf = (endpoint: Endpoint) => {
  const { status = 200, also = {} } = endpoint
  const responses: Record<string, ZodOpenApiResponseObject | oas31.ReferenceObject> = {
    [status]: success(endpoint, SUCCESS[status]),
  }
  for (const [status, name] of usualErrors(endpoint)) {
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  for (const [status, description] of Object.entries(also)) {
    if (Number(status) >= 400) responses[status] = errorResponse(description)
    else if (Number(status) === 304) responses[status] = { description }
    else responses[status] = success(endpoint, description)
  }
  return responses
}

const SUCCESS = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done, without content.',
  303: 'The browser is redirected to `Location`.',
} as const satisfies Record<NonNullable<Endpoint['status']>, string>

const success = (endpoint: Endpoint, description: string): ZodOpenApiResponseObject => {
  const names: HeaderName[] = ['X-Request-Id']
  if (endpoint.query?.shape.cursor !== undefined) names.push('Link')
  if (endpoint.takesIdempotencyKey) names.push('Idempotent-Replayed')
  const own = Object.entries(endpoint.responseHeaders ?? {}).map(([name, description]) => [name, text(description)])
  const response = { description, headers: { ...headers(...names), ...Object.fromEntries(own) } }
  if (endpoint.status === 204 || endpoint.status === 303 || endpoint.isEmpty) return response
  if (endpoint.responseType !== undefined) return { ...response, content: { [endpoint.responseType]: { schema: {} } } }
  return { ...response, content: { 'application/json': { schema: endpoint.response } } }
}

/** The errors that follow from the shape of an endpoint: one with a body can return 400, for example. */
const usualErrors = (endpoint: Endpoint): [string, ErrorName][] => {
  const { method, path, access, params, body, file, requestType } = endpoint
  const isUserData = path.startsWith('/api/user/:')
  const isWrite = !['GET', 'HEAD'].includes(method)
  const hasBody = body !== undefined || file !== undefined || requestType !== undefined
  const errors: [boolean, string, ErrorName][] = [
    [true, '400', 'BadInput'],
    [access !== 'public', '401', 'SignedOut'],
    [isWrite || isUserData || path.startsWith('/api/admin/'), '403', 'NotAllowed'],
    [(params !== undefined && !isUserData) || access === 'admin', '404', 'NotFound'],
    [hasBody, '408', 'TooSlow'],
    [body !== undefined, '413', 'TooLarge'],
    [body !== undefined, '415', 'NotJson'],
    [true, '426', 'TooOld'],
    [true, '429', 'TooMany'],
    [true, '5XX', 'Failed'],
  ]
  return errors.filter(([applies]) => applies).map(([, status, name]) => [status, name])
}
