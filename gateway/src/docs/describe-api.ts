import { ALL_ENDPOINTS } from '@griot/contracts/all-endpoints'
import { describeCall, type PathItem } from './describe-call.ts'
import { createJsonSchemas, type JsonSchema } from './json-schemas.ts'
import { type Answer, HEADERS, refusals, SESSION } from './shared-parts.ts'

/** Counts what callers would have to change for; adding is no change. */
const VERSION = '1.0.0'

const about = (productName: string) => `
Everything that the pages of ${productName} do, they do by these calls.

**Signing in.** Go to [/api/login](/api/login?returnTo=/api/docs) in this browser: the session is a cookie, so whoever
is signed in here can try every call on this page, as themselves and for real. Programs keep the cookie themselves.
A call that changes something must come from our own pages, or from a program that sends neither \`Origin\` nor
\`Sec-Fetch-Site\`.

**People.** \`me\` stands for the caller wherever a path or a body names a person. Other people's ids are refused.

**Lists** are arrays. When there is more, a \`Link: <…>; rel="next"\` header holds the address of the next page; its
\`cursor\` means nothing but that place. \`limit\` says how many.

**Versions of an answer.** An answer with an \`ETag\` is answered 304 to whoever sends it back in \`If-None-Match\`.

**Failures** have one shape, \`ErrorBody\`: \`code\` is for programs and stays, \`message\` is for people,
\`fields\` names what is wrong with the input. \`requestId\`, also in \`X-Request-Id\`, is what we find it by.
`

/** An OpenAPI document, as far as ours goes. */
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    headers: Record<string, unknown>
    securitySchemes: Record<string, unknown>
  }
}

/** The description of every call, in OpenAPI 3.1. It says what the contracts say and nothing else. */
export const describeApi = (productName: string): ApiDescription => {
  const schemas = createJsonSchemas()
  const paths: Record<string, PathItem> = {}
  for (const [tag, endpoints] of Object.entries(ALL_ENDPOINTS)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], ...describeCall(name, endpoint, tag, schemas) }
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${productName} API`, version: VERSION, description: about(productName).trim() },
    servers: [{ url: '/' }],
    tags: Object.keys(ALL_ENDPOINTS).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.named(),
      responses: refusals(schemas),
      headers: HEADERS,
      securitySchemes: { session: SESSION },
    },
  }
}
