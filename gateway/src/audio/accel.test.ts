import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { audioPath } from '@griot/contracts/public-addresses'
import { createGrantSigner, GRANT_HEADER } from '@griot/service-kit/identity/grant'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

const program = 'nginx'
const hasNginx = spawnSync(program, ['-v']).status === 0

describe.skipIf(!hasNginx)('audio that nginx sends', () => {
  let harness: Harness
  let nginx: ChildProcess
  let folder: string
  const mediaId = randomUUID()
  const bytes = randomBytes(1_000_003)

  beforeAll(async () => {
    harness = await startHarness({ MEDIA_DELIVERY: 'accel' })
    folder = await mkdtemp(join(tmpdir(), 'griot-nginx-'))
    await mkdir(join(harness.objectsDir, 'media'))
    await writeFile(join(harness.objectsDir, 'media', mediaId), bytes)
    harness.services.media = async (_, response) => {
      const grant = { key: `media/${mediaId}`, size: bytes.length, type: 'audio/mpeg', etag: '"v1"', name: 'a.mp3' }
      response.writeHead(204, { [GRANT_HEADER]: await createGrantSigner(harness.grantSecret)(grant) }).end()
    }
    nginx = await startNginx()
  })
  afterAll(async () => {
    nginx.kill('SIGQUIT')
    await once(nginx, 'exit')
    await rm(folder, { recursive: true, force: true })
    await harness.close()
  })

  /** Our part of the nginx configuration within a minimal one. */
  const startNginx = async () => {
    const ours = await readFile(new URL('../../../infra/nginx/audio.conf', import.meta.url), 'utf8')
    const configuration = `
      daemon off; master_process off; pid ${folder}/pid; error_log stderr notice;
      events {}
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        server {
          listen unix:${folder}/socket;
          location / { proxy_pass http://127.0.0.1:${harness.port}; proxy_set_header Host 127.0.0.1:${harness.port}; }
          ${ours.replace('/var/lib/griot/objects/', `${harness.objectsDir}/`)}
        }
      }`
    await writeFile(join(folder, 'nginx.conf'), configuration)
    const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
    const isUp = async () => {
      const { status } = await ask('/readyz')
      return status
    }
    await vi.waitFor(async () => expect(await isUp()).toBe(200), { timeout: 30_000, interval: 50 })
    return child
  }

  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = request({ socketPath: join(folder, 'socket'), path, method, headers, agent: false }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }
  const stream = (headers: Record<string, string> = {}, method = 'GET') =>
    ask(`/api/media/${mediaId}/stream`, headers, method)

  it('is complete and has the same security headers', async () => {
    const { status, headers, body } = await stream()

    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=0, must-revalidate',
      'content-disposition': `attachment; filename="recording"; filename*=UTF-8''a.mp3`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['x-accel-redirect']).toBeUndefined()
  })

  it('supports ranges of the same version', async () => {
    const part = await stream({ range: 'bytes=1000-1999' })
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 1000-1999/${bytes.length}` } })
    expect(part.body.equals(bytes.subarray(1000, 2000))).toBe(true)

    const etag = String(part.headers.etag)
    expect(await stream({ range: 'bytes=0-9', 'if-range': etag })).toMatchObject({ status: 206 })
    expect(await stream({ range: 'bytes=0-9', 'if-range': '"other"' })).toMatchObject({ status: 200 })
    expect(await stream({ 'if-none-match': etag })).toMatchObject({ status: 304, body: { length: 0 } })
    expect(await stream({ range: 'bytes=0-0,5-6' })).toMatchObject({ status: 200, body: { length: bytes.length } })
    expect(await stream({ range: `bytes=${bytes.length}-` })).toMatchObject({ status: 416 })
    expect(await stream({}, 'HEAD')).toMatchObject({
      status: 200,
      headers: { 'content-length': String(bytes.length) },
      body: { length: 0 },
    })
  })

  it('may be read by pages of other origins at the address for podcast apps', async () => {
    const { status, headers, body } = await ask(audioPath(mediaId))

    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers.etag).toMatch(/^"/)
    expect(headers['last-modified']).toBeDefined()
    expect(await ask(audioPath(mediaId), { range: 'bytes=0-1' })).toMatchObject({ status: 206 })
    expect((await ask(audioPath(mediaId), {}, 'HEAD')).headers['content-length']).toBe(String(bytes.length))
    expect((await stream()).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('is not reachable by a direct request to nginx', async () => {
    expect(await ask(`/objects/media/${mediaId}`)).toMatchObject({ status: 404 })
  })
})
