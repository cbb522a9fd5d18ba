import { randomBytes } from 'node:crypto'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { DraftResponse, OverrideResponse, RegistryStatus, Revisions } from '@griot/contracts/module-registry'
import { moduleDocument, versionOf } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db/db'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { json, openTeam, type Team } from '../testing/team.ts'
import { deleteOldDrafts } from './drafts.queries.ts'
import { createVisitorCookies } from './visitor-cookies.ts'

/** Headers of a browser that follows a link. */
const NAVIGATION = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const randomVersion = () => `0.1.0-g${randomBytes(4).toString('hex')}`

describe('overrides', () => {
  let team: Team

  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  it('creates a link that assigns another version to one browser, also a quarantined one', async () => {
    await team.deploy(2)
    await team.change('rewards', 'promote', { version: versionOf(2) })
    await team.change('rewards', 'rollback', {})
    const made = await json<{ link: string }>(team.call('POST', 'overrides', { modules: { rewards: versionOf(2) } }))
    const visitor = team.harness.browser()
    const { pathname, search } = new URL(made.link)
    const followed = await visitor.request(pathname + search)
    expect([followed.status, followed.headers.location]).toEqual([303, '/'])
    for (const [to, leadsTo] of [
      ['/charts/2?week=3#top', '/charts/2?week=3#top'],
      ['//evil.example', '/'],
      ['https://evil.example', '/'],
      ['/api/logout', '/'],
    ]) {
      const { headers } = await visitor.request(`${pathname}${search}&to=${encodeURIComponent(to ?? '')}`)
      expect(headers.location).toBe(leadsTo)
    }
    await visitor.request(`${pathname}?with=forged`, { headers: { 'sec-fetch-mode': 'no-cors' } })

    const seen = JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment
    expect(seen.modules.rewards).toMatchObject({ version: versionOf(2), lkg: { version: versionOf(1) } })
    expect(seen.modules.rewards?.quarantined).toBeUndefined()
    expect(seen.overrides).toEqual({ rewards: versionOf(2) })
    expect((await team.assignment()).overrides).toBeUndefined()

    await visitor.request('/mfe/v1/override')
    expect((JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment).overrides).toBeUndefined()
  })

  it('turns flags on and off for one browser', async () => {
    const create = (modules: object) => team.call('POST', 'overrides', { modules })
    await team.change('rewards', 'flag', { flag: 'old-chart', percent: 100 })
    const { link } = await json<{ link: string }>(create({ 'rewards:new-chart': 'on', 'rewards:old-chart': 'off' }))
    const visitor = team.harness.browser()
    await visitor.request(new URL(link).pathname + new URL(link).search)

    const seen = JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment
    expect(seen.modules.rewards?.flags).toEqual(['new-chart'])
    expect(seen.overrides).toEqual({ 'rewards:new-chart': 'on', 'rewards:old-chart': 'off' })
    expect((await team.assignment()).modules.rewards?.flags).toEqual(['old-chart'])

    const refusals = [{ rewards: 'on' }, { 'rewards:new-chart': versionOf(1) }, { 'listener:new-chart': 'on' }]
    expect((await Promise.all(refusals.map(create))).map(({ status }) => status)).toEqual([400, 400, 403])
  })

  it('assigns each new version of a draft and sends an event when it changes', async () => {
    const draft = 'draft-0a1b2c3d'
    const move = (build: number) => team.call('PUT', `modules/rewards/drafts/${draft}`, { version: versionOf(build) })
    expect((await move(2)).status).toBe(404)
    await team.deploy(2)
    expect((await move(2)).status).toBe(200)
    const { link } = await json<{ link: string }>(team.call('POST', 'overrides', { modules: { rewards: draft } }))
    const visitor = team.harness.browser()
    await visitor.request(new URL(link).pathname + new URL(link).search)
    const seen = async () => JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment
    expect(await seen()).toMatchObject({ overrides: { rewards: versionOf(2) } })

    const nextEvent = await listenFor(visitor, 'draft')
    await team.deploy(3)
    await move(3)
    await nextEvent()

    expect((await seen()).modules.rewards?.version).toBe(versionOf(3))
    expect((await team.assignment()).modules.rewards?.version).toBe(versionOf(1))
    await team.becomes('listener')
    expect((await move(2)).status).toBe(403)
    expect((await team.call('PUT', 'modules/listener/drafts/mine', { version: versionOf(1) })).status).toBe(404)
  })

  it('assigns all modules of a preview by one link that never changes', async () => {
    const preview = 'preview-new-points-3f2a'
    const move = (module: string, build: number) =>
      json<DraftResponse>(team.call('PUT', `modules/${module}/drafts/${preview}`, { version: versionOf(build) }))
    await team.deploy(2)
    const { link } = await move('rewards', 2)
    await team.becomes('listener')
    await team.deployed(moduleDocument('listener', 2))
    expect(await move('listener', 2)).toEqual({ draft: preview, version: versionOf(2), link })

    const visitor = team.harness.browser()
    const { pathname, search } = new URL(link ?? '')
    expect((await visitor.request(pathname + search)).status).toBe(303)
    const seen = async () => (JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment).overrides
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(2) })
    const nextEvent = await listenFor(visitor, 'preview')
    await team.deployed(moduleDocument('listener', 3))
    expect((await move('listener', 3)).link).toBe(link)
    await nextEvent()
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(3) })

    const { previews } = await json<RegistryStatus>(team.call('GET', 'status'))
    expect(previews).toMatchObject([
      { name: preview, module: 'listener', version: versionOf(3), link },
      { name: preview, module: 'rewards', version: versionOf(2), link },
    ])
    // A preview is deleted two weeks after its last change.
    await team.harness.db.run(sql`update module_draft set moved_at = moved_at - interval '13 days'`)
    await deleteOldDrafts(team.harness.db)
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(3) })
    await team.harness.db.run(sql`update module_draft set moved_at = moved_at - interval '1 day'`)
    await deleteOldDrafts(team.harness.db)
    expect(await seen()).toBeUndefined()
    expect((await team.harness.browser().request(pathname + search)).status).toBe(404)
  })

  it('lists revisions and restores one of them for one browser', async () => {
    await team.deploy(2)
    await team.change('rewards', 'promote', { version: versionOf(2) })
    await team.change('rewards', 'disable', { reason: 'a test' })
    const { revisions } = await json<Revisions>(team.call('GET', 'env/prod/revisions?limit=3'))
    expect(revisions.map(({ rev, shown }) => [rev, shown.rewards])).toEqual([
      [5, 'off'],
      [4, versionOf(2)],
      [3, versionOf(1)],
    ])
    expect((await json<Revisions>(team.call('GET', 'env/prod/revisions?before=2'))).revisions).toHaveLength(2)

    const seenAt = async (rev: number) => {
      const { link } = await json<OverrideResponse>(team.call('POST', 'overrides', { rev }))
      const visitor = team.harness.browser()
      await visitor.request(new URL(link).pathname + new URL(link).search)
      return JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment
    }
    expect((await seenAt(4)).overrides).toEqual({
      shell: versionOf(1),
      rewards: versionOf(2),
      listener: versionOf(1),
    })
    expect((await seenAt(4)).modules.rewards?.isDisabled).toBeUndefined()
    // The listener module did not exist at this revision.
    const before = await seenAt(2)
    expect(before.overrides).toEqual({ shell: versionOf(1), rewards: versionOf(1), listener: 'off' })
    expect(before.modules.listener?.isDisabled).toBe(true)
    expect((await team.call('POST', 'overrides', { rev: 99 })).status).toBe(404)
    expect((await team.call('POST', 'overrides', {})).status).toBe(400)

    // Released versions of other teams are allowed, others are not.
    await team.becomes('listener')
    await team.deployed(moduleDocument('listener', 2))
    await team.becomes('rewards')
    const create = (build: number) => team.call('POST', 'overrides', { modules: { listener: versionOf(build) } })
    expect([(await create(1)).status, (await create(2)).status]).toEqual([200, 403])
  })

  it('explains an invalid, expired or deleted link and changes nothing', async () => {
    await team.deploy(2)
    const { link } = await json<OverrideResponse>(
      team.call('POST', 'overrides', { modules: { rewards: versionOf(2) } }),
    )
    const { pathname, search } = new URL(link)
    const visitor = team.harness.browser()
    await visitor.request(pathname + search)
    const expired = createVisitorCookies(team.harness.grantSecret).createOverrideToken({ rewards: versionOf(1) }, -1)
    const gone = createVisitorCookies(team.harness.grantSecret).createPreviewToken('preview-gone-3f2a')

    for (const [token, status, code, says] of [
      [search.slice('?with='.length, -3), 404, 'override.not_found', 'is incomplete or was not created here'],
      [expired, 410, 'override.over', 'has expired'],
      [gone, 404, 'preview.not_found', 'This preview is gone'],
    ] as const) {
      const address = `${pathname}?with=${token}`
      const asJson = await visitor.request(address)
      expect([asJson.status, JSON.parse(asJson.text).code]).toEqual([status, code])
      const page = await visitor.request(address, { headers: NAVIGATION })
      expect(page).toMatchObject({ status, text: expect.stringContaining(says) })
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.text).toContain('<a class="button" href="/">Go to Griot</a>')
    }
    const seen = JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment
    expect(seen.overrides).toEqual({ rewards: versionOf(2) })
  })

  it('stores a hundred overrides in one cookie and refuses more than fit', async () => {
    const cookies = createVisitorCookies(team.harness.grantSecret)
    const modules = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, () => [`m${randomBytes(4).toString('hex')}`, randomVersion()]))
    const token = cookies.createOverrideToken({ ...modules(100), rewards: versionOf(1) }, 60_000)
    const visitor = team.harness.browser()
    const followed = await visitor.request(`/mfe/v1/override?with=${token}`)

    const [cookie = ''] = String(followed.headers['set-cookie']).split(';')
    expect(cookie.length).toBeLessThan(4096)
    const seen = JSON.parse((await visitor.request('/mfe/v1/assignment')).text) as Assignment
    expect(seen.overrides).toEqual({ rewards: versionOf(1) })
    expect(() => cookies.createOverrideToken(modules(400), 60_000)).toThrow('Name fewer modules')
  })

  it('ignores a forged override', async () => {
    const value = Buffer.from(JSON.stringify({ until: Date.now() + 9e6, modules: { rewards: versionOf(2) } }))
    const cookie = `griot_modules=${value.toString('base64url')}.${'A'.repeat(43)}`

    expect((await team.assignment({ cookie })).overrides).toBeUndefined()
  })

  /** Opens the event stream and awaits the first event; returns a function that awaits the second. */
  const listenFor = async (visitor: Browser, event: string) => {
    const stop = new AbortController()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const place = `http://127.0.0.1:${team.harness.port}/mfe/v1/events`
    const { body } = await fetch(place, { headers: { cookie }, signal: stop.signal })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const received = async (times: number) => {
      while (text.split(`event: ${event}`).length <= times) {
        const read = await reader?.read()
        if (read?.value === undefined) throw new Error('The stream has ended.')
        text += read.value
      }
    }
    await received(1)
    return async () => {
      await received(2)
      stop.abort()
    }
  }
})
