import { get, type ResponseOf } from '@griot/contracts/endpoint'
import { GetPointsRules } from '@griot/contracts/points'
import { afterEach, expect, expectTypeOf, it, vi } from 'vitest'
import { call, setHttp } from './http.ts'
import { createTestShell } from './testing/render-screen.ts'
import { stubApi } from './testing/stub-api.ts'

afterEach(() => vi.unstubAllGlobals())

it('calls through the first module until its signal aborts', async () => {
  stubApi({ 'GET /api/points/rules': 'without shell' })
  const testShell = (answer: string) => {
    const { api, dispose } = createTestShell()
    return { api: { ...api, http: { ...api.http, call: vi.fn().mockResolvedValue(answer) } }, dispose }
  }
  const first = testShell('first')
  const second = testShell('second')

  const responses = [await call(GetPointsRules, {})]
  setHttp(first.api)
  // In a shell that bundles its modules, the first one stays.
  setHttp(second.api)
  responses.push(await call(GetPointsRules, {}))
  first.dispose()
  setHttp(second.api)
  responses.push(await call(GetPointsRules, {}))

  expect(responses).toEqual(['without shell', 'first', 'second'])
  second.dispose()
  // Other tests share this file.
  setHttp(createTestShell().api)
})

it('calls the service of a module with the types of its endpoint', async () => {
  const GetTop = get('/api/x/charts/top', 'public', {
    summary: 'Returns the charts',
    response: GetPointsRules.response,
  })
  stubApi({ 'GET /api/x/charts/top': { startBonus: 7 } })

  const top = await call(GetTop, {})

  expectTypeOf(top).toEqualTypeOf<ResponseOf<typeof GetPointsRules>>()
  expect(top).toEqual({ startBonus: 7 })
})
