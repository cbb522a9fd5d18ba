import { GetPointsRules } from '@griot/contracts/points'
import { afterEach, expect, it, vi } from 'vitest'
import { askAs, call } from './http.ts'
import { createTestShell } from './testing/render-screen.ts'
import { stubApi } from './testing/stub-api.ts'

afterEach(() => vi.unstubAllGlobals())

it('asks in the name of the living version of a module', async () => {
  stubApi({ 'GET /api/points/rules': 'from anybody' })
  const named = (answer: string) => {
    const { api, dispose } = createTestShell()
    return { api: { ...api, http: { ...api.http, call: vi.fn().mockResolvedValue(answer) } }, dispose }
  }
  const first = named('from the first')
  const second = named('from the second')

  const asked = [await call(GetPointsRules, {})]
  askAs(first.api)
  // As in a shell that holds its modules itself: what came first stays.
  askAs(second.api)
  asked.push(await call(GetPointsRules, {}))
  first.dispose()
  askAs(second.api)
  asked.push(await call(GetPointsRules, {}))

  expect(asked).toEqual(['from anybody', 'from the first', 'from the second'])
  second.dispose()
  // Other tests share this copy of the file.
  askAs(createTestShell().api)
})
