import { vi } from 'vitest'

interface ApiCall {
  method: string
  /** With its query string. */
  path: string
  body: unknown
  headers: Record<string, string>
}

/** A response body, a `Response`, or a function of the call that returns one of them. */
type Answer = unknown | ((call: ApiCall) => unknown)

/**
 * Replaces `fetch` by responses with keys such as `'GET /api/podcasts'`, with or without a query string. Other requests get
 * 404. Returns the calls.
 */
export const stubApi = (answers: Record<string, Answer>) => {
  const calls: ApiCall[] = []
  const respond = (made: ApiCall) => {
    const exact = `${made.method} ${made.path}`
    const row = exact in answers ? exact : `${made.method} ${made.path.split('?')[0]}`
    if (!(row in answers)) return failure(404, 'There is nothing here.')
    const answer = answers[row]
    return typeof answer === 'function' ? (answer as (call: ApiCall) => unknown)(made) : answer
  }

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const headers = Object.fromEntries(new Headers(init.headers))
    const made: ApiCall = { method: init.method ?? 'GET', path: input, body, headers }
    calls.push(made)
    const answer = await respond(made)
    if (answer instanceof Response) return answer
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  })
  return { calls, callsOf: (method: string) => calls.filter((made) => made.method === method) }
}

/** An error response in the format of our services. */
export const failure = (status: number, message: string, fields?: Record<string, string>) =>
  Response.json({ code: 'test.failure', message, requestId: 'test', ...(fields && { fields }) }, { status })
