import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Assignment, Contributions, ModuleDocument } from '@griot/contracts/modules'
import { deployBuild, publishModule } from '@griot/module-registry/publish'
import { openRegistryStore, type RegistryStore } from '@griot/module-registry/registry-store'
import {
  builtModule,
  builtShell,
  moduleDocument,
  moduleFiles,
  shellDocument,
  shellFiles,
  writeBuild,
} from '@griot/module-registry/testing/built-module'
import { notFound } from '@griot/service-kit/errors'
import { createLog } from '@griot/service-kit/log'
import { createS3Store } from '@griot/service-kit/objects/s3-store'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import Koa from 'koa'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayState } from '../http/context.ts'
import { answerErrors } from '../http/errors.ts'
import { moduleRoutes } from './module-routes.ts'
import { openRegistry } from './registry.ts'
import { createVisitors } from './visitors.ts'

const ENTRY = '/m/rewards/0.1.0-g00000001/remoteEntry.js'

// As a browser asks; Node's fetch would add `no-cache` and never be answered 304.
const REVALIDATE = { 'cache-control': 'max-age=0' }

describe('the modules’ part of the gateway', () => {
  let folder: string
  let store: RegistryStore
  let server: Server
  let origin: string
  let modules: ReturnType<typeof moduleRoutes>
  let troubles: string[]

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-gateway-modules-'))
    store = openRegistryStore(folder)
    await publishModule({ dist: await builtShell(folder), store })
    await publish(1)
    troubles = []
    modules = moduleRoutes({
      store,
      visitors: createVisitors('a secret of ours'),
      productName: 'Griot & Sons',
      hasSession: (context) => context.get('cookie') !== '',
      onTrouble: (_, what) => troubles.push(what),
    })
    const app = new Koa<GatewayState>()
    app.use(answerErrors(createLog('gateway', 'silent'), false))
    app.use((context, next) => {
      context.state.origin = origin
      return next()
    })
    app.use(modules.middleware)
    app.use(() => {
      throw notFound('page')
    })
    server = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterEach(async () => {
    modules.close()
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  })

  describe('GET /m/:module/:version/*file', () => {
    it('answers a file for ever, compressed as it was published', async () => {
      const answer = await fetch(origin + ENTRY, { headers: { 'accept-encoding': 'gzip' } })

      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(await answer.text()).toContain('build 1')
    })

    it('answers the same bytes at every alias of the version', async () => {
      const [plain, alias] = await Promise.all([text(ENTRY), text(ENTRY.replace('00000001/', '00000001~2/'))])

      expect(alias).toBe(plain)
    })

    it('answers 304 to someone who has it, and no body to HEAD', async () => {
      const first = await fetch(origin + ENTRY)
      const etag = first.headers.get('etag') ?? ''
      await first.text()

      expect((await fetch(origin + ENTRY, { headers: { 'if-none-match': etag, ...REVALIDATE } })).status).toBe(304)
      const head = await fetch(origin + ENTRY, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
        200,
        'text/javascript; charset=utf-8',
        '',
      ])
    })

    it.each([
      '/m/rewards/0.1.0-g00000001/missing.js',
      '/m/rewards/0.1.0-g00000001/module.json',
      '/m/rewards/0.1.0-g00000001/remoteEntry.js.br',
      '/m/rewards/0.1.0-g00000009/remoteEntry.js',
      '/m/rewards/0.1.0-g00000001/..%2f..%2f..%2fenv%2fprod%2f00000001.json',
      '/m/shell/0.1.0-g00000001/module.json',
      '/m/..%2f..%2f/0.1.0-g00000001/remoteEntry.js',
      '/m/rewards/constructor/remoteEntry.js',
      '/m/rewards/0.1.0-g00000001/toString',
      '/m/nothing',
      '/assets/missing.js',
      '/assets/..%2findex.html',
      '/mfe/v1/unknown',
    ])('never answers a page for %s', async (place) => {
      const answer = await fetch(origin + place, { headers: { accept: 'text/html' } })

      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })
  })

  describe('GET a page', () => {
    it('inlines what stands, and no text of a module can end the script it stands in', async () => {
      const html = await text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain('<title>Griot &#38; Sons</title>')
      const inlined = html.match(/id="griot-registry">(.*?)<\/script>/s)?.[1] ?? ''
      const assignment = JSON.parse(inlined) as Assignment
      expect(assignment.modules.rewards?.entry).toBe(ENTRY)
      expect(assignment.modules.rewards?.contributes.fallback['rewards.points']?.text).toBe('</script><script>alert(1)')
    })

    it('brings the module of the path with its integrity, for those who are signed in', async () => {
      const signedIn = await text('/points', { accept: 'text/html', cookie: 'session=1' })
      const elsewhere = await text('/discover', { accept: 'text/html', cookie: 'session=1' })
      const signedOut = await text('/points', { accept: 'text/html' })

      expect(signedIn).toContain(`defer fetchpriority="high" src="${ENTRY}" crossorigin="anonymous" integrity="sha384-`)
      expect(elsewhere).not.toContain(`src="${ENTRY}"`)
      expect(signedIn).toContain('as="fetch" href="/api/auth/user" crossorigin="use-credentials"')
      expect(signedOut).not.toContain('rel="preload"')
    })

    it('brings what stands behind the sign-in to who is signed in, or is to be told that they see other than the rest', async () => {
      const house = '<script defer fetchpriority="high" data-shell src="/assets/house.1.js"></script>'

      expect(await text('/any/where', { accept: 'text/html', cookie: 'session=1' })).toContain(house)
      expect(await text('/points?mfe=safe', { accept: 'text/html' })).toContain(house)
      expect(await text('/points', { accept: 'text/html' })).not.toContain('house')
    })

    it('leaves what a development build brings to the shell, which runs it when it can refresh it', async () => {
      await publish(2, { built: { ...moduleDocument('rewards', 2).built, watcher: '00000002' } })
      await modules.registry.refresh()
      const html = await text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain(`<link rel="preload" as="script" href="${ENTRY.replace('1/', '2/')}"`)
      expect(html).not.toContain(`src="${ENTRY}`)
    })

    it('comes in the theme that was chosen, and in the system’s otherwise', async () => {
      const startOf = async (cookie: string) => (await text('/', { accept: 'text/html', cookie })).split('<title>')[0]

      expect(await startOf('theme=dark')).toBe('<html data-theme="dark" lang="en">')
      expect(await startOf('theme=light')).toBe('<html data-theme="light" lang="en">')
      expect(await startOf('theme=system')).toBe('<html lang="en">')
      expect(await startOf('theme="><script>')).toBe('<html lang="en">')
    })

    it('is asked for again each time and runs only our own scripts', async () => {
      const answer = await fetch(`${origin}/any/where`, { headers: { accept: 'text/html' } })

      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    })

    it('leaves the api, other methods and unknown files to others', async () => {
      expect((await fetch(`${origin}/api/unknown`, { headers: { accept: 'text/html' } })).status).toBe(404)
      expect((await fetch(`${origin}/points`, { method: 'POST' })).status).toBe(404)
      expect(
        (await fetch(`${origin}/missing.js`, { headers: { accept: '*/*' } })).headers.get('content-type'),
      ).not.toContain('text/html')
    })
  })

  it('gives nobody a cookie with a file or with what stands: only a page draws who sees what', async () => {
    const cookies = async (place: string) =>
      (await fetch(origin + place, { headers: { accept: 'text/html', cookie: 'session=1' } })).headers.getSetCookie()

    for (const place of [ENTRY, '/m/rewards/none.js', '/mfe/v1/assignment', '/mfe/none']) {
      expect(await cookies(place)).toEqual([])
    }
    expect(await cookies('/points')).toHaveLength(1)
  })

  it('answers what stands with an ETag', async () => {
    const first = await fetch(`${origin}/mfe/v1/assignment`)
    expect(((await first.json()) as Assignment).rev).toBe(2)

    const again = await fetch(`${origin}/mfe/v1/assignment`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '', ...REVALIDATE },
    })
    expect(again.status).toBe(304)
  })

  it('keeps a tab of an earlier shell to the versions that fit it', async () => {
    const newer = shellDocument(2, undefined, {
      provides: { contracts: [1], shellSdk: '1.1.0', shared: { react: '19.2.0' }, slots: [] },
    })
    await publishModule({ dist: await writeBuild(folder, newer, shellFiles(2)), store })
    const files = moduleFiles('rewards', 2)
    const needsNewer = moduleDocument('rewards', 2, files, {
      requires: { shellSdk: '^1.1.0', shared: {}, api: [] },
    })
    await publishModule({ dist: await writeBuild(folder, needsNewer, files), store })
    const seenBy = async (query: string) =>
      ((await (await fetch(`${origin}/mfe/v1/assignment${query}`)).json()) as Assignment).modules.rewards?.version
    await expect.poll(() => seenBy('')).toBe('0.1.0-g00000002')

    expect(await seenBy('?shell=0.1.0-g00000002')).toBe('0.1.0-g00000002')
    expect(await seenBy('?shell=0.1.0-g00000001')).toBe('0.1.0-g00000001')
    expect(await seenBy('?shell=unknown')).toBe('0.1.0-g00000002')
    const told = async (shell: string) =>
      ((await (await fetch(`${origin}/mfe/v1/assignment?shell=${shell}`)).json()) as Assignment).newerShell
    expect(await told('0.1.0-g00000001')).toBe('0.1.0-g00000002')
    expect(await told('0.1.0-g00000002')).toBeUndefined()
  })

  it('sends nothing of a module that the shell cannot run, unless to who tries it', async () => {
    const ofAnotherTime = async (module: string, build: number, more: Partial<ModuleDocument> = {}) => {
      const files = moduleFiles(module, build)
      const document = moduleDocument(module, build, files, { built: { mf: 'earlier', rspack: '2.3.2' }, ...more })
      await publishModule({ dist: await writeBuild(folder, document, files), store })
    }
    await ofAnotherTime('rewards', 2)
    const route = { id: 'charts.page', path: '/charts', title: 'Charts', skeleton: 'list' as const }
    await ofAnotherTime('charts', 1, { contributes: { routes: [route], nav: [], slots: [], fallback: {} } })
    await expect.poll(() => modules.registry.current()?.rev).toBe(4)
    const seen = async (headers: Record<string, string> = {}) =>
      ((await (await fetch(`${origin}/mfe/v1/assignment`, { headers })).json()) as Assignment).modules

    expect(await seen()).toMatchObject({
      rewards: { version: '0.1.0-g00000001', lkg: null },
      charts: { isDisabled: true, contributes: { routes: [{ path: '/charts' }] } },
    })
    expect(await text('/charts', { accept: 'text/html', cookie: 'griot=1' })).not.toContain('data-module="charts"')

    const token = createVisitors('a secret of ours').overrideToken({ charts: '0.1.0-g00000001' }, 60_000)
    const { charts } = await seen({ cookie: `griot_modules=${token}` })
    expect(charts?.isDisabled).toBeUndefined()
  })

  it('passes over an override that has run out, and one of a version that was never there', async () => {
    await publish(2)
    await expect.poll(() => modules.registry.current()?.rev).toBe(3)
    const visitors = createVisitors('a secret of ours')
    const seenWith = async (version: string, forMs: number) => {
      const cookie = `griot_modules=${visitors.overrideToken({ rewards: version }, forMs)}`
      return (await (await fetch(`${origin}/mfe/v1/assignment`, { headers: { cookie } })).json()) as Assignment
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

  it('gives the files of a shell that stands for nobody to whoever tries it', async () => {
    const files = { ...shellFiles(2), 'assets/main.456.js': 'globalThis.shell = 2' }
    await deployBuild(await writeBuild(folder, shellDocument(2, files), files), store)
    const ask = async (cookie: string) => (await fetch(`${origin}/assets/main.456.js`, { headers: { cookie } })).status
    const token = createVisitors('a secret of ours').overrideToken({ shell: '0.1.0-g00000002' }, 60_000)

    expect(await ask(`griot_modules=${token}`)).toBe(200)
    expect(await ask('')).toBe(404)
  })

  it('still has the files of a shell that stood before, for tabs that are older than this process', async () => {
    const { 'assets/main.123.js': _, ...rest } = shellFiles(2) as Record<'assets/main.123.js', string>
    await publishModule({ dist: await writeBuild(folder, shellDocument(2, rest), rest), store })
    const third = { ...rest, 'assets/main.789.js': 'globalThis.shell = 3' }
    await publishModule({ dist: await writeBuild(folder, shellDocument(3, third), third), store })
    const later = moduleRoutes({ store, visitors: createVisitors('x'), productName: 'Griot' })
    await later.registry.opened

    expect(await later.registry.shellFile('assets/main.123.js')).not.toBeNull()
    expect(await later.registry.shellFile('assets/main.789.js')).not.toBeNull()
    expect(await later.registry.shellFile('assets/main.000.js')).toBeNull()
    later.close()
  })

  it('loads nothing of any module in safe mode', async () => {
    const html = await text('/points?mfe=safe', { accept: 'text/html', cookie: 'griot_session=1' })

    expect(html).toContain('"isSafeMode":true')
    expect(html).toContain('"isDisabled":true')
    expect(html).not.toContain(`href="${ENTRY}"`)
  })

  it('tells open tabs about a new version, and serves old and new', async () => {
    const answer = await fetch(`${origin}/mfe/v1/events`)
    const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    const until = async (wanted: string) => {
      let seen = ''
      while (!seen.includes(wanted)) seen += (await reader.read()).value ?? ''
    }
    await until('{"rev":2}')

    await publish(2)
    await until('{"rev":3}')

    const assignment = (await (await fetch(`${origin}/mfe/v1/assignment`)).json()) as Assignment
    expect(assignment.modules.rewards).toMatchObject({
      version: '0.1.0-g00000002',
      lkg: { version: '0.1.0-g00000001' },
    })
    expect(await text(ENTRY)).toContain('build 1')
    expect(await text(ENTRY.replace('00000001', '00000002'))).toContain('build 2')
    await reader.cancel()
  })

  it('keeps what was last good when the registry becomes unreadable', async () => {
    await text('/mfe/v1/assignment')
    await store.create('env/prod/00000003.json', Buffer.from('{ broken'))
    await expect.poll(() => troubles).toContain('module registry could not be read')

    expect(((await (await fetch(`${origin}/mfe/v1/assignment`)).json()) as Assignment).rev).toBe(2)
    expect(await modules.modulesReady()).toBe(true)
  })

  it('starts from the copies of its machine while the bucket is away, and goes on when it is back', async () => {
    const { port, close, setDown } = await serveBucket(path.join(folder, 'bucket'))
    const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: 'griot', region: 'us-east-1' }
    const shared = createS3Store({ ...bucket, accessKey: 'S3RVER', secretKey: 'S3RVER' })
    await shared.ready()
    const inBucket = openRegistryStore(path.join(folder, 'copies'), shared)
    await publishModule({ dist: await builtShell(folder), store: inBucket })
    await publishModule({ dist: await builtModule(folder, 'rewards', 1), store: inBucket })

    setDown(true)
    const registry = openRegistry(inBucket, 'prod', () => {})
    await registry.opened
    expect(registry.current()).toMatchObject({ rev: 2, shell: { stable: { version: '0.1.0-g00000001' } } })

    setDown(false)
    await publishModule({ dist: await builtModule(folder, 'rewards', 2), store: inBucket })
    await expect.poll(() => registry.current()?.rev).toBe(3)
    registry.close()
    close()
  })

  it('is not ready without a shell or without modules', async () => {
    const open = async (name: string, dists: string[]) => {
      const other = openRegistryStore(path.join(folder, name))
      for (const dist of dists) await publishModule({ dist, store: other })
      return moduleRoutes({ store: other, visitors: createVisitors('x'), productName: 'Griot' })
    }
    const noModules = await open('no modules', [await builtShell(folder)])
    const noShell = await open('no shell', [await builtModule(folder, 'studio', 1)])

    expect(await noModules.modulesReady()).toBe(false)
    expect(await noShell.modulesReady()).toBe(false)
    noModules.close()
    noShell.close()
  })

  it('sends brotli to those who take it', async () => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      import('node:http').then(({ get }) =>
        get(origin + ENTRY, { headers: { 'accept-encoding': 'br, gzip' } }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => resolve(Buffer.concat(parts)))
          answer.on('error', reject)
        }),
      )
    })

    expect(brotliDecompressSync(bytes).toString()).toContain('build 1')
  })

  const text = async (place: string, headers: Record<string, string> = {}) =>
    (await fetch(origin + place, { headers })).text()

  const publish = async (build: number, more: Partial<ModuleDocument> = {}) => {
    const files = moduleFiles('rewards', build)
    const contributes: Contributions = {
      routes: [{ id: 'rewards.points', path: '/points', title: 'Points', skeleton: 'list' }],
      nav: [],
      slots: [],
      fallback: { 'rewards.points': { text: '</script><script>alert(1)' } },
    }
    const document = moduleDocument('rewards', build, files, { contributes, ...more })
    await publishModule({ dist: await writeBuild(folder, document, files), store })
  }
})
