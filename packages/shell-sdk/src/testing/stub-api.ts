import { vi } from 'vitest'

interface ApiCall {
  method: string
  /** With its query. */
  path: string
  body: unknown
  headers: Record<string, string>
}

/** An answer, or a function of the call; a `Response` is answered as it is. */
type Answer = unknown | ((call: ApiCall) => unknown)

/**
 * Stands in for the network, which screens do not have in jsdom: answers by `'GET /api/podcasts'` (a row may name the
 * query to be more exact). What is not listed is answered 404, as the gateway would. Answers the calls that were made.
 */
export const stubApi = (answers: Record<string, Answer>) => {
  const calls: ApiCall[] = []
  const answerFor = (made: ApiCall) => {
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
    const answer = await answerFor(made)
    if (answer instanceof Response) return answer
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  })
  return { calls, callsOf: (method: string) => calls.filter((made) => made.method === method) }
}

/** An answer that is not ok, in the shape that every service uses. */
export const failure = (status: number, message: string, fields?: Record<string, string>) =>
  Response.json({ code: 'test.failure', message, requestId: 'test', ...(fields && { fields }) }, { status })
