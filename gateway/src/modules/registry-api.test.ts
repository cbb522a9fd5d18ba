import type { ChangeResponse, DeployedVersions, RegistryStatus } from '@griot/contracts/module-registry'
import { freeze } from '@griot/module-registry/changes'
import { updatePointer } from '@griot/module-registry/pointer'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import {
  builtModule,
  moduleDocument,
  moduleFiles,
  shellDocument,
  shellFiles,
  versionOf,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, json, openTeam, type Team } from '../testing/team.ts'

describe('the registry API', () => {
  let team: Team

  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  it('deploys, promotes and rolls back a version', async () => {
    await team.deploy(2)
    expect((await team.assignment()).modules.rewards?.version).toBe(versionOf(1))

    const promoted = await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(2) }))
    expect(promoted).toMatchObject({ rev: 4, isNew: true, state: { stable: versionOf(2), lkg: versionOf(1) } })
    expect(promoted.change?.checks?.map(({ outcome }) => outcome)).not.toContain('refuse')
    expect((await team.assignment()).modules.rewards).toMatchObject({
      version: versionOf(2),
      lkg: { version: versionOf(1) },
    })

    const back = await json<ChangeResponse>(team.change('rewards', 'rollback', { reason: 'it flickers' }))
    expect(back.change).toMatchObject({
      action: 'rollback',
      from: versionOf(2),
      to: versionOf(1),
      reason: 'it flickers',
    })
    expect((await team.assignment()).modules.rewards).toMatchObject({
      version: versionOf(1),
      quarantined: [versionOf(2)],
    })

    // The team can undo a rollback without force, but not one by the rollback policy.
    const again = { version: versionOf(2), reason: 'it was the network' }
    expect((await json<ChangeResponse>(team.change('rewards', 'promote', again))).state.quarantined).toEqual([])
    await team.quarantine(2)
    expect(await codeOf(await team.change('rewards', 'promote', again))).toBe('version.quarantined')
    const force = { ...again, force: true }
    expect(await codeOf(await team.change('rewards', 'promote', force))).toBe('force.second_person')
    await team.becomes('rewards')
    const { change: forced } = await json<ChangeResponse>(team.change('rewards', 'promote', force))
    expect(forced?.reason).toBe('forced: it was the network')
  })

  it('removes a retired module from menus and the registry until a version is promoted', async () => {
    const routes = [{ id: 'rewards.home', path: '/gifts', title: 'Gifts', skeleton: 'list' as const }]
    const nav = [{ id: 'rewards.home', route: 'rewards.home', label: 'Gifts', icon: 'gift', order: 3 }]
    const document = moduleDocument('rewards', 2, undefined, { contributes: { routes, nav, slots: [], fallback: {} } })
    expect((await team.deployed(document)).status).toBe(201)
    await team.saveVerdict(2)
    await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(2) }))
    const before = (await team.assignment()).modules.rewards
    expect(before?.contributes.nav).toEqual(nav)
    const store = openRegistryStore(team.harness.modulesDir)

    const retired = await json<ChangeResponse>(team.change('rewards', 'retire', { reason: 'moved' }))

    expect(retired).toMatchObject({ isNew: true, change: { action: 'disable', retired: true, reason: 'moved' } })
    const status = await json<RegistryStatus>(team.call('GET', 'status'))
    expect(Object.keys(status.modules).sort()).toEqual(['listener', 'shell'])
    expect(status.retired).toEqual([{ module: 'rewards', version: versionOf(2), reason: 'moved' }])
    // Open tabs keep a module that an assignment omits.
    const contributes = { routes: [], nav: [], slots: [], commands: [], fallback: {} }
    expect((await team.assignment()).modules.rewards).toMatchObject({ isDisabled: true, lkg: null, contributes })
    const page = await fetch(`http://127.0.0.1:${team.harness.port}/`, { headers: { accept: 'text/html' } })
    const [, inlined = ''] = /id="griot-registry"[^>]*>([^<]*)</.exec(await page.text()) ?? []
    const { modules, retired: removed } = JSON.parse(inlined)
    expect([Object.keys(modules).includes('rewards'), removed]).toEqual([false, ['rewards']])
    expect(await codeOf(await team.change('rewards', 'enable', {}))).toBe('module.retired')
    // A start of the product does not promote it.
    await publishModule({ dist: await builtModule(team.harness.modulesDir, 'rewards', 3), store })
    expect((await team.assignment()).modules.rewards?.isDisabled).toBe(true)

    await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(2) }))
    const back = await team.assignment()
    expect([back.modules.rewards, back.retired]).toEqual([{ ...before, lkg: null }, undefined])
  })

  it('stores the origin of a version', async () => {
    const source = {
      commit: 'a'.repeat(40),
      branch: 'main',
      author: 'Ama',
      message: 'feat: count',
      link: 'https://ci/7',
    }
    const document = moduleDocument('rewards', 2)
    await team.deploy(2)
    const third = moduleDocument('rewards', 3)
    await team.deployed(third, moduleFiles('rewards', 3), source)
    const listed = await json<DeployedVersions>(team.call('GET', 'modules/rewards/versions'))

    const sourceOf = (wanted: string) => listed.versions.find(({ version }) => version === wanted)?.source
    expect(sourceOf(third.version)).toEqual(source)
    expect(sourceOf(document.version)).toBeNull()
    const script = { document, source: { ...source, link: 'javascript:alert(1)' } }
    expect((await team.call('POST', 'modules/rewards/versions', script)).status).toBe(400)
  })

  it('rolls back release by release, and to the last known good version', async () => {
    const store = openRegistryStore(team.harness.modulesDir)
    const previous = async () => (await json<RegistryStatus>(team.call('GET', 'status'))).previous.rewards
    const rollBack = async (body: object = {}) =>
      (await json<ChangeResponse>(team.change('rewards', 'rollback', body))).change
    for (const build of [2, 3, 4]) {
      await team.deploy(build)
      await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(build) }))
    }

    expect(await rollBack({ dryRun: true })).toMatchObject({ from: versionOf(4), to: versionOf(3) })
    expect([await previous(), (await rollBack())?.to]).toEqual([versionOf(3), versionOf(3)])
    expect([await previous(), (await rollBack())?.to]).toEqual([versionOf(2), versionOf(2)])
    await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(4) }))
    await updatePointer(store, (pointer) => freeze(pointer, { by: 'admin', reason: 'holidays' }))
    expect((await rollBack())?.to).toBe(versionOf(2))
    expect((await rollBack({ toLastGood: true }))?.to).toBe(versionOf(1))
    expect(await previous()).toBeUndefined()
    for (const body of [{}, { toLastGood: true }]) {
      expect(await codeOf(await team.change('rewards', 'rollback', body))).toBe('rollback.nowhere')
    }
  })

  it('rolls back a release whose shell and modules fit only each other, the shell first', async () => {
    const store = openRegistryStore(team.harness.modulesDir)
    const built = { mf: '2.10.0', rspack: '2.3.2' }
    const files = shellFiles(2)
    const document = shellDocument(2, files, { built })
    await publishModule({ dist: await writeBuild(team.harness.modulesDir, document, files), store })
    for (const name of ['rewards', 'listener']) {
      const own = moduleFiles(name, 2)
      const document = moduleDocument(name, 2, own, { built })
      await publishModule({ dist: await writeBuild(team.harness.modulesDir, document, own), store })
    }
    const assigned = async () => {
      const { shell, modules } = await team.assignment()
      return [shell, modules.rewards?.version, modules.listener?.version]
    }
    await expect.poll(assigned).toEqual([versionOf(2), versionOf(2), versionOf(2)])
    expect(await codeOf(await team.change('rewards', 'rollback', {}))).toBe('checks.refused')

    await team.becomes('shell')
    expect(await codeOf(await team.change('shell', 'rollback', {}))).toBe('checks.refused')
    await json<ChangeResponse>(team.change('shell', 'rollback', { force: true, reason: 'the release before' }))
    expect(await assigned()).toEqual([versionOf(1), versionOf(1), versionOf(1)])
    expect((await json<RegistryStatus>(team.call('GET', 'status'))).notShown).toHaveLength(2)

    for (const name of ['rewards', 'listener']) {
      await team.becomes(name)
      await json<ChangeResponse>(team.change(name, 'rollback', {}))
    }
    expect(await assigned()).toEqual([versionOf(1), versionOf(1), versionOf(1)])
    expect((await json<RegistryStatus>(team.call('GET', 'status'))).notShown).toEqual([])
  })

  it('rejects requests of a blocked version only', async () => {
    await team.deploy(2)
    await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(2) }))
    await team.deploy(3)
    const blocked = await json<ChangeResponse>(
      team.change('rewards', 'block', { range: versionOf(3), reason: 'it pays twice' }),
    )
    expect(blocked.state.blocked).toMatchObject([{ range: versionOf(3), reason: 'it pays twice' }])

    const request = async (client: string) => {
      const response = await team.harness.browser().request('/api/points/rules', { headers: { 'x-mfe': client } })
      return response.status === 426 ? (JSON.parse(response.text) as { code: string }).code : 'answered'
    }
    expect(await request(`rewards@${versionOf(3)}`)).toBe('client.too_old')
    for (const client of [`rewards@${versionOf(2)}`, `listener@${versionOf(3)}`, 'rewards', '@', '{}@'.repeat(500)]) {
      expect(await request(client)).toBe('answered')
    }
    const promoted = await team.change('rewards', 'promote', { version: versionOf(3) })
    expect(await promoted.json()).toMatchObject({ fields: { C13: 'It is blocked: it pays twice.' } })

    await json<ChangeResponse>(team.change('rewards', 'unblock', { range: versionOf(3) }))
    expect(await request(`rewards@${versionOf(3)}`)).toBe('answered')
  })

  it('records author and reason in the audit log', async () => {
    await team.deploy(2)
    await team.change('rewards', 'promote', { version: versionOf(2), reason: 'new badges' })

    const { journal, modules, rev } = await json<RegistryStatus>(team.call('GET', 'status'))
    expect(rev).toBe(4)
    expect(modules.rewards?.stable).toBe(versionOf(2))
    expect(journal[0]?.change).toMatchObject({
      action: 'promote',
      reason: 'new badges',
      by: expect.stringMatching(/^rewards team \([0-9a-f]{8}\)$/),
    })
    // A version that came with the product has no deployer.
    expect(await json(team.call('GET', 'modules/rewards/versions'))).toEqual({
      versions: [
        {
          version: versionOf(2),
          deployed: { by: journal[0]?.change?.by, at: expect.any(String) },
          source: null,
          misfit: null,
        },
        { version: versionOf(1), deployed: null, source: null, misfit: null },
      ],
    })
  })

  it('accepts one of two concurrent changes of the same revision', async () => {
    await team.deploy(2)
    const other = await team.tokenFor('listener')
    const responses = await Promise.all([
      team.change('rewards', 'promote', { version: versionOf(2) }, { 'if-match': '3' }),
      team.change('listener', 'disable', {}, { 'if-match': '3', authorization: `Bearer ${other}` }),
    ])

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
    const { modules } = await json<RegistryStatus>(team.call('GET', 'status'))
    expect([modules.rewards?.stable === versionOf(2), modules.listener?.disabled !== null].sort()).toEqual([
      false,
      true,
    ])
  })

  it('returns 405 with the allowed methods', async () => {
    const response = await team.call('DELETE', 'status')

    expect([response.status, await codeOf(response)]).toEqual([405, 'method.not_allowed'])
    expect(response.headers.get('allow')?.split(', ')).toContain('GET')
  })

  it('changes nothing in a dry run', async () => {
    await team.deploy(2)
    const dry = await json<ChangeResponse>(team.change('rewards', 'promote', { version: versionOf(2), dryRun: true }))

    expect(dry).toMatchObject({ rev: 3, isNew: true, state: { stable: versionOf(2) } })
    expect((await json<RegistryStatus>(team.call('GET', 'status'))).rev).toBe(3)
  })

  it('collects versions only of the own module', async () => {
    await team.deploy(2)
    const collected = await json(team.call('POST', 'modules/rewards/collect', { dryRun: true }))
    expect(collected).toEqual({ marked: [], removed: [], kept: 2 })

    expect((await team.call('POST', 'modules/listener/collect', {})).status).toBe(403)
  })

  it('switches a module off and on', async () => {
    await team.change('rewards', 'disable', { reason: 'the ledger is being moved' })
    expect((await team.assignment()).modules.rewards?.isDisabled).toBe(true)

    await team.change('rewards', 'enable', {})
    expect((await team.assignment()).modules.rewards?.isDisabled).toBeUndefined()
  })
})
