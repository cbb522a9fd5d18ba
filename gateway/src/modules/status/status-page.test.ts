import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'

const BY_HAND = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const BY_LINK = { ...BY_HAND, 'sec-fetch-site': 'cross-site' }
const BOSS = { email: 'boss@example.org', firstName: 'Adwoa', lastName: 'Boss' }

describe('GET /mfe/', () => {
  let harness: Harness

  beforeAll(async () => {
    harness = await startHarness({ ADMIN_EMAILS: BOSS.email })
  })
  afterAll(() => harness.close())

  it('leads who is signed out to the sign-in and back, and tells a program who it is', async () => {
    const nobody = harness.browser()
    const program = await nobody.ask('/mfe/')
    expect([program.status, JSON.parse(program.text).code]).toEqual([401, 'session.missing'])
    // The sign-in goes on only where one of our own pages, or the person, has begun it.
    const linked = await nobody.ask('/mfe/', { headers: BY_LINK })
    expect(linked).toMatchObject({ status: 401, text: expect.stringContaining('/api/login?returnTo=%2Fmfe%2F') })
    const opened = await nobody.ask('/mfe', { headers: BY_HAND })
    expect(opened.headers.location).toBe('/mfe/')
    const typed = await nobody.ask('/mfe/', { headers: { ...BY_HAND, 'sec-fetch-site': 'none' } })
    expect([typed.status, typed.headers.location]).toEqual([303, '/api/login?returnTo=/mfe/'])

    const boss = harness.browser()
    const arrived = await boss.signIn({ ...BOSS, returnTo: '/mfe/' })
    expect(arrived).toMatchObject({ status: 200, text: expect.stringContaining('Modules of Griot') })
    expect(await boss.ask('/mfe/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })

  it('says to who is no admin that it is for admins, and to their programs that there is nothing', async () => {
    const ama = harness.browser()
    await ama.signIn()
    const said = await ama.ask('/mfe/', { headers: BY_LINK })
    expect(said).toMatchObject({ status: 404, text: expect.stringContaining('You are signed in as ama@example.org') })
    expect(said.text).toContain('<a class="button" href="/">Go to Griot</a>')
    const program = await ama.ask('/mfe/')
    expect([program.status, JSON.parse(program.text).code]).toEqual([404, 'page.not_found'])
  })
})
