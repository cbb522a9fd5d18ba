import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freeze } from '@griot/service-kit/testing/freeze'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

const SCRIPT = fileURLToPath(new URL('../testing/separate-issuer.ts', import.meta.url))

/** Starts a company's provider as a separate process. On the same port, it is the same provider with new keys. */
const startProvider = async (port = 0, clockSeconds = 0) => {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], {
    env: { ...process.env, PORT: `${port}`, CLIENT_SECRET: 'of the company', CLOCK_SECONDS: `${clockSeconds}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  const listening = await new Promise<{ port: number }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line) as { port: number }))
    void gone.then(() => reject(new Error('the provider ended')))
  })
  return {
    port: listening.port,
    /** Makes it accept connections without responding. The returned function lets it continue. */
    freeze: () => freeze(child.pid ?? 0),
    async stop() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

let provider: Awaited<ReturnType<typeof startProvider>>
let harness: Harness

beforeAll(async () => {
  provider = await startProvider()
  harness = await startHarness({
    OIDC_ISSUER: `http://127.0.0.1:${provider.port}`,
    OIDC_CLIENT_ID: 'griot',
    OIDC_CLIENT_SECRET: 'of the company',
    OIDC_SCOPE: 'openid email profile company',
    OIDC_ROLES_CLAIM: 'company.groups',
    OIDC_ADMIN_ROLES: 'keepers, chiefs',
    RATE_LIMITS: 'off',
  })
})
afterAll(async () => {
  await harness.close()
  await provider.stop()
})

const again = async (clockSeconds = 0) => {
  await provider.stop()
  provider = await startProvider(provider.port, clockSeconds)
}

/** A browser that has returned from the company's page, with the response of the callback. */
const signIn = async (name: string, beforeReturn = () => {}) => {
  const browser = harness.browser()
  const company = `http://127.0.0.1:${provider.port}`
  const jar = new Map<string, string>()
  const visit = async (target: string, form?: Record<string, string>) => {
    const response = await fetch(target, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [cookie = ''] = line.split(';')
      jar.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1))
    }
    return new URL(response.headers.get('location') ?? '', target).href
  }
  const page = await visit((await browser.request('/api/login')).headers.location ?? '')
  let target = await visit(page, { email: `${name}@company.example`, firstName: name, lastName: 'Mensah' })
  while (target.startsWith(company)) target = await visit(target)
  beforeReturn()
  const finished = await browser.request(target, { headers: { accept: 'text/html' } })
  const user = async () => {
    const response = await browser.request('/api/auth/user')
    return response.status === 200 ? (JSON.parse(response.text) as { email: string; roles: string[] }) : null
  }
  return { status: finished.status, user }
}

// These tests run in order: each changes the state of the provider.
describe('an external provider in a separate process', () => {
  it('names admins by its own claim and roles', async () => {
    expect(await (await signIn('keeper')).user()).toMatchObject({ email: 'keeper@company.example', roles: ['admin'] })
    expect(await (await signIn('baker')).user()).toMatchObject({ email: 'baker@company.example', roles: [] })
  })

  it('may rotate its keys; while it is unavailable, existing sessions continue', async () => {
    await again()
    const ama = await signIn('ama')
    expect(ama.status).toBe(303)

    await provider.stop()
    expect(await ama.user()).toMatchObject({ email: 'ama@company.example' })

    // A new sign-in is not redirected to an unavailable provider.
    const page = () => harness.browser().request('/api/login', { headers: { accept: 'text/html' } })
    await expect.poll(async () => (await page()).status, { timeout: 30_000 }).toBe(503)
    expect((await page()).text).toContain('Signing in does not work right now.')

    await again()
    await expect.poll(async () => (await page()).status, { timeout: 30_000 }).toBe(303)
    expect((await signIn('kofi')).status).toBe(303)
  })

  it('may hang: sign-ins fail within the timeout, and other requests are not affected', async () => {
    const ama = await signIn('ama')
    const page = () => harness.browser().request('/api/login', { headers: { accept: 'text/html' } })
    const unfreeze = provider.freeze()
    try {
      await expect.poll(async () => (await page()).status, { timeout: 30_000 }).toBe(503)
      const many = await Promise.all(Array.from({ length: 15 }, page))
      expect(many.map(({ status }) => status)).toEqual(many.map(() => 503))
      expect(await ama.user()).toMatchObject({ email: 'ama@company.example' })
    } finally {
      unfreeze()
    }
    await expect.poll(async () => (await page()).status, { timeout: 30_000 }).toBe(303)
    expect((await signIn('esi')).status).toBe(303)
  })

  it.runIf(process.env.LONG_DRILLS)('hangs during a sign-in: the user gets an error and can try again', async () => {
    let unfreeze = () => {}
    const yaw = await signIn('yaw', () => {
      unfreeze = provider.freeze()
    })
    expect(yaw.status).toBe(502)

    unfreeze()
    await expect.poll(async () => (await signIn('yaw')).status, { timeout: 30_000 }).toBe(303)
  })

  it('may have a clock that is up to a minute wrong', async () => {
    await again(-330)
    expect((await signIn('esi')).status).toBe(303)

    await again(-600)
    const late = await signIn('yaw')
    expect(late.status).toBe(502)
    expect(await late.user()).toBeNull()
  })
})
