import { GetPointsRules } from '@griot/contracts/points'
import { SaveProfile } from '@griot/contracts/profile'
import { failure, stubApi } from '@griot/shell-sdk/testing/stub-api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHttp } from './http.ts'

const RULES = 'GET /api/points/rules'
const ME = { params: { id: 'me' } } as const
const NOBODY = { displayName: null, hidePoints: false, shownBadges: [] }
const NAME = { headers: { 'x-mfe': 'rewards@0.1.0-g00000001' } }

/** An answer that comes when the test says so, and never to somebody who has gone. */
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

describe('the API in the name of a module', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is told which version asks, whatever else the request says', async () => {
    const api = stubApi({ [RULES]: {}, 'GET /api/media/7/peaks': 'bytes' })
    const { http } = given()

    await http.call(GetPointsRules, {}, { headers: { 'idempotency-key': '7' } })
    await http.fetch('/api/media/7/peaks', { credentials: 'include' })

    expect(await http.callForPage(GetPointsRules, {})).toMatchObject({ next: null })

    expect(api.calls).toMatchObject([{ headers: { 'idempotency-key': '7', ...NAME.headers } }, NAME, NAME])
    expect(http.headers).toEqual(NAME.headers)
  })

  it('answers and fails as it does for everybody', async () => {
    stubApi({ [RULES]: () => failure(503, 'Away.') })
    const { http, noticed } = given()

    await expect(http.call(GetPointsRules, {})).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      sentence: 'Away.',
    })
    expect(noticed).toHaveBeenCalledExactlyOnceWith(503)
  })

  it('keeps to itself what is the caller’s own mistake', async () => {
    stubApi({})
    const { http, noticed } = given()

    await expect(http.call(GetPointsRules, {})).rejects.toMatchObject({ status: 404 })
    expect(noticed).not.toHaveBeenCalled()
  })

  it('stops what a module asks when it ends, and begins nothing more', async () => {
    const { asked } = answerLater()
    const { http, end } = given()
    const rules = http.call(GetPointsRules, {})
    await asked

    end()

    await expect(rules).rejects.toMatchObject({ name: 'AbortError' })
    await expect(http.call(SaveProfile, { ...ME, body: NOBODY })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('lets arrive what a module has begun to change', async () => {
    const { asked, answer } = answerLater()
    const { http, end } = given()
    const saved = http.call(SaveProfile, { ...ME, body: NOBODY })
    await asked

    end()
    answer()

    await expect(saved).resolves.toEqual({})
  })

  it('goes on with a read that others wait for, in nobody’s name', async () => {
    const api = stubApi({ [RULES]: {} })
    const { http, end } = given()
    end()

    await http.call(GetPointsRules, {}, { signal: new AbortController().signal })

    expect(api.calls[0]?.headers).not.toHaveProperty('x-mfe')
  })

  const given = () => {
    const abort = new AbortController()
    const noticed = vi.fn()
    const http = createHttp({ module: 'rewards', version: '0.1.0-g00000001', signal: abort.signal, notice: noticed })
    return { http, noticed, end: () => abort.abort() }
  }
})
