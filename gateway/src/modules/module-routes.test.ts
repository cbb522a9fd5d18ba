import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Assignment } from '@griot/contracts/module-assignment'
import { CONTAINERS, OWN_RUNTIME, SDK_WITH_MODULES } from '@griot/contracts/modules'
import { publishModule } from '@griot/module-registry/publish'
import { shellDocument, shellFiles, writeBuild } from '@griot/module-registry/testing/built-module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENTRY, type ModuleServer, REVALIDATE, serveModules } from '../testing/module-server.ts'

describe('module routes', () => {
  let served: ModuleServer

  beforeEach(async () => {
    served = await serveModules()
  })
  afterEach(() => served.close())

  describe('GET /m/:module/:version/*file', () => {
    it('sends an immutable file in its stored compression', async () => {
      const response = await fetch(served.origin + ENTRY, { headers: { 'accept-encoding': 'gzip' } })

      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await response.text()).toContain('build 1')
    })

    it('sends the same bytes at every alias of the version', async () => {
      const [plain, alias] = await Promise.all([
        served.text(ENTRY),
        served.text(ENTRY.replace('00000001/', '00000001~2/')),
      ])

      expect(alias).toBe(plain)
    })

    it('returns 304 for a matching ETag, and HEAD without a body', async () => {
      const first = await fetch(served.origin + ENTRY)
      const etag = first.headers.get('etag') ?? ''
      await first.text()

      expect((await fetch(served.origin + ENTRY, { headers: { 'if-none-match': etag, ...REVALIDATE } })).status).toBe(
        304,
      )
      const head = await fetch(served.origin + ENTRY, { method: 'HEAD' })
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
    ])('never sends a page for %s', async (path) => {
      const response = await fetch(served.origin + path, { headers: { accept: 'text/html' } })

      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(response.headers.get('cache-control')).toBe('no-store')
    })
  })

  describe('GET a page', () => {
    it('inlines the assignment, and no text of a module can end its script element', async () => {
      const html = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain('<title>Griot &#38; Sons</title>')
      const inlined = html.match(/id="griot-registry">(.*?)<\/script>/s)?.[1] ?? ''
      const assignment = JSON.parse(inlined) as Assignment
      expect(assignment.modules.rewards?.entry).toBe(ENTRY)
      expect(assignment.modules.rewards?.contributes.fallback['rewards.points']?.text).toBe('</script><script>alert(1)')
    })

    it('preloads the module of the path with its integrity for a signed-in user', async () => {
      const signedIn = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })
      const elsewhere = await served.text('/discover', { accept: 'text/html', cookie: 'session=1' })
      const signedOut = await served.text('/points', { accept: 'text/html' })

      expect(signedIn).toContain(
        `<link rel="preload" as="script" href="${ENTRY}" crossorigin="anonymous" integrity="sha384-`,
      )
      expect(elsewhere).not.toContain(`href="${ENTRY}"`)
      expect(signedIn).toContain('as="fetch" href="/api/auth/user" crossorigin="use-credentials"')
      expect(signedOut).not.toContain('rel="preload"')
    })

    it('preloads the app chunk for signed-in users and for visitors with overrides or in safe mode', async () => {
      const appChunk = '<script defer fetchpriority="high" data-shell src="/assets/app.1.js"></script>'

      expect(await served.text('/any/where', { accept: 'text/html', cookie: 'session=1' })).toContain(appChunk)
      expect(await served.text('/points?mfe=safe', { accept: 'text/html' })).toContain(appChunk)
      expect(await served.text('/points', { accept: 'text/html' })).not.toContain('app.1.js')
    })

    it('runs an entry with a runtime of its own before the shell', async () => {
      await served.publish(2, { built: { mf: CONTAINERS, rspack: '2.3.2' } })
      await served.modules.registry.refresh()
      const html = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain(`defer fetchpriority="high" src="${ENTRY.replace('1/', '2/')}" crossorigin="anonymous"`)
    })

    it('does not run a development build before the shell', async () => {
      await served.publish(2, { built: { mf: CONTAINERS, rspack: '2.3.2', watcher: '00000002' } })
      await served.modules.registry.refresh()
      const html = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain(`<link rel="preload" as="script" href="${ENTRY.replace('1/', '2/')}"`)
      expect(html).not.toContain(`src="${ENTRY}`)
    })

    it('preloads an ES module as one, and only the entry of another build with a runtime of its own', async () => {
      const open = async () => {
        await served.modules.registry.refresh()
        return served.text('/points', { accept: 'text/html', cookie: 'session=1' })
      }
      const preload = { default: ['remoteEntry.js'] }
      await served.publish(2, { built: { mf: OWN_RUNTIME, rspack: 'none' }, preload })
      const ofScript = await open()
      await served.publish(3, { built: { mf: OWN_RUNTIME, rspack: 'none' }, entryType: 'module' })
      // The shell of these tests has an earlier SDK, which does not load ES modules.
      expect(await open()).not.toContain(ENTRY.replace('1/', '3/'))
      const { provides } = shellDocument()
      const files = shellFiles(2)
      const newer = shellDocument(2, files, { provides: { ...provides, shellSdk: SDK_WITH_MODULES } })
      await publishModule({ dist: await writeBuild(served.folder, newer, files), store: served.store })
      const ofModule = await open()

      expect(ofScript.split(`<link rel="preload" as="script" href="${ENTRY.replace('1/', '2/')}"`)).toHaveLength(2)
      expect(ofModule).toContain(
        `<link rel="modulepreload" href="${ENTRY.replace('1/', '3/')}" crossorigin="anonymous" integrity="sha384-`,
      )
      expect(ofModule).toContain('"entryType":"module"')
    })

    it('renders the theme of the cookie', async () => {
      const startOf = async (cookie: string) =>
        (await served.text('/', { accept: 'text/html', cookie })).split('<head>')[0]

      expect(await startOf('theme=dark')).toBe('<html data-theme="dark" lang="en">')
      expect(await startOf('theme=light')).toBe('<html data-theme="light" lang="en">')
      expect(await startOf('theme=system')).toBe('<html lang="en">')
      expect(await startOf('theme="><script>')).toBe('<html lang="en">')
    })

    it('is not cached and allows only scripts of its origin', async () => {
      const response = await fetch(`${served.origin}/any/where`, { headers: { accept: 'text/html' } })

      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    })

    it('passes on API paths, other methods and unknown files', async () => {
      expect((await fetch(`${served.origin}/api/unknown`, { headers: { accept: 'text/html' } })).status).toBe(404)
      expect((await fetch(`${served.origin}/points`, { method: 'POST' })).status).toBe(404)
      expect(
        (await fetch(`${served.origin}/missing.js`, { headers: { accept: '*/*' } })).headers.get('content-type'),
      ).not.toContain('text/html')
    })
  })

  it('sets the cohort cookie only with a page', async () => {
    const cookies = async (path: string) =>
      (
        await fetch(served.origin + path, { headers: { accept: 'text/html', cookie: 'session=1' } })
      ).headers.getSetCookie()

    for (const path of [ENTRY, '/m/rewards/none.js', '/mfe/v1/assignment', '/mfe/none']) {
      expect(await cookies(path)).toEqual([])
    }
    expect(await cookies('/points')).toHaveLength(1)
  })

  it('loads no module in safe mode', async () => {
    const html = await served.text('/points?mfe=safe', { accept: 'text/html', cookie: 'griot_session=1' })

    expect(html).toContain('"isSafeMode":true')
    expect(html).toContain('"isDisabled":true')
    expect(html).not.toContain(`href="${ENTRY}"`)
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br, gzip', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['deflate', undefined],
  ])('to a client that accepts %s sends the smallest form', async (accepted, encoding) => {
    // Unlike fetch, node:http does not decompress.
    const [response] = await once(get(served.origin + ENTRY, { headers: { 'accept-encoding': accepted } }), 'response')

    expect(response.headers['content-encoding']).toBe(encoding)
    const body = await buffer(response)
    expect((encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body).toString()).toContain(
      'build 1',
    )
  })
})
