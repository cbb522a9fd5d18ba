import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

describe('sessions', () => {
  it('are found correctly for concurrent requests, some with unknown cookies', async () => {
    const people = await Promise.all(
      ['abena@example.org', 'yaw@example.org'].map(async (email) => {
        const one = harness.browser()
        await one.signIn({ email })
        return { email, one }
      }),
    )
    const stranger = () => {
      const one = harness.browser()
      one.cookies.set('griot_session', randomBytes(32).toString('base64url'))
      return { email: undefined, one }
    }
    const asking = [...people, ...Array.from({ length: 50 }, stranger)].map(async ({ email, one }) => {
      const { text } = await one.request('/api/auth/user')
      return [email, (JSON.parse(text) as { email?: string }).email]
    })
    for (const [expected, found] of await Promise.all(asking)) expect(found).toBe(expected)
  })
})
