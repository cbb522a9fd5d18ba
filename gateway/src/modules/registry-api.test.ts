import { createHash } from 'node:crypto'
import type {
  ChangeAnswer,
  DeployPlan,
  DraftAnswer,
  OverrideAnswer,
  RegistryStatus,
  Revisions,
  VersionChecks,
} from '@griot/contracts/module-registry'
import type { Assignment, VersionDocument } from '@griot/contracts/modules'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import {
  builtModule,
  builtShell,
  moduleDocument,
  moduleFiles,
  shellDocument,
  shellFiles,
  versionOf,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { sql } from '@griot/service-kit/db'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { deleteOldDrafts } from './drafts.queries.ts'
import { createToken } from './team.ts'

describe('the registry, as teams use it', () => {
  let harness: Harness
  let token: string

  beforeEach(async () => {
    harness = await startHarness()
    const store = openRegistryStore(harness.modulesDir)
    await publishModule({ dist: await builtShell(harness.modulesDir), store })
    await publishModule({ dist: await builtModule(harness.modulesDir, 'rewards', 1), store })
    await publishModule({ dist: await builtModule(harness.modulesDir, 'listener', 1), store })
    token = await tokenFor('rewards')
    // What another process has published is there within moments.
    await expect.poll(async () => (await assignment()).rev).toBe(3)
  })
  afterEach(() => harness.close())

  it('takes a version in, shows it to everyone, and takes it back', async () => {
    await deploy(2)
    expect((await assignment()).modules.rewards?.version).toBe(versionOf(1))

    const promoted = await json<ChangeAnswer>(change('rewards', 'promote', { version: versionOf(2) }))
    expect(promoted).toMatchObject({ rev: 4, isNew: true, standing: { stable: versionOf(2), lkg: versionOf(1) } })
    expect(promoted.change?.checks?.map(({ outcome }) => outcome)).not.toContain('refuse')
    expect((await assignment()).modules.rewards).toMatchObject({
      version: versionOf(2),
      lkg: { version: versionOf(1) },
    })

    const back = await json<ChangeAnswer>(change('rewards', 'rollback', { reason: 'it blinks' }))
    expect(back.change).toMatchObject({ action: 'rollback', from: versionOf(2), to: versionOf(1), reason: 'it blinks' })
    expect((await assignment()).modules.rewards).toMatchObject({
      version: versionOf(1),
      quarantined: [versionOf(2)],
    })
    expect((await change('rewards', 'promote', { version: versionOf(2) })).status).toBe(422)
    const force = { version: versionOf(2), force: true, reason: 'it was the network' }
    expect(await codeOf(await change('rewards', 'promote', force))).toBe('force.second_person')
    token = await tokenFor('rewards')
    const { change: forced } = await json<ChangeAnswer>(change('rewards', 'promote', force))
    expect(forced?.reason).toBe('forced: it was the network')
  })

  it('goes back to the release before where shell and modules fit only each other, the shell first', async () => {
    const store = openRegistryStore(harness.modulesDir)
    const built = { mf: 'containers-2', rspack: '2.3.2' }
    const files = shellFiles(2)
    const shell = shellDocument(2, files, { built })
    await publishModule({ dist: await writeBuild(harness.modulesDir, shell, files), store })
    for (const name of ['rewards', 'listener']) {
      const own = moduleFiles(name, 2)
      const document = moduleDocument(name, 2, own, { built })
      await publishModule({ dist: await writeBuild(harness.modulesDir, document, own), store })
    }
    const seen = async () => {
      const { shell: frame, modules } = await assignment()
      return [frame, modules.rewards?.version, modules.listener?.version]
    }
    await expect.poll(seen).toEqual([versionOf(2), versionOf(2), versionOf(2)])
    expect(await codeOf(await change('rewards', 'rollback', {}))).toBe('checks.refused')

    token = await tokenFor('shell')
    expect(await codeOf(await change('shell', 'rollback', {}))).toBe('checks.refused')
    await json<ChangeAnswer>(change('shell', 'rollback', { force: true, reason: 'the release before' }))
    expect(await seen()).toEqual([versionOf(1), versionOf(1), versionOf(1)])
    expect((await json<RegistryStatus>(call('GET', 'status'))).notShown).toHaveLength(2)

    for (const name of ['rewards', 'listener']) {
      token = await tokenFor(name)
      await json<ChangeAnswer>(change(name, 'rollback', {}))
    }
    expect(await seen()).toEqual([versionOf(1), versionOf(1), versionOf(1)])
    expect((await json<RegistryStatus>(call('GET', 'status'))).notShown).toEqual([])
  })

  it('answers a blocked version nothing, and everyone else as ever', async () => {
    await deploy(2)
    await json<ChangeAnswer>(change('rewards', 'promote', { version: versionOf(2) }))
    await deploy(3)
    const blocked = await json<ChangeAnswer>(
      change('rewards', 'block', { range: versionOf(3), reason: 'it pays twice' }),
    )
    expect(blocked.standing.blocked).toMatchObject([{ range: versionOf(3), reason: 'it pays twice' }])

    const asks = async (asker: string) => {
      const answer = await harness.browser().ask('/api/points/rules', { headers: { 'x-mfe': asker } })
      return answer.status === 426 ? (JSON.parse(answer.text) as { code: string }).code : 'answered'
    }
    expect(await asks(`rewards@${versionOf(3)}`)).toBe('client.too_old')
    for (const asker of [`rewards@${versionOf(2)}`, `listener@${versionOf(3)}`, 'rewards', '@', '{}@'.repeat(500)]) {
      expect(await asks(asker)).toBe('answered')
    }
    const promoted = await change('rewards', 'promote', { version: versionOf(3) })
    expect(await promoted.json()).toMatchObject({ fields: { C13: 'It is blocked: it pays twice.' } })

    await json<ChangeAnswer>(change('rewards', 'unblock', { range: versionOf(3) }))
    expect(await asks(`rewards@${versionOf(3)}`)).toBe('answered')
  })

  it('says who did what, and why', async () => {
    await deploy(2)
    await change('rewards', 'promote', { version: versionOf(2), reason: 'new badges' })

    const { journal, modules, rev } = await json<RegistryStatus>(call('GET', 'status'))
    expect(rev).toBe(4)
    expect(modules.rewards?.stable).toBe(versionOf(2))
    expect(journal[0]?.change).toMatchObject({
      action: 'promote',
      reason: 'new badges',
      by: expect.stringMatching(/^rewards team \([0-9a-f]{8}\)$/),
    })
    // What came with the product was deployed by nobody.
    expect(await json(call('GET', 'modules/rewards/versions'))).toEqual({
      versions: [
        { version: versionOf(2), deployed: { by: journal[0]?.change?.by, at: expect.any(String) }, misfit: null },
        { version: versionOf(1), deployed: null, misfit: null },
      ],
    })
  })

  describe('refuses', () => {
    it('a version that is there already, and changes nothing', async () => {
      await deploy(2)
      const again = await commit(moduleDocument('rewards', 2))
      const other = moduleFiles('rewards', 2, 'other')
      const forged = await deployed(moduleDocument('rewards', 2, other), other)

      expect([again.status, await codeOf(again)]).toEqual([409, 'version.exists'])
      expect([forged.status, await codeOf(forged)]).toEqual([409, 'version.taken'])
      const kept = await json<VersionDocument>(call('GET', `modules/rewards/versions/${versionOf(2)}`))
      expect(kept).toEqual(moduleDocument('rewards', 2))
    })

    it('a token of another module, an unknown one, and none at all', async () => {
      const other = await tokenFor('listener')
      const answers = await Promise.all([
        change('rewards', 'rollback', {}, { authorization: `Bearer ${other}` }),
        change('rewards', 'rollback', {}, { authorization: `Bearer mfe_${'x'.repeat(43)}` }),
        change('rewards', 'rollback', {}, { authorization: '' }),
      ])

      expect(answers.map(({ status }) => status)).toEqual([403, 401, 401])
      expect(await codeOf(answers[0])).toBe('token.other_module')
    })

    it('a release by a token that may only deploy', async () => {
      token = await tokenFor('rewards', ['deploy'])
      await deploy(2)
      const answer = await change('rewards', 'promote', { version: versionOf(2) })

      expect([answer.status, await codeOf(answer)]).toEqual([403, 'token.scope'])
    })

    it('a file that is not what its name says, and a name that leads elsewhere', async () => {
      const document = moduleDocument('rewards', 2)
      const put = await putFile(document, 'remoteEntry.js', 'something else')
      expect([put.status, await codeOf(put)]).toEqual([400, 'blob.other_content'])

      const files = { '../../env/prod/00000009.json': document.files['remoteEntry.js'] }
      const sly = await commit({ ...document, files } as VersionDocument)
      expect(sly.status).toBe(400)
      expect((await commit(document)).status).toBe(422)
      expect((await call('GET', `modules/rewards/versions/${versionOf(2)}`)).status).toBe(404)
    })

    it('what the checks refuse, in their own words', async () => {
      const document = moduleDocument('rewards', 2, undefined, {
        requires: { shellSdk: '^2.0.0', shared: {}, api: ['points@9'] },
      })
      await deployed(document)
      const answer = await change('rewards', 'promote', { version: versionOf(2) })

      expect(answer.status).toBe(422)
      expect(((await answer.json()) as { fields: object }).fields).toEqual({
        'C4.1': 'shell 0.1.0-g00000001 brings SDK 1.0.0, and ^2.0.0 is needed.',
        'C5.2': 'Nobody answers points@9.',
      })
      const forced = await change('rewards', 'promote', { version: versionOf(2), force: true })
      expect([forced.status, await codeOf(forced)]).toEqual([403, 'force.second_person'])
      token = await tokenFor('rewards')
      expect((await change('rewards', 'promote', { version: versionOf(2), force: true })).status).toBe(200)
    })

    it('a version whose types nobody has compared with those of a shell that came since, until somebody has', async () => {
      const typesOf = (contract: string) => ({ ...moduleFiles('rewards', 2), 'types/sdk/contract.d.ts': contract })
      await standShell('export type Api = 1')
      const files = typesOf('export type Api = 2')
      await deployed(moduleDocument('rewards', 2, files, { types: ['types/sdk/contract.d.ts'] }), files)
      const types = `modules/rewards/versions/${versionOf(2)}/types`

      const refused = await change('rewards', 'promote', { version: versionOf(2) })
      expect(((await refused.json()) as { fields: object }).fields).toEqual({
        C9: `Nobody has compared its types with those of shell ${versionOf(2)} yet: mfe verify rewards@${versionOf(2)} does.`,
      })
      expect(await json(call('GET', types))).toEqual({ uncompared: [`shell@${versionOf(2)}`] })
      const other = { module: 'shell', version: versionOf(2) }
      expect((await call('PUT', types, { other, complaint: 'Type 2 is not 1.' })).status).toBe(200)
      expect(await saidBy(change('rewards', 'promote', { version: versionOf(2) }))).toContain('Type 2 is not 1.')
      expect((await call('PUT', types, { other, complaint: null })).status).toBe(200)
      expect((await change('rewards', 'promote', { version: versionOf(2) })).status).toBe(200)

      // The other way round it is the same comparison.
      token = await tokenFor('shell')
      expect(await json(call('GET', `modules/shell/versions/${versionOf(2)}/types`))).toEqual({ uncompared: [] })
      expect(
        (await call('PUT', `modules/shell/versions/${versionOf(2)}/types`, { other, complaint: null })).status,
      ).toBe(400)
    })

    it('a change of something that has moved on meanwhile', async () => {
      await deploy(2)
      const late = await change('rewards', 'promote', { version: versionOf(2) }, { 'if-match': '2' })

      expect([late.status, await codeOf(late)]).toEqual([412, 'pointer.moved'])
      expect((await change('rewards', 'promote', { version: versionOf(2) }, { 'if-match': '3' })).status).toBe(200)
    })
  })

  it('lets one of two teams through that change something in the same moment, and the other after looking again', async () => {
    await deploy(2)
    const other = await tokenFor('listener')
    const answers = await Promise.all([
      change('rewards', 'promote', { version: versionOf(2) }, { 'if-match': '3' }),
      change('listener', 'disable', {}, { 'if-match': '3', authorization: `Bearer ${other}` }),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const { modules } = await json<RegistryStatus>(call('GET', 'status'))
    expect([modules.rewards?.stable === versionOf(2), modules.listener?.disabled !== null].sort()).toEqual([
      false,
      true,
    ])
  })

  it('shows a candidate to a share of the people, who stay when it grows', async () => {
    await deploy(2)
    await change('rewards', 'canary', { version: versionOf(2), percent: 30 })
    const people = Array.from({ length: 40 }, () => harness.browser())
    const seen = async () => {
      const all = await Promise.all(
        people.map(async (person) => {
          person.cookies.set('griot_session', 'x')
          const { text } = await person.ask('/', { headers: { accept: 'text/html' } })
          return text.includes(`"version":"${versionOf(2)}"`)
        }),
      )
      return all.flatMap((isIn, index) => (isIn ? [index] : []))
    }

    const few = await seen()
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThan(40)
    await change('rewards', 'canary', { percent: 70 })
    const more = await seen()

    expect(more).toEqual(expect.arrayContaining(few))
    expect(more.length).toBeGreaterThan(few.length)
  })

  it('turns a switch of a team for a share of the people, who keep it when that grows', async () => {
    const people = Array.from({ length: 30 }, () => harness.browser())
    const whoHas = async (flag: string) => {
      const all = await Promise.all(
        people.map(async (person) => {
          person.cookies.set('griot_session', 'x')
          const page = (await person.ask('/', { headers: { accept: 'text/html' } })).text
          const asked = JSON.parse((await person.ask('/mfe/v1/assignment')).text) as Assignment
          const isOn = asked.modules.rewards?.flags?.includes(flag) ?? false
          expect(page.includes(`"${flag}"`)).toBe(isOn)
          return isOn
        }),
      )
      return all.flatMap((isOn, index) => (isOn ? [index] : []))
    }
    const turn = (flag: string, percent: number) => json<ChangeAnswer>(change('rewards', 'flag', { flag, percent }))

    expect((await turn('new-chart', 30)).change).toMatchObject({ action: 'flag', flag: 'new-chart', percent: 30 })
    const few = await whoHas('new-chart')
    expect([few.length > 0, few.length < 30]).toEqual([true, true])
    await turn('new-chart', 80)
    const more = await whoHas('new-chart')
    expect(more).toEqual(expect.arrayContaining(few))
    expect(more.length).toBeGreaterThan(few.length)

    await turn('new-chart', 100)
    expect((await assignment()).modules.rewards?.flags).toEqual(['new-chart'])
    expect((await assignment()).modules.listener?.flags).toBeUndefined()
    expect((await turn('new-chart', 0)).standing.flags).toBeUndefined()
    expect(await whoHas('new-chart')).toEqual([])

    const refusals = [
      change('rewards', 'flag', { flag: 'New Chart', percent: 5 }),
      change('rewards', 'flag', { flag: 'new-chart' }),
      change('listener', 'flag', { flag: 'new-chart', percent: 5 }),
    ]
    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([400, 400, 403])
  })

  it('only tells what would be, when asked so', async () => {
    await deploy(2)
    const dry = await json<ChangeAnswer>(change('rewards', 'promote', { version: versionOf(2), dryRun: true }))

    expect(dry).toMatchObject({ rev: 3, isNew: true, standing: { stable: versionOf(2) } })
    expect((await json<RegistryStatus>(call('GET', 'status'))).rev).toBe(3)
  })

  it('clears away for a team what is its own, and says what it keeps', async () => {
    await deploy(2)
    const cleared = await json(call('POST', 'modules/rewards/collect', { dryRun: true }))
    expect(cleared).toEqual({ condemned: [], removed: [], kept: 2 })

    expect((await call('POST', 'modules/listener/collect', {})).status).toBe(403)
  })

  it('switches a module off and on', async () => {
    await change('rewards', 'disable', { reason: 'the ledger is being moved' })
    expect((await assignment()).modules.rewards?.isDisabled).toBe(true)

    await change('rewards', 'enable', {})
    expect((await assignment()).modules.rewards?.isDisabled).toBeUndefined()
  })

  it('hands out a link by which one person sees another version, also one that was taken back', async () => {
    await deploy(2)
    await change('rewards', 'promote', { version: versionOf(2) })
    await change('rewards', 'rollback', {})
    const made = await json<{ link: string }>(call('POST', 'overrides', { modules: { rewards: versionOf(2) } }))
    const visitor = harness.browser()
    const { pathname, search } = new URL(made.link)
    const followed = await visitor.ask(pathname + search)
    expect(followed.status).toBe(303)
    await visitor.ask(`${pathname}?with=forged`, { headers: { 'sec-fetch-mode': 'no-cors' } })

    const seen = JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(seen.modules.rewards).toMatchObject({ version: versionOf(2), lkg: { version: versionOf(1) } })
    expect(seen.modules.rewards?.quarantined).toBeUndefined()
    expect(seen.overrides).toEqual({ rewards: versionOf(2) })
    expect((await assignment()).overrides).toBeUndefined()

    await visitor.ask('/mfe/v1/override')
    expect((JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment).overrides).toBeUndefined()
  })

  it('turns a switch for one person by a link, whoever else has it', async () => {
    const asked = (modules: object) => call('POST', 'overrides', { modules })
    await change('rewards', 'flag', { flag: 'old-chart', percent: 100 })
    const { link } = await json<{ link: string }>(asked({ 'rewards:new-chart': 'on', 'rewards:old-chart': 'off' }))
    const visitor = harness.browser()
    await visitor.ask(new URL(link).pathname + new URL(link).search)

    const seen = JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(seen.modules.rewards?.flags).toEqual(['new-chart'])
    expect(seen.overrides).toEqual({ 'rewards:new-chart': 'on', 'rewards:old-chart': 'off' })
    expect((await assignment()).modules.rewards?.flags).toEqual(['old-chart'])

    const refusals = [{ rewards: 'on' }, { 'rewards:new-chart': versionOf(1) }, { 'listener:new-chart': 'on' }]
    expect((await Promise.all(refusals.map(asked))).map(({ status }) => status)).toEqual([400, 400, 403])
  })

  it('shows a developer’s own build to whoever has the link, from one version to the next, and says when it moves', async () => {
    const draft = 'draft-0a1b2c3d'
    const move = (build: number) => call('PUT', `modules/rewards/drafts/${draft}`, { version: versionOf(build) })
    expect((await move(2)).status).toBe(404)
    await deploy(2)
    expect((await move(2)).status).toBe(200)
    const { link } = await json<{ link: string }>(call('POST', 'overrides', { modules: { rewards: draft } }))
    const visitor = harness.browser()
    await visitor.ask(new URL(link).pathname + new URL(link).search)
    const seen = async () => JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment
    expect(await seen()).toMatchObject({ overrides: { rewards: versionOf(2) } })

    const isToldAgain = await listenFor(visitor, 'draft')
    await deploy(3)
    await move(3)
    await isToldAgain()

    expect((await seen()).modules.rewards?.version).toBe(versionOf(3))
    expect((await assignment()).modules.rewards?.version).toBe(versionOf(1))
    token = await tokenFor('listener')
    expect((await move(2)).status).toBe(403)
    expect((await call('PUT', 'modules/listener/drafts/mine', { version: versionOf(1) })).status).toBe(404)
  })

  it('shows what a branch makes of several modules by one link, which stays the same while they move', async () => {
    const preview = 'preview-new-points-3f2a'
    const move = (module: string, build: number) =>
      json<DraftAnswer>(call('PUT', `modules/${module}/drafts/${preview}`, { version: versionOf(build) }))
    await deploy(2)
    const { link } = await move('rewards', 2)
    token = await tokenFor('listener')
    await deployed(moduleDocument('listener', 2))
    expect(await move('listener', 2)).toEqual({ draft: preview, version: versionOf(2), link })

    const visitor = harness.browser()
    const { pathname, search } = new URL(link ?? '')
    expect((await visitor.ask(pathname + search)).status).toBe(303)
    const seen = async () => (JSON.parse((await visitor.ask('/mfe/v1/assignment')).text) as Assignment).overrides
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(2) })
    const isToldAgain = await listenFor(visitor, 'preview')
    await deployed(moduleDocument('listener', 3))
    expect((await move('listener', 3)).link).toBe(link)
    await isToldAgain()
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(3) })

    const { previews } = await json<RegistryStatus>(call('GET', 'status'))
    expect(previews).toMatchObject([
      { name: preview, module: 'listener', version: versionOf(3), link },
      { name: preview, module: 'rewards', version: versionOf(2), link },
    ])
    // Two weeks after anything of it last moved there is nothing left of it.
    await harness.db.run(sql`update module_draft set moved_at = moved_at - interval '13 days'`)
    await deleteOldDrafts(harness.db)
    expect(await seen()).toEqual({ rewards: versionOf(2), listener: versionOf(3) })
    await harness.db.run(sql`update module_draft set moved_at = moved_at - interval '1 day'`)
    await deleteOldDrafts(harness.db)
    expect(await seen()).toBeUndefined()
    expect((await harness.browser().ask(pathname + search)).status).toBe(404)
  })

  it('tells what people saw before, and shows one person all of it as it was, whoever’s it is', async () => {
    await deploy(2)
    await change('rewards', 'promote', { version: versionOf(2) })
    await change('rewards', 'disable', { reason: 'a drill' })
    const { revisions } = await json<Revisions>(call('GET', 'env/prod/revisions?limit=3'))
    expect(revisions.map(({ rev, shown }) => [rev, shown.rewards])).toEqual([
      [5, 'off'],
      [4, versionOf(2)],
      [3, versionOf(1)],
    ])
    expect((await json<Revisions>(call('GET', 'env/prod/revisions?before=2'))).revisions).toHaveLength(2)

    const seenAt = async (rev: number) => {
      const { link } = await json<OverrideAnswer>(call('POST', 'overrides', { rev }))
      const visitor = harness.browser()
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
    expect((await call('POST', 'overrides', { rev: 99 })).status).toBe(404)
    expect((await call('POST', 'overrides', {})).status).toBe(400)

    // What stands of other teams may be looked at beside one's own, and what does not may not.
    token = await tokenFor('listener')
    await deployed(moduleDocument('listener', 2))
    token = await tokenFor('rewards')
    const ask = (build: number) => call('POST', 'overrides', { modules: { listener: versionOf(build) } })
    expect([(await ask(1)).status, (await ask(2)).status]).toEqual([200, 403])
  })

  it('passes over an override that is forged', async () => {
    const value = Buffer.from(JSON.stringify({ until: Date.now() + 9e6, modules: { rewards: versionOf(2) } }))
    const cookie = `griot_modules=${value.toString('base64url')}.${'A'.repeat(43)}`

    expect((await assignment({ cookie })).overrides).toBeUndefined()
  })

  /** Listens as a tab does, until it was told for the first time; answers how to wait for the next. */
  const listenFor = async (visitor: Browser, event: string) => {
    const stop = new AbortController()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const place = `http://127.0.0.1:${harness.port}/mfe/v1/events`
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

  const tokenFor = async (module: string, scopes: ('deploy' | 'release')[] = ['deploy', 'release']) => {
    const asked = { module, label: `${module} team`, scopes, days: 1, createdBy: 'the test' }
    return (await createToken(harness.db, asked)).token
  }

  const call = (method: string, place: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${harness.port}/mfe/v1/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const change = (module: string, action: string, body: object, headers?: Record<string, string>) =>
    call('POST', `env/prod/modules/${module}/${action}`, body, headers)

  const commit = (document: VersionDocument) => call('POST', `modules/${document.module}/versions`, { document })

  const putFile = (document: VersionDocument, name: string, content: string) => {
    const hash = Buffer.from(document.files[name]?.sri.slice(7) ?? '', 'base64').toString('hex')
    return fetch(`http://127.0.0.1:${harness.port}/mfe/v1/modules/${document.module}/blobs/${hash}?name=${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: content,
    })
  }

  /** The way of the command: what is missing, the files, the version. */
  const deployed = async (document: VersionDocument, files = filesOf(document)) => {
    const { missing } = await json<DeployPlan>(call('POST', `modules/${document.module}/plan`, { document }))
    for (const name of missing) expect((await putFile(document, name, files[name] ?? '')).status).toBe(200)
    return commit(document)
  }

  const filesOf = ({ module, version }: VersionDocument): Readonly<Record<string, string>> =>
    moduleFiles(module, Number(version.slice(-8)))

  /** A second shell with declarations of its own stands from now on. */
  const standShell = async (contract: string) => {
    const files = { ...shellFiles(2), 'types/sdk/contract.d.ts': contract }
    const document = shellDocument(2, files, { types: ['types/sdk/contract.d.ts'] })
    await publishModule({
      dist: await writeBuild(harness.modulesDir, document, files),
      store: openRegistryStore(harness.modulesDir),
    })
  }

  const saidBy = async (answer: Promise<Response>) => JSON.stringify(await (await answer).json())

  const deploy = async (build: number) => {
    const answer = await deployed(moduleDocument('rewards', build))
    expect(answer.status).toBe(201)
    return (await answer.json()) as VersionChecks
  }

  const assignment = async (headers: Record<string, string> = {}) =>
    (await (await fetch(`http://127.0.0.1:${harness.port}/mfe/v1/assignment`, { headers })).json()) as Assignment

  const json = async <Answer>(response: Promise<Response>) => (await (await response).json()) as Answer
  const codeOf = async (response: Response | undefined) =>
    ((await response?.json()) as { code?: string } | undefined)?.code
})

describe('the cohorts', () => {
  it('hold the share that was asked for, and nobody leaves while it grows', async () => {
    const { isInCohort } = await import('./assignment.ts')
    const people = Array.from({ length: 10_000 }, (_, index) =>
      createHash('sha256').update(`visitor ${index}`).digest('base64url'),
    )
    let before = new Set<string>()
    for (const percent of [5, 25, 50, 100]) {
      const now = new Set(people.filter((sid) => isInCohort(sid, 'rewards', { salt: 'k9', percent })))
      expect(Math.abs(now.size / 100 - percent)).toBeLessThan(1)
      expect([...before].every((sid) => now.has(sid))).toBe(true)
      before = now
    }
    const others = people.filter((sid) => isInCohort(sid, 'rewards', { salt: 'other', percent: 5 }))
    const same = people.filter((sid) => isInCohort(sid, 'rewards', { salt: 'k9', percent: 5 }))
    expect(others.filter((sid) => same.includes(sid)).length).toBeLessThan(60)
  })
})
