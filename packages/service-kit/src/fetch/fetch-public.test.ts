import type { lookup } from 'node:dns'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl } from '../testing/certificates.ts'
import { startHttpsPeer } from '../testing/https-peer.ts'
import { createFetcher } from './fetch-public.ts'

const WANTED = { maxBytes: 1_000_000, types: ['image/png'] }

describe('fetching an address that a user has given', () => {
  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    // A name is checked with the address to which it resolves.
    'https://localhost/',
  ])('does not connect to %s', async (address) => {
    await expect(createFetcher()(address, WANTED)).rejects.toMatchObject({
      isPermanent: true,
      message: 'The address does not lead to a public server.',
    })
  })

  it.each([
    ['http://example.org/', 'The address must start with https://.'],
    ['file:///etc/passwd', 'The address must start with https://.'],
    ['https://ama:secret@example.org/', 'The address must not contain a password.'],
    ['https://example.org:8443/', 'The address must not contain a port.'],
    ['no address', 'It is not a valid address.'],
  ])('refuses %s', async (address, message) => {
    await expect(createFetcher()(address, WANTED)).rejects.toMatchObject({ isPermanent: true, message })
  })
})

describe.runIf(hasOpenssl)('the response of a server', () => {
  let peer: Awaited<ReturnType<typeof startHttpsPeer>>
  const redirect =
    (location: string): RequestListener =>
    (_, response) =>
      response.writeHead(302, { location }).end()
  const png = { 'content-type': 'image/png; charset=binary' }
  const pages: Record<string, RequestListener> = {
    '/picture': (_, response) => response.writeHead(200, png).end('png'),
    '/moved': redirect('/moved-again'),
    '/moved-again': redirect('/picture'),
    '/loop': redirect('/loop'),
    '/inside': redirect('https://127.0.0.1/admin'),
    '/downgraded': redirect('http://example.org/picture'),
    '/gone': (_, response) => response.writeHead(404).end(),
    '/later': (_, response) => response.writeHead(503, { 'retry-after': '120' }).end(),
    '/page': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    '/gzip': (_, response) => response.writeHead(200, { ...png, 'content-encoding': 'gzip' }).end(gzipSync('png')),
    '/br': (_, response) =>
      response.writeHead(200, { ...png, 'content-encoding': 'br' }).end(brotliCompressSync('png')),
    '/bomb': (_, response) =>
      response.writeHead(200, { ...png, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
    '/broken': (_, response) => response.writeHead(200, { ...png, 'content-encoding': 'gzip' }).end('x'),
    '/odd': (_, response) => response.writeHead(200, { ...png, 'content-encoding': 'zstd' }).end('x'),
    '/slow': async (_, response) => {
      response.writeHead(200, png)
      while (!response.destroyed) {
        response.write('x')
        await delay(50)
      }
    },
    '/agent': (request, response) => response.writeHead(200, png).end(request.headers['user-agent']),
    '/declared': (_, response) => response.writeHead(200, { ...png, 'content-length': 2_000_000 }).write('x'),
    '/endless': (_, response) => {
      response.writeHead(200, png)
      const send = () => response.destroyed || response.write(Buffer.alloc(65_536), send)
      send()
    },
    '/cut': (_, response) => {
      response.writeHead(200, png).write('x', () => response.destroy())
    },
  }

  beforeAll(async () => {
    peer = await startHttpsPeer((request, response) => pages[request.url ?? '']?.(request, response))
  })
  afterAll(() => peer.close())

  const get = (path: string) => createFetcher({ ...peer.options, graceSeconds: 0.2 })(peer.origin + path, WANTED)

  it.each(['/picture', '/moved', '/gzip', '/br'])('is returned from %s', async (path) => {
    const { bytes, type } = await get(path)
    expect([bytes.toString(), type]).toEqual(['png', 'image/png'])
  })

  it.each([
    ['/loop', true, 'It redirects too often.'],
    ['/inside', true, 'The address does not lead to a public server.'],
    ['/downgraded', true, 'It redirects to an unsafe address.'],
    ['/gone', true, 'The server returned 404.'],
    ['/later', false, 'The server returned 503.'],
    ['/page', true, 'It is text/html, not image/png.'],
    ['/bomb', true, 'It is larger than 1 MB.'],
    ['/broken', false, 'The server of localhost did not send it.'],
    ['/odd', true, 'The server sends it in an unknown compression.'],
    ['/slow', false, 'The server is too slow.'],
    ['/declared', true, 'It is larger than 1 MB.'],
    ['/endless', true, 'It is larger than 1 MB.'],
    ['/cut', false, 'The server of localhost did not send it.'],
  ])('is refused from %s', async (path, isPermanent, message) => {
    await expect(get(path)).rejects.toMatchObject({ isPermanent, message })
  })

  it('names this installation to the server, and returns the last address', async () => {
    const fetchIt = createFetcher({ ...peer.options, origin: 'https://griot.example' })
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect((await fetchIt(`${peer.origin}/agent`, WANTED)).bytes.toString()).toBe(
      `Griot/${version} (+https://griot.example)`,
    )
    expect((await fetchIt(`${peer.origin}/moved`, WANTED)).url).toBe(`${peer.origin}/picture`)
  })

  it('states when the server wants the next attempt', async () => {
    await expect(get('/later')).rejects.toMatchObject({ retryAfterSeconds: 120 })
  })

  it('is not fetched from a name that changes its address after the first hop', async () => {
    const [allowed = ''] = peer.options.peers
    const port = allowed.split(':')[1] ?? ''
    const answers = ['127.0.0.1', '127.0.0.2']
    const resolve = ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) =>
      callback(null, [{ address: answers.shift() ?? '127.0.0.2', family: 4 }])) as unknown as typeof lookup

    const moved = createFetcher({ ...peer.options, resolve })(`https://localhost:${port}/moved`, WANTED)

    await expect(moved).rejects.toThrow('The address does not lead to a public server.')
    expect(answers).toEqual([])
  })
})
