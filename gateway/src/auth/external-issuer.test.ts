import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'
import { startIssuer } from '../testing/issuer.ts'

let harness: Harness
let issuer: Awaited<ReturnType<typeof startIssuer>>
const agent = new Agent()

beforeAll(async () => {
  issuer = await startIssuer()
  harness = await startHarness({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'griot',
    OIDC_CLIENT_SECRET: 'secret',
    ADMIN_EMAILS: 'root@example.org',
    RATE_LIMITS: 'off',
  })
  issuer.allow(`http://127.0.0.1:${harness.port}/api/callback`)
})
afterAll(async () => {
  await agent.destroy()
  await harness.close()
  await issuer.close()
})

/** Signs in with separate cookies for both hosts and returns the current user. */
const signIn = async () => {
  const browser = harness.browser()
  const jar = new Map<string, string>()
  let target = (await browser.request('/api/login')).headers.location ?? ''
  while (target.startsWith(issuer.issuer)) {
    const response = await request(target, {
      dispatcher: agent,
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    await response.body.dump()
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    target = new URL(String(response.headers.location), target).href
  }
  const finished = await browser.request(target)
  const user = await browser.request('/api/auth/user')
  return { status: finished.status, user: user.status === 200 ? JSON.parse(user.text) : null }
}

describe('signing in through another OpenID provider', () => {
  it('uses the claims of the provider', async () => {
    issuer.says({ sub: randomUUID(), email: 'ama@example.org', email_verified: true, name: 'Ama Serwaa Mensah' })

    expect((await signIn()).user).toMatchObject({
      email: 'ama@example.org',
      firstName: 'Ama',
      lastName: 'Serwaa Mensah',
      roles: [],
    })
  })

  it('identifies a user by the subject, not by the e-mail address', async () => {
    const sub = randomUUID()
    issuer.says({ sub, email: 'one@example.org' })
    const first = (await signIn()).user
    issuer.says({ sub, email: 'two@example.org' })
    const second = (await signIn()).user
    issuer.says({ sub: randomUUID(), email: 'two@example.org' })
    const other = (await signIn()).user

    expect(second).toMatchObject({ id: first.id, email: 'two@example.org' })
    expect(other.id).not.toBe(first.id)
  })

  it.each([
    [['admin'], { email: 'root@example.org', email_verified: true }],
    [[], { email: 'root@example.org', email_verified: false }],
    [[], { email: 'root@example.org' }],
    [['admin'], { email: 'esi@example.org', roles: ['admin', 'other'] }],
    [[], { email: 'esi@example.org', roles: 'admin' }],
  ])('gives the roles %j to %j', async (roles, about) => {
    issuer.says({ sub: randomUUID(), ...about })

    expect((await signIn()).user.roles).toEqual(roles)
  })

  it('works without optional claims', async () => {
    issuer.says({ sub: randomUUID() })

    expect((await signIn()).user).toMatchObject({ email: '', firstName: '', lastName: '' })
  })

  it('disables the embedded provider', async () => {
    expect((await harness.browser().request('/idp/auth', { headers: { accept: 'application/json' } })).status).toBe(404)
  })
})

describe('an unavailable OpenID provider', () => {
  it('makes sign-ins fail with 503, while existing sessions continue', async () => {
    const withoutIssuer = await startHarness({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'griot' })
    const response = await withoutIssuer.browser().request('/api/login')
    const page = await withoutIssuer.browser().request('/api/login', { headers: { accept: 'text/html' } })
    await withoutIssuer.close()

    expect(response.status).toBe(503)
    expect(JSON.parse(response.text)).toMatchObject({ code: 'sign_in.unavailable' })
    expect(page.status).toBe(503)
    expect(page.text).toContain('Signing in does not work right now.')
  })
})
