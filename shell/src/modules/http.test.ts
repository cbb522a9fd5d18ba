import { GetPointsRules } from '@griot/contracts/points'
import { SaveProfile } from '@griot/contracts/profile'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHttp } from './http.ts'

const RULES = 'GET /api/points/rules'
const ME = { params: { id: 'me' } } as const
const PROFILE = { displayName: null, hidePoints: false, shownBadges: [] }
const NAME = { headers: { 'x-mfe': 'rewards@0.1.0-g00000001' } }

/** A response that the test sends, unless the request is aborted. */
const answerLater = () => {
  let answer = () => {}
  const asked = new Promise<void>((isAsked) => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      isAsked()
      return new Promise<Response>((resolve, reject) => {
        answer = () => resolve(Response.json({}))
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    })
  })
  return { asked, answer: () => answer() }
}

describe('requests of a module', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('name the module and its version', async () => {
    const api = stubApi({ [RULES]: {}, 'GET /api/media/7/peaks': 'bytes' })
    const { http } = setUp()

    await http.call(GetPointsRules, {}, { headers: { 'idempotency-key': '7' } })
    await http.fetch('/api/media/7/peaks', { credentials: 'include' })

    expect(await http.callForPage(GetPointsRules, {})).toMatchObject({ next: null })

    expect(api.calls).toMatchObject([{ headers: { 'idempotency-key': '7', ...NAME.headers } }, NAME, NAME])
    expect(http.headers).toEqual(NAME.headers)
  })

  it('fail like others, and report status 503', async () => {
    stubApi({ [RULES]: () => failure(503, 'Unavailable.') })
    const { http, noticed } = setUp()

    await expect(http.call(GetPointsRules, {})).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      sentence: 'Unavailable.',
    })
    expect(noticed).toHaveBeenCalledExactlyOnceWith(503)
  })

  it('do not report a status 404', async () => {
    stubApi({})
    const { http, noticed } = setUp()

    await expect(http.call(GetPointsRules, {})).rejects.toMatchObject({ status: 404 })
    expect(noticed).not.toHaveBeenCalled()
  })

  it('abort reads when the module is disposed, and start no others', async () => {
    const { asked } = answerLater()
    const { http, end } = setUp()
    const rules = http.call(GetPointsRules, {})
    await asked

    end()

    await expect(rules).rejects.toMatchObject({ name: 'AbortError' })
    await expect(http.call(SaveProfile, { ...ME, body: PROFILE })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('complete a write that was sent before the module was disposed', async () => {
    const { asked, answer } = answerLater()
    const { http, end } = setUp()
    const saved = http.call(SaveProfile, { ...ME, body: PROFILE })
    await asked

    end()
    answer()

    await expect(saved).resolves.toEqual({})
  })

  it('complete a shared read without naming the disposed module', async () => {
    const api = stubApi({ [RULES]: {} })
    const { http, end } = setUp()
    end()

    await http.call(GetPointsRules, {}, { signal: new AbortController().signal })

    expect(api.calls[0]?.headers).not.toHaveProperty('x-mfe')
  })

  const setUp = () => {
    const abort = new AbortController()
    const noticed = vi.fn()
    const http = createHttp({ module: 'rewards', version: '0.1.0-g00000001', signal: abort.signal, notice: noticed })
    return { http, noticed, end: () => abort.abort() }
  }
})
