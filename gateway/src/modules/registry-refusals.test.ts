import type { RegistryStatus } from '@griot/contracts/module-registry'
import type { VersionDocument } from '@griot/contracts/modules'
import { freeze } from '@griot/module-registry/changes'
import { updatePointer } from '@griot/module-registry/pointer'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { moduleDocument, moduleFiles, versionOf, writeBuild } from '@griot/module-registry/testing/built-module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, json, openTeam, type Team } from '../testing/team.ts'

describe('the registry API refuses', () => {
  let team: Team

  beforeEach(async () => {
    team = await openTeam()
  })
  afterEach(() => team.close())

  it('a version that exists already', async () => {
    await team.deploy(2)
    const again = await team.commit(moduleDocument('rewards', 2))
    const other = moduleFiles('rewards', 2, 'other')
    const forged = await team.deployed(moduleDocument('rewards', 2, other), other)

    expect([again.status, await codeOf(again)]).toEqual([409, 'version.exists'])
    expect([forged.status, await codeOf(forged)]).toEqual([409, 'version.taken'])
    const kept = await json<VersionDocument>(team.call('GET', `modules/rewards/versions/${versionOf(2)}`))
    expect(kept).toEqual(moduleDocument('rewards', 2))
  })

  it('a token of another module, an unknown token and a missing one', async () => {
    const other = await team.tokenFor('listener')
    const responses = await Promise.all([
      team.change('rewards', 'rollback', {}, { authorization: `Bearer ${other}` }),
      team.change('rewards', 'rollback', {}, { authorization: `Bearer mfe_${'x'.repeat(43)}` }),
      team.change('rewards', 'rollback', {}, { authorization: '' }),
    ])

    expect(responses.map(({ status }) => status)).toEqual([403, 401, 401])
    expect(await codeOf(responses[0])).toBe('token.other_module')
  })

  it('invented tokens beside a valid one', async () => {
    const invented = Array.from({ length: 50 }, (_, at) => `Bearer mfe_${String(at).padStart(43, 'A')}`)
    const rejected = invented.map((authorization) => team.call('GET', 'status', undefined, { authorization }))
    const responses = await Promise.all([team.call('GET', 'status'), ...rejected])

    expect(responses.map(({ status }) => status)).toEqual([200, ...invented.map(() => 401)])
  })

  it('a release with a token that may only deploy', async () => {
    await team.becomes('rewards', ['deploy'])
    await team.deploy(2)
    const response = await team.change('rewards', 'promote', { version: versionOf(2) })

    expect([response.status, await codeOf(response)]).toEqual([403, 'token.scope'])
  })

  it('a file with other content, and a file name outside the version', async () => {
    const document = moduleDocument('rewards', 2)
    const put = await team.putFile(document, 'remoteEntry.js', 'something else')
    expect([put.status, await codeOf(put)]).toEqual([400, 'blob.other_content'])

    const files = { '../../env/prod/00000009.json': document.files['remoteEntry.js'] }
    const escaping = await team.commit({ ...document, files } as VersionDocument)
    expect(escaping.status).toBe(400)
    expect((await team.commit(document)).status).toBe(422)
    expect((await team.call('GET', `modules/rewards/versions/${versionOf(2)}`)).status).toBe(404)
  })

  it('a version that needs another major version of a library, or one that the shell does not share', async () => {
    const needing = (shared: Record<string, string>) =>
      team.deployed(
        moduleDocument('rewards', 2, undefined, { requires: { shellSdk: '^1.0.0', shared, api: [] } }),
        moduleFiles('rewards', 2),
      )
    const fieldsOf = async (response: Response) => [
      response.status,
      ((await response.json()) as { fields: object }).fields,
    ]

    expect(await fieldsOf(await needing({ react: '^18.0.0' }))).toEqual([
      422,
      { C4: expect.stringMatching(/^It requires react \^18\.0\.0, but shell .* provides the major version 19\.$/) },
    ])
    expect(await fieldsOf(await needing({ lodash: '^4.0.0' }))).toEqual([
      422,
      { C4: expect.stringMatching(/does not share lodash\. Bundle it with the module\.$/) },
    ])
    // A later minor version can be deployed before the shell that provides it.
    expect((await needing({ react: '^19.9.0' })).status).toBe(201)
  })

  it('a version with styles for the whole page', async () => {
    const files = { ...moduleFiles('rewards', 2), 'a.css': 'nav { display: none }' }
    const response = await team.deployed(moduleDocument('rewards', 2, files), files)

    expect([response.status, await response.json()]).toMatchObject([
      422,
      { fields: { C14: expect.stringMatching(/^a\.css affects the whole page: nav\./) } },
    ])
  })

  it('invalid names of modules and versions', async () => {
    const long = '9'.repeat(400)
    for (const odd of ['rewards~1', 'rewards%20', '*', 'a'.repeat(300), `${long}.0.0-g00000001`]) {
      for (const place of [`rewards/versions/${odd}`, `${odd}/versions/${versionOf(1)}`]) {
        expect([odd, (await team.call('GET', `modules/${place}/checks`)).status]).toEqual([odd, 404])
        expect([odd, (await team.call('GET', `modules/${place}/types`)).status]).toEqual([odd, 404])
      }
    }
    const document = { ...moduleDocument('rewards', 2), version: `${long}.0.0-g00000002` }
    expect((await team.commit(document)).status).toBe(400)

    // A name from Object.prototype.
    await team.becomes('constructor')
    expect((await team.commit(moduleDocument('constructor', 1))).status).toBe(404)
    expect((await team.change('constructor', 'disable', { version: versionOf(1) })).status).toBe(404)
  })

  it('a version that the checks refuse', async () => {
    const document = moduleDocument('rewards', 2, undefined, {
      requires: { shellSdk: '^1.9.0', shared: {}, api: ['points@9'] },
    })
    await team.deployed(document)
    await team.saveVerdict(2)
    const response = await team.change('rewards', 'promote', { version: versionOf(2) })

    expect(response.status).toBe(422)
    expect(((await response.json()) as { fields: object }).fields).toEqual({
      'C4.1': 'shell 0.1.0-g00000001 provides SDK 1.0.0, but the module requires ^1.9.0.',
      'C5.2': 'The API does not serve points@9.',
    })
    const unexplained = await team.change('rewards', 'promote', { version: versionOf(2), force: true })
    expect([unexplained.status, await unexplained.json()]).toMatchObject([
      400,
      { fields: { reason: 'Give the reason why the checks are overridden.' } },
    ])
    const force = { version: versionOf(2), force: true, reason: 'the API follows in an hour' }
    const forced = await team.change('rewards', 'promote', force)
    expect([forced.status, await codeOf(forced)]).toEqual([403, 'force.second_person'])
    await team.becomes('rewards')
    expect((await team.change('rewards', 'promote', force)).status).toBe(200)
  })

  it('a release to all users without a passed browser check', async () => {
    const c10 = async (action: string, body: object) => {
      const response = await team.change('rewards', action, { version: versionOf(2), ...body })
      return ((await response.json()) as { fields?: object }).fields ?? response.status
    }
    await team.deployed(moduleDocument('rewards', 2))
    const untested = {
      C10: `It was not tested in a browser. A release to all users needs it: mfe verify rewards@${versionOf(2)} --browser.`,
    }
    expect(await c10('promote', {})).toEqual(untested)
    expect(await c10('canary', { percent: 100 })).toEqual(untested)
    const ramp = { percent: 5, ramp: { shares: [25, 100], holdMinutes: 15 } }
    expect(await c10('canary', ramp)).toEqual(untested)
    const shrinking = { percent: 5, ramp: { shares: [4], holdMinutes: 15 } }
    expect(await c10('canary', shrinking)).toEqual({ ramp: 'Each share must be larger than the one before.' })
    expect(await c10('canary', { percent: 5 })).toBe(200)
    expect(await c10('canary', { percent: 100, version: undefined })).toEqual(untested)
    await team.becomes('rewards', ['deploy'])
    await team.saveVerdict(2, '/rewards: console error “no”.', 'the audio was paused.')
    await team.becomes('rewards')
    expect(await c10('promote', {})).toEqual({
      'C10.1': '/rewards: console error “no”.',
      'C10.2': 'the audio was paused.',
    })
    expect((await team.saveVerdict(9)).status).toBe(404)
    await team.becomes('listener')
    expect((await team.saveVerdict(2)).status).toBe(403)
    await team.becomes('rewards')
    expect(await c10('promote', { dryRun: true, force: true, reason: 'the page works' })).toBe(200)

    const optional = { browserCheck: 'optional', version: undefined }
    expect(await c10('policy', optional)).toEqual({ reason: 'Give the reason for the audit log.' })
    expect(await c10('policy', { ...optional, reason: 'it has no page' })).toBe(200)
    const { journal } = await json<RegistryStatus>(team.call('GET', 'status'))
    expect(journal[0]?.change).toMatchObject({
      ...{ action: 'flag', browserCheck: 'optional', reason: 'it has no page' },
    })
    expect(await c10('promote', {})).toBe(200)
    // A version that was current needs no test to become current again.
    expect(await c10('policy', { browserCheck: 'required', version: undefined, reason: 'it has one' })).toBe(200)
    expect(await c10('promote', { version: versionOf(1) })).toBe(200)
  })

  it('a rollback to a version that was never current, or that a promotion refuses', async () => {
    const rollBackTo = async (version: string, more: object = {}) => {
      const response = await team.change('rewards', 'rollback', { version, ...more })
      const { code, message, fields = {} } = (await response.json()) as Record<string, string | object>
      return [response.status, code, message, ...Object.keys(fields)]
    }
    const never = (build: number) => [
      422,
      'rollback.never_current',
      `rewards ${versionOf(build)} was never current, so a rollback cannot return to it. Promote it instead.`,
    ]
    const contributing = (build: number, path: string) =>
      moduleDocument('rewards', build, undefined, {
        contributes: {
          routes: [{ id: 'rewards.page', path, title: 'Page', skeleton: 'list' }],
          ...{ nav: [], slots: [], fallback: {} },
        },
      })
    // C7 refuses it.
    await team.deployed(contributing(2, '/api/page'))
    expect(await rollBackTo(versionOf(2))).toEqual(never(2))
    // A candidate that was withdrawn.
    await team.deploy(3)
    await team.change('rewards', 'canary', { version: versionOf(3), percent: 5 })
    expect((await team.change('rewards', 'rollback', {})).status).toBe(200)
    expect(await rollBackTo(versionOf(3))).toEqual(never(3))
    // A development build.
    const watcher = '00000004'
    await team.deployed({ ...moduleDocument('rewards', 4), built: { mf: '2.9.2', rspack: '2.3.2', watcher } })
    expect(await rollBackTo(versionOf(4))).toEqual(never(4))
    expect((await rollBackTo(versionOf(4), { force: true }))[1]).toBe('rollback.never_current')

    // Each was current, and now the rules of a promotion refuse it.
    const store = openRegistryStore(team.harness.modulesDir)
    const publish = async (document: VersionDocument) => {
      const files = moduleFiles('rewards', Number(document.version.slice(-8)))
      await publishModule({ dist: await writeBuild(team.harness.modulesDir, document, files), store })
    }
    await publish(contributing(5, '/m/page'))
    await publish({ ...moduleDocument('rewards', 6), built: { mf: '2.9.2', rspack: '2.3.2', watcher: '00000006' } })
    for (const build of [7, 8]) {
      await team.deploy(build)
      expect((await team.change('rewards', 'promote', { version: versionOf(build) })).status).toBe(200)
    }
    await team.quarantine(8)
    const refused = [422, 'checks.refused', 'The release checks refuse this.']
    expect(await rollBackTo(versionOf(5))).toEqual([...refused, 'C7'])
    expect(await rollBackTo(versionOf(6))).toEqual([...refused, 'C8'])
    expect(await rollBackTo(versionOf(8))).toEqual([
      422,
      'version.quarantined',
      expect.stringContaining(`rewards ${versionOf(8)} failed for users and was rolled back automatically.`),
    ])
    const force = { force: true, reason: 'it was the network' }
    expect((await rollBackTo(versionOf(8), force))[1]).toBe('force.second_person')
    await updatePointer(store, (pointer) => freeze(pointer, { by: 'admin', reason: 'holidays' }))
    expect(await rollBackTo(versionOf(7))).toEqual([409, 'environment.frozen', 'prod is frozen: holidays.'])
  })

  it('a version whose types are not compared with those of a newer shell', async () => {
    const typesOf = (contract: string) => ({ ...moduleFiles('rewards', 2), 'types/sdk/contract.d.ts': contract })
    await team.publishShell('export type Api = 1')
    const files = typesOf('export type Api = 2')
    await team.deployed(moduleDocument('rewards', 2, files, { types: ['types/sdk/contract.d.ts'] }), files)
    await team.saveVerdict(2)
    const types = `modules/rewards/versions/${versionOf(2)}/types`

    const refused = await team.change('rewards', 'promote', { version: versionOf(2) })
    expect(((await refused.json()) as { fields: object }).fields).toEqual({
      C9: `Its types were not compared with those of shell ${versionOf(2)} yet. Run mfe verify rewards@${versionOf(2)}.`,
    })
    expect(await json(team.call('GET', types))).toEqual({ uncompared: [`shell@${versionOf(2)}`] })
    const other = { module: 'shell', version: versionOf(2) }
    expect((await team.call('PUT', types, { other, complaint: 'Type 2 is not 1.' })).status).toBe(200)
    expect(JSON.stringify(await json(team.change('rewards', 'promote', { version: versionOf(2) })))).toContain(
      'Type 2 is not 1.',
    )
    expect((await team.call('PUT', types, { other, complaint: null })).status).toBe(200)
    expect((await team.change('rewards', 'promote', { version: versionOf(2) })).status).toBe(200)

    // The comparison counts for both versions.
    await team.becomes('shell')
    expect(await json(team.call('GET', `modules/shell/versions/${versionOf(2)}/types`))).toEqual({ uncompared: [] })
    expect(
      (await team.call('PUT', `modules/shell/versions/${versionOf(2)}/types`, { other, complaint: null })).status,
    ).toBe(400)
  })

  it('a change based on an outdated revision', async () => {
    await team.deploy(2)
    const late = await team.change('rewards', 'promote', { version: versionOf(2) }, { 'if-match': '2' })

    expect([late.status, await codeOf(late)]).toEqual([412, 'pointer.moved'])
    expect((await team.change('rewards', 'promote', { version: versionOf(2) }, { 'if-match': '3' })).status).toBe(200)
  })
})
