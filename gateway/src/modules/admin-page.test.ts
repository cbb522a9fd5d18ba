import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@griot/service-kit/db/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

const PAGE_LOAD = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const FOREIGN_LINK = { ...PAGE_LOAD, 'sec-fetch-site': 'cross-site' }
const ADMIN = { email: 'boss@example.org', firstName: 'Adwoa', lastName: 'Boss' }

describe('GET /mfe/', () => {
  let harness: Harness
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-module-admin-'))
    await writeFile(join(folder, 'index.html'), '<title>Modules · __PRODUCT_NAME__</title>')
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets/main.0123.js'), 'start()')
    harness = await startHarness({ ADMIN_EMAILS: ADMIN.email, MODULE_ADMIN_DIR: folder, PRODUCT_NAME: 'Griot & Co' })
  })
  afterAll(async () => {
    await harness.close()
    await rm(folder, { recursive: true })
  })

  it('redirects a signed-out user to the sign-in and back, and returns 401 to a program', async () => {
    const visitor = harness.browser()
    const program = await visitor.request('/mfe/')
    expect([program.status, JSON.parse(program.text).code]).toEqual([401, 'session.missing'])
    // Only our own pages and the user can start a sign-in.
    const linked = await visitor.request('/mfe/', { headers: FOREIGN_LINK })
    expect(linked).toMatchObject({ status: 401, text: expect.stringContaining('/api/login?returnTo=%2Fmfe%2F') })
    const withoutSlash = await visitor.request('/mfe', { headers: PAGE_LOAD })
    expect(withoutSlash.headers.location).toBe('/mfe/')
    const typed = await visitor.request('/mfe/', { headers: { ...PAGE_LOAD, 'sec-fetch-site': 'none' } })
    expect([typed.status, typed.headers.location]).toEqual([303, '/api/login?returnTo=/mfe/'])

    const admin = harness.browser()
    const page = await admin.signIn({ ...ADMIN, returnTo: '/mfe/' })
    expect(page).toMatchObject({ status: 200, text: '<title>Modules · Griot &#38; Co</title>' })
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    expect(await admin.request('/mfe/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })

  it('shows a page with status 404 to a user who is not an admin, and returns 404 to a program', async () => {
    const ama = harness.browser()
    await ama.signIn()
    const page = await ama.request('/mfe/', { headers: FOREIGN_LINK })
    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('You are signed in as ama@example.org') })
    expect(page.text).toContain('<a class="button" href="/">Go to Griot &#38; Co</a>')
    const program = await ama.request('/mfe/')
    expect([program.status, JSON.parse(program.text).code]).toEqual([404, 'page.not_found'])
  })

  it('shows the page of a module to its team, and redirects members to it', async () => {
    const kofi = harness.browser()
    await kofi.signIn({ email: 'kofi@admin-page.example' })
    await harness.db.run(sql`
      insert into module_member (module, user_id, is_owner, added_by)
      select 'charts', id, true, 'the test' from user_account where email = 'kofi@admin-page.example'
    `)
    const overview = await kofi.request('/mfe/', { headers: PAGE_LOAD })
    expect([overview.status, overview.headers.location]).toEqual([303, '/mfe/charts'])
    expect((await kofi.request('/mfe/charts', { headers: PAGE_LOAD })).status).toBe(200)
    for (const path of ['/mfe/rewards', '/mfe/constructor', '/mfe/charts/more']) {
      expect((await kofi.request(path)).status).toBe(404)
    }
    const visitor = harness.browser()
    const typed = await visitor.request('/mfe/charts', { headers: { ...PAGE_LOAD, 'sec-fetch-site': 'none' } })
    expect(typed.headers.location).toBe('/api/login?returnTo=/mfe/charts')
    const admin = harness.browser()
    expect(await admin.signIn({ ...ADMIN, returnTo: '/mfe/rewards' })).toMatchObject({ status: 200 })
  })

  it('sends the files of the page, although no version of the shell is current', async () => {
    const { status, headers, text } = await harness.browser().request('/mfe/assets/main.0123.js')
    expect([status, text]).toEqual([200, 'start()'])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const path of ['/mfe/assets/missing.js', '/mfe/assets/index.html', '/mfe/assets/..js/main.0123.js']) {
      expect([path, (await harness.browser().request(path)).status]).toEqual([path, 404])
    }
  })
})
