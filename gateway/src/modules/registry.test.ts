import path from 'node:path'
import type { Assignment } from '@griot/contracts/module-assignment'
import type { ModuleDocument } from '@griot/contracts/modules'
import { deployBuild, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import {
  builtModule,
  builtShell,
  moduleDocument,
  moduleFiles,
  shellDocument,
  shellFiles,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENTRY, type ModuleServer, moduleOptions, REVALIDATE, serveModules } from '../testing/module-server.ts'
import { moduleRoutes } from './module-routes.ts'
import { openRegistry } from './registry.ts'

describe('the registry and its assignment', () => {
  let served: ModuleServer

  beforeEach(async () => {
    served = await serveModules()
  })
  afterEach(() => served.close())

  it('sends the assignment with an ETag', async () => {
    const first = await fetch(`${served.origin}/mfe/v1/assignment`)
    expect(((await first.json()) as Assignment).rev).toBe(2)

    const again = await fetch(`${served.origin}/mfe/v1/assignment`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '', ...REVALIDATE },
    })
    expect(again.status).toBe(304)
  })

  it('assigns to a tab with an earlier shell versions that this shell can run', async () => {
    const newer = shellDocument(2, undefined, {
      provides: { contracts: [1], shellSdk: '1.1.0', shared: { react: '19.2.0' }, slots: [] },
    })
    await publishModule({ dist: await writeBuild(served.folder, newer, shellFiles(2)), store: served.store })
    const files = moduleFiles('rewards', 2)
    const needsNewer = moduleDocument('rewards', 2, files, {
      requires: { shellSdk: '^1.1.0', shared: {}, api: [] },
    })
    await publishModule({ dist: await writeBuild(served.folder, needsNewer, files), store: served.store })
    const seenBy = async (query: string) =>
      ((await (await fetch(`${served.origin}/mfe/v1/assignment${query}`)).json()) as Assignment).modules.rewards
        ?.version
    await expect.poll(() => seenBy('')).toBe('0.1.0-g00000002')

    expect(await seenBy('?shell=0.1.0-g00000002')).toBe('0.1.0-g00000002')
    expect(await seenBy('?shell=0.1.0-g00000001')).toBe('0.1.0-g00000001')
    expect(await seenBy('?shell=unknown')).toBe('0.1.0-g00000002')
    const newerShell = async (shell: string) =>
      ((await (await fetch(`${served.origin}/mfe/v1/assignment?shell=${shell}`)).json()) as Assignment).newerShell
    expect(await newerShell('0.1.0-g00000001')).toBe('0.1.0-g00000002')
    expect(await newerShell('0.1.0-g00000002')).toBeUndefined()
  })

  it('assigns no version that the shell cannot run, except by an override', async () => {
    const publishIncompatible = async (module: string, build: number, more: Partial<ModuleDocument> = {}) => {
      const files = moduleFiles(module, build)
      const document = moduleDocument(module, build, files, { built: { mf: 'earlier', rspack: '2.3.2' }, ...more })
      await publishModule({ dist: await writeBuild(served.folder, document, files), store: served.store })
    }
    await publishIncompatible('rewards', 2)
    const route = { id: 'charts.page', path: '/charts', title: 'Charts', skeleton: 'list' as const }
    await publishIncompatible('charts', 1, { contributes: { routes: [route], nav: [], slots: [], fallback: {} } })
    await expect.poll(() => served.modules.registry.current()?.rev).toBe(4)
    const seen = async (headers: Record<string, string> = {}) =>
      ((await (await fetch(`${served.origin}/mfe/v1/assignment`, { headers })).json()) as Assignment).modules

    expect(await seen()).toMatchObject({
      rewards: { version: '0.1.0-g00000001', lkg: null },
      charts: { isDisabled: true, contributes: { routes: [{ path: '/charts' }] } },
    })
    expect(await served.text('/charts', { accept: 'text/html', cookie: 'griot=1' })).not.toContain(
      'data-module="charts"',
    )

    const { charts } = await seen({ cookie: served.overrideOf({ charts: '0.1.0-g00000001' }) })
    expect(charts?.isDisabled).toBeUndefined()
  })

  it('ignores an expired override and one of an unknown version', async () => {
    await served.publish(2)
    await expect.poll(() => served.modules.registry.current()?.rev).toBe(3)
    const seenWith = async (version: string, forMs: number) => {
      const cookie = served.overrideOf({ rewards: version }, forMs)
      return (await (await fetch(`${served.origin}/mfe/v1/assignment`, { headers: { cookie } })).json()) as Assignment
    }

    expect((await seenWith('0.1.0-g00000001', 60_000)).overrides).toEqual({ rewards: '0.1.0-g00000001' })
    for (const [version, forMs] of [
      ['0.1.0-g00000001', -1],
      ['0.1.0-g00000099', 60_000],
    ] as const) {
      const { overrides, modules: seen } = await seenWith(version, forMs)
      expect(overrides).toBeUndefined()
      expect(seen.rewards?.version).toBe('0.1.0-g00000002')
    }
  })

  it('sends files of an overridden shell only with the override', async () => {
    const files = { ...shellFiles(2), 'assets/main.456.js': 'globalThis.shell = 2' }
    await deployBuild(await writeBuild(served.folder, shellDocument(2, files), files), served.store)
    const statusWith = async (cookie: string) =>
      (await fetch(`${served.origin}/assets/main.456.js`, { headers: { cookie } })).status

    expect(await statusWith(served.overrideOf({ shell: '0.1.0-g00000002' }))).toBe(200)
    expect(await statusWith('')).toBe(404)
  })

  it('sends files of earlier shells for tabs that are older than the process', async () => {
    const { 'assets/main.123.js': _, ...rest } = shellFiles(2) as Record<'assets/main.123.js', string>
    await publishModule({ dist: await writeBuild(served.folder, shellDocument(2, rest), rest), store: served.store })
    const third = { ...rest, 'assets/main.789.js': 'globalThis.shell = 3' }
    await publishModule({ dist: await writeBuild(served.folder, shellDocument(3, third), third), store: served.store })
    const later = moduleRoutes(moduleOptions(served.store))
    await later.registry.opened

    expect(await later.registry.shellFile('assets/main.123.js')).toBeDefined()
    expect(await later.registry.shellFile('assets/main.789.js')).toBeDefined()
    expect(await later.registry.shellFile('assets/main.000.js')).toBeUndefined()
    later.close()
  })

  it('searches earlier shells again after a failed read', async () => {
    const second = { ...shellFiles(2), 'assets/main.456.js': 'globalThis.shell = 2' }
    await publishModule({
      dist: await writeBuild(served.folder, shellDocument(2, second), second),
      store: served.store,
    })
    await publishModule({ dist: await builtShell(served.folder, 3), store: served.store })
    let isBroken = false
    const registry = openRegistry(
      {
        ...served.store,
        read: (key) => (isBroken ? Promise.reject(new Error('broken')) : served.store.read(key)),
      },
      () => {},
    )
    await registry.opened
    registry.close()

    isBroken = true
    await expect(registry.shellFile('assets/main.456.js')).rejects.toThrow('broken')
    isBroken = false
    expect(await registry.shellFile('assets/main.456.js')).toBeDefined()
  })

  it('sends an event for a new version and serves both versions', async () => {
    const response = await fetch(`${served.origin}/mfe/v1/events`)
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    const until = async (wanted: string) => {
      let seen = ''
      while (!seen.includes(wanted)) seen += (await reader.read()).value ?? ''
    }
    await until('{"rev":2}')

    await served.publish(2)
    await until('{"rev":3}')

    const assignment = (await (await fetch(`${served.origin}/mfe/v1/assignment`)).json()) as Assignment
    expect(assignment.modules.rewards).toMatchObject({
      version: '0.1.0-g00000002',
      lkg: { version: '0.1.0-g00000001' },
    })
    expect(await served.text(ENTRY)).toContain('build 1')
    expect(await served.text(ENTRY.replace('00000001', '00000002'))).toContain('build 2')
    await reader.cancel()
  })

  it('keeps the last snapshot when the registry cannot be read', async () => {
    await served.text('/mfe/v1/assignment')
    await served.store.create('env/prod/00000003.json', Buffer.from('{ broken'))
    await expect.poll(() => served.problems).toContain('module registry could not be read')

    expect(((await (await fetch(`${served.origin}/mfe/v1/assignment`)).json()) as Assignment).rev).toBe(2)
    expect(await served.modules.modulesReady()).toBe(true)
  })

  it('starts from local copies while the bucket is unavailable', async () => {
    const { port, close, setDown } = await serveBucket(path.join(served.folder, 'bucket'))
    const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: 'griot', region: 'us-east-1' }
    const shared = createS3Store({ ...bucket, accessKey: 'S3RVER', secretKey: 'S3RVER' })
    await shared.ready()
    const inBucket = openRegistryStore(path.join(served.folder, 'copies'), shared)
    await publishModule({ dist: await builtShell(served.folder), store: inBucket })
    await publishModule({ dist: await builtModule(served.folder, 'rewards', 1), store: inBucket })

    setDown(true)
    const registry = openRegistry(inBucket, () => {})
    await registry.opened
    expect(registry.current()).toMatchObject({ rev: 2, shell: { stable: { version: '0.1.0-g00000001' } } })

    setDown(false)
    await publishModule({ dist: await builtModule(served.folder, 'rewards', 2), store: inBucket })
    await expect.poll(() => registry.current()?.rev).toBe(3)
    registry.close()
    close()
  })

  it('is not ready without a shell or a module', async () => {
    const open = async (name: string, dists: string[]) => {
      const other = openRegistryStore(path.join(served.folder, name))
      for (const dist of dists) await publishModule({ dist, store: other })
      return moduleRoutes(moduleOptions(other))
    }
    const noModules = await open('no modules', [await builtShell(served.folder)])
    const noShell = await open('no shell', [await builtModule(served.folder, 'studio', 1)])

    expect(await noModules.modulesReady()).toBe(false)
    expect(await noShell.modulesReady()).toBe(false)
    noModules.close()
    noShell.close()
  })
})
