import { brotliDecompressSync } from 'node:zlib'
import type { Assignment } from '@griot/contracts/module-assignment'
import { moduleDocument } from '@griot/module-registry/testing/built-module'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ENTRY, type ModuleServer, REVALIDATE, serveModules } from '../testing/module-server.ts'

describe('the modules’ part of the gateway', () => {
  let served: ModuleServer

  beforeEach(async () => {
    served = await serveModules()
  })
  afterEach(() => served.close())

  describe('GET /m/:module/:version/*file', () => {
    it('answers a file for ever, compressed as it was published', async () => {
      const answer = await fetch(served.origin + ENTRY, { headers: { 'accept-encoding': 'gzip' } })

      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(await answer.text()).toContain('build 1')
    })

    it('answers the same bytes at every alias of the version', async () => {
      const [plain, alias] = await Promise.all([
        served.text(ENTRY),
        served.text(ENTRY.replace('00000001/', '00000001~2/')),
      ])

      expect(alias).toBe(plain)
    })

    it('answers 304 to someone who has it, and no body to HEAD', async () => {
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
    ])('never answers a page for %s', async (place) => {
      const answer = await fetch(served.origin + place, { headers: { accept: 'text/html' } })

      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })
  })

  describe('GET a page', () => {
    it('inlines what stands, and no text of a module can end the script it stands in', async () => {
      const html = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain('<title>Griot &#38; Sons</title>')
      const inlined = html.match(/id="griot-registry">(.*?)<\/script>/s)?.[1] ?? ''
      const assignment = JSON.parse(inlined) as Assignment
      expect(assignment.modules.rewards?.entry).toBe(ENTRY)
      expect(assignment.modules.rewards?.contributes.fallback['rewards.points']?.text).toBe('</script><script>alert(1)')
    })

    it('brings the module of the path with its integrity, for those who are signed in', async () => {
      const signedIn = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })
      const elsewhere = await served.text('/discover', { accept: 'text/html', cookie: 'session=1' })
      const signedOut = await served.text('/points', { accept: 'text/html' })

      expect(signedIn).toContain(`defer fetchpriority="high" src="${ENTRY}" crossorigin="anonymous" integrity="sha384-`)
      expect(elsewhere).not.toContain(`src="${ENTRY}"`)
      expect(signedIn).toContain('as="fetch" href="/api/auth/user" crossorigin="use-credentials"')
      expect(signedOut).not.toContain('rel="preload"')
    })

    it('brings what stands behind the sign-in to who is signed in, or is to be told that they see other than the rest', async () => {
      const house = '<script defer fetchpriority="high" data-shell src="/assets/house.1.js"></script>'

      expect(await served.text('/any/where', { accept: 'text/html', cookie: 'session=1' })).toContain(house)
      expect(await served.text('/points?mfe=safe', { accept: 'text/html' })).toContain(house)
      expect(await served.text('/points', { accept: 'text/html' })).not.toContain('house')
    })

    it('leaves what a development build brings to the shell, which runs it when it can refresh it', async () => {
      await served.publish(2, { built: { ...moduleDocument('rewards', 2).built, watcher: '00000002' } })
      await served.modules.registry.refresh()
      const html = await served.text('/points', { accept: 'text/html', cookie: 'session=1' })

      expect(html).toContain(`<link rel="preload" as="script" href="${ENTRY.replace('1/', '2/')}"`)
      expect(html).not.toContain(`src="${ENTRY}`)
    })

    it('comes in the theme that was chosen, and in the system’s otherwise', async () => {
      const startOf = async (cookie: string) =>
        (await served.text('/', { accept: 'text/html', cookie })).split('<title>')[0]

      expect(await startOf('theme=dark')).toBe('<html data-theme="dark" lang="en">')
      expect(await startOf('theme=light')).toBe('<html data-theme="light" lang="en">')
      expect(await startOf('theme=system')).toBe('<html lang="en">')
      expect(await startOf('theme="><script>')).toBe('<html lang="en">')
    })

    it('is asked for again each time and runs only our own scripts', async () => {
      const answer = await fetch(`${served.origin}/any/where`, { headers: { accept: 'text/html' } })

      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    })

    it('leaves the api, other methods and unknown files to others', async () => {
      expect((await fetch(`${served.origin}/api/unknown`, { headers: { accept: 'text/html' } })).status).toBe(404)
      expect((await fetch(`${served.origin}/points`, { method: 'POST' })).status).toBe(404)
      expect(
        (await fetch(`${served.origin}/missing.js`, { headers: { accept: '*/*' } })).headers.get('content-type'),
      ).not.toContain('text/html')
    })
  })

  it('gives nobody a cookie with a file or with what stands: only a page draws who sees what', async () => {
    const cookies = async (place: string) =>
      (
        await fetch(served.origin + place, { headers: { accept: 'text/html', cookie: 'session=1' } })
      ).headers.getSetCookie()

    for (const place of [ENTRY, '/m/rewards/none.js', '/mfe/v1/assignment', '/mfe/none']) {
      expect(await cookies(place)).toEqual([])
    }
    expect(await cookies('/points')).toHaveLength(1)
  })

  it('loads nothing of any module in safe mode', async () => {
    const html = await served.text('/points?mfe=safe', { accept: 'text/html', cookie: 'griot_session=1' })

    expect(html).toContain('"isSafeMode":true')
    expect(html).toContain('"isDisabled":true')
    expect(html).not.toContain(`href="${ENTRY}"`)
  })

  it('sends brotli to those who take it', async () => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      import('node:http').then(({ get }) =>
        get(served.origin + ENTRY, { headers: { 'accept-encoding': 'br, gzip' } }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => resolve(Buffer.concat(parts)))
          answer.on('error', reject)
        }),
      )
    })

    expect(brotliDecompressSync(bytes).toString()).toContain('build 1')
  })
})
