import { randomBytes } from 'node:crypto'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { DraftAnswer, OverrideAnswer, RegistryStatus, Revisions } from '@griot/contracts/module-registry'
import { moduleDocument, versionOf } from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { json, openTeam, type Team } from '../testing/team.ts'
import { deleteOldDrafts } from './drafts.queries.ts'
import { createVisitors } from './visitors.ts'

/** As a browser asks when somebody follows a link. */
const BY_HAND = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const someVersion = () => `0.1.0-g${randomBytes(4).toString('hex')}`

describe('what one person is shown instead', () => {
  let team: Team

  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  it('hands out a link by which one person sees another version, also one that was taken back', async () => {
    await team.deploy(2)
    await team.change('rewards', 'promote', { version: versionOf(2) })
    await team.change('rewards', 'rollback', {})
    const made = await json<{ link: string }>(team.call('POST', 'overrides', { modules: { rewards: versionOf(2) } }))
    const visitor = team.harness.browser()
    const { pathname, search } = new URL(made.link)
    const followed = await visitor.ask(pathname + search)
    expect(followed.status).toBe(303)
    await visitor.ask(`${pathname}?with=forged`, { headers: { 'sec-fetch-mode': 'no-cors' } })

    const seen = JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(seen.modules.rewards).toMatchObject({ version: versionOf(2), lkg: { version: versionOf(1) } })
    expect(seen.modules.rewards?.quarantined).toBeUndefined()
    expect(seen.overrides).toEqual({ rewards: versionOf(2) })
    expect((await team.assignment()).overrides).toBeUndefined()

    await visitor.ask('/mfe/v1/override')
    expect((JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment).overrides).toBeUndefined()
  })

  it('turns a switch for one person by a link, whoever else has it', async () => {
    const asked = (modules: object) => team.call('POST', 'overrides', { modules })
    await team.change('rewards', 'flag', { flag: 'old-chart', percent: 100 })
    const { link } = await json<{ link: string }>(asked({ 'rewards:new-chart': 'on', 'rewards:old-chart': 'off' }))
    const visitor = team.harness.browser()
    await visitor.ask(new URL(link).pathname + new URL(link).search)

    const seen = JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(seen.modules.rewards?.flags).toEqual(['new-chart'])
    expect(seen.overrides).toEqual({ 'rewards:new-chart': 'on', 'rewards:old-chart': 'off' })
    expect((await team.assignment()).modules.rewards?.flags).toEqual(['old-chart'])

    const refusals = [{ rewards: 'on' }, { 'rewards:new-chart': versionOf(1) }, { 'listener:new-chart': 'on' }]
    expect((await Promise.all(refusals.map(asked))).map(({ status }) => status)).toEqual([400, 400, 403])
  })

  it('shows a developer’s own build to whoever has the link, from one version to the next, and says when it moves', async () => {
    const draft = 'draft-0a1b2c3d'
    const move = (build: number) => team.call('PUT', `modules/rewards/drafts/${draft}`, { version: versionOf(build) })
    expect((await move(2)).status).toBe(404)
    await team.deploy(2)
    expect((await move(2)).status).toBe(200)
    const { link } = await json<{ link: string }>(team.call('POST', 'overrides', { modules: { rewards: draft } }))
    const visitor = team.harness.browser()
    await visitor.ask(new URL(link).pathname + new URL(link).search)
    const seen = async () => JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(await seen()).toMatchObject({ overrides: { rewards: versionOf(2) } })

    const isToldAgain = await listenFor(visitor, 'draft')
    await team.deploy(3)
    await move(3)
    await isToldAgain()

    expect((await seen()).modules.rewards?.version).toBe(versionOf(3))
    expect((await team.assignment()).modules.rewards?.version).toBe(versionOf(1))
    await team.becomes('listener')
    expect((await move(2)).status).toBe(403)
    expect((await team.call('PUT', 'modules/listener/drafts/mine', { version: versionOf(1) })).status).toBe(404)
  })

  it('shows what a branch makes of several modules by one link, which stays the same while they move', async () => {
    const preview = 'preview-new-points-3f2a'
    const move = (module: string, build: number) =>
      json<DraftAnswer>(team.call('PUT', `modules/${module}/drafts/${preview}`, { version: versionOf(build) }))
    await team.deploy(2)
    const { link } = await move('rewards', 2)
    await team.becomes('listener')
    await team.deployed(moduleDocument('listener', 2))
    expect(await move('listener', 2)).toEqual({ draft: preview, version: versionOf(2), link })

    const visitor = team.harness.browser()
    const { pathname, search } = new URL(link ?? '')
    expect((await visitor.ask(pathname + search)).status).toBe(303)
    const seen = async () => (JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment).overrides
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(2) })
    const isToldAgain = await listenFor(visitor, 'preview')
    await team.deployed(moduleDocument('listener', 3))
    expect((await move('listener', 3)).link).toBe(link)
    await isToldAgain()
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(3) })

    const { previews } = await json<RegistryStatus>(team.call('GET', 'status'))
    expect(previews).toMatchObject([
      { name: preview, module: 'listener', version: versionOf(3), link },
      { name: preview, module: 'rewards', version: versionOf(2), link },
    ])
    // Two weeks after anything of it last moved there is nothing left of it.
    await team.harness.db.run(sql`update module_draft set moved_at = moved_at - interval '13 days'`)
    await deleteOldDrafts(team.harness.db)
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(3) })
    await team.harness.db.run(sql`update module_draft set moved_at = moved_at - interval '1 day'`)
    await deleteOldDrafts(team.harness.db)
    expect(await seen()).toBeUndefined()
    expect((await team.harness.browser().ask(pathname + search)).status).toBe(404)
  })

  it('tells what people saw before, and shows one person all of it as it was, whoever’s it is', async () => {
    await team.deploy(2)
    await team.change('rewards', 'promote', { version: versionOf(2) })
    await team.change('rewards', 'disable', { reason: 'a drill' })
    const { revisions } = await json<Revisions>(team.call('GET', 'env/prod/revisions?limit=3'))
    expect(revisions.map(({ rev, shown }) => [rev, shown.rewards])).toEqual([
      [5, 'off'],
      [4, versionOf(2)],
      [3, versionOf(1)],
    ])
    expect((await json<Revisions>(team.call('GET', 'env/prod/revisions?before=2'))).revisions).toHaveLength(2)

    const seenAt = async (rev: number) => {
      const { link } = await json<OverrideAnswer>(team.call('POST', 'overrides', { rev }))
      const visitor = team.harness.browser()
      await visitor.ask(new URL(link).pathname + new URL(link).search)
      return JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    }
    expect((await seenAt(4)).overrides).toEqual({
      shell: versionOf(1),
      rewards: versionOf(2),
      listener: versionOf(1),
    })
    expect((await seenAt(4)).modules.rewards?.isDisabled).toBeUndefined()
    // Then there was no listener yet.
    const before = await seenAt(2)
    expect(before.overrides).toEqual({ shell: versionOf(1), rewards: versionOf(1), listener: 'off' })
    expect(before.modules.listener?.isDisabled).toBe(true)
    expect((await team.call('POST', 'overrides', { rev: 99 })).status).toBe(404)
    expect((await team.call('POST', 'overrides', {})).status).toBe(400)

    // What stands of other teams may be looked at beside one's own, and what does not may not.
    await team.becomes('listener')
    await team.deployed(moduleDocument('listener', 2))
    await team.becomes('rewards')
    const ask = (build: number) => team.call('POST', 'overrides', { modules: { listener: versionOf(build) } })
    expect([(await ask(1)).status, (await ask(2)).status]).toEqual([200, 403])
  })

  it('says of a link that leads to no other versions what has become of it, and leaves a person where they are', async () => {
    await team.deploy(2)
    const { link } = await json<OverrideAnswer>(team.call('POST', 'overrides', { modules: { rewards: versionOf(2) } }))
    const { pathname, search } = new URL(link)
    const visitor = team.harness.browser()
    await visitor.ask(pathname + search)
    const over = createVisitors(team.harness.grantSecret).overrideToken({ rewards: versionOf(1) }, -1)
    const gone = createVisitors(team.harness.grantSecret).previewToken('preview-gone-3f2a')

    for (const [token, status, code, says] of [
      [search.slice('?with='.length, -3), 404, 'override.not_found', 'a part of it is missing'],
      [over, 410, 'override.over', 'has run out'],
      [gone, 404, 'preview.not_found', 'This preview is gone'],
    ] as const) {
      const address = `${pathname}?with=${token}`
      const program = await visitor.ask(address)
      expect([program.status, JSON.parse(program.text).code]).toEqual([status, code])
      const person = await visitor.ask(address, { headers: BY_HAND })
      expect(person).toMatchObject({ status, text: expect.stringContaining(says) })
      expect(person.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(person.text).toContain('<a class="button" href="/">Go to Griot</a>')
    }
    const seen = JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(seen.overrides).toEqual({ rewards: versionOf(2) })
  })

  it('fits what a hundred modules were into one cookie, and refuses what no browser would keep', async () => {
    const visitors = createVisitors(team.harness.grantSecret)
    const modules = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, () => [`m${randomBytes(4).toString('hex')}`, someVersion()]))
    const token = visitors.overrideToken({ ...modules(100), rewards: versionOf(1) }, 60_000)
    const visitor = team.harness.browser()
    const followed = await visitor.ask(`/mfe/v1/override?with=${token}`)

    const [cookie = ''] = String(followed.headers['set-cookie']).split(';')
    expect(cookie.length).toBeLessThan(4096)
    const seen = JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(seen.overrides).toEqual({ rewards: versionOf(1) })
    expect(() => visitors.overrideToken(modules(400), 60_000)).toThrow('name fewer of them')
  })

  it('passes over an override that is forged', async () => {
    const value = Buffer.from(JSON.stringify({ until: Date.now() + 9e6, modules: { rewards: versionOf(2) } }))
    const cookie = `griot_modules=${value.toString('base64url')}.${'A'.repeat(43)}`

    expect((await team.assignment({ cookie })).overrides).toBeUndefined()
  })

  /** Listens as a tab does, until it was told for the first time; answers how to wait for the next. */
  const listenFor = async (visitor: Browser, event: string) => {
    const stop = new AbortController()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const place = `http://127.0.0.1:${team.harness.port}/mfe/v1/events`
    const { body } = await fetch(place, { headers: { cookie }, signal: stop.signal })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let news = ''
    const isTold = async (times: number) => {
      while (news.split(`event: ${event}`).length <= times) {
        const read = await reader?.read()
        if (read?.value === undefined) throw new Error('The stream has ended.')
        news += read.value
      }
    }
    await isTold(1)
    return async () => {
      await isTold(2)
      stop.abort()
    }
  }
})
