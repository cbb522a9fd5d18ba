import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { ErrorBody } from '@griot/contracts/errors'
import { ListHistory } from '@griot/contracts/library'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { DeleteMedia, ListUserMedia, UploadMedia } from '@griot/contracts/media/files'
import { GetPoints } from '@griot/contracts/points'
import { GetUser } from '@griot/contracts/user'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processesWith } from '../../infra/common/process-table.ts'
import { markerOf } from '../../infra/start/spawn-process.ts'
import { publishPodcast, uploadProcessed } from './fixtures.ts'
import { recordMp3 } from './recording.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const PODCAST = { title: 'T', description: 'D', hostName: 'H', category: 'news', coverImage: null }
const EPISODE = {
  title: 'T',
  description: 'D',
  podcastId: UNKNOWN_ID,
  audioFileId: null,
  duration: 60,
  episodeNumber: 1,
}
const END = { listeningDuration: 0, totalProgress: 0, completed: false }

/** Ids of Ama's data. */
interface AmasData {
  userId: string
  podcastId: string
  episodeId: string
  mediaId: string
  sessionId: string
  historyId: string
}

const BOUNDARY = 'griot-bad-input'
const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="audio"; filename="long.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n`

/** A form with a file of this size, generated while it is sent. */
const formOfSize = (bytes: number) => {
  const chunk = Buffer.alloc(256 * 1024, 'sound')
  async function* parts() {
    yield Buffer.from(HEAD)
    for (let left = bytes; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk
    yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream
}

const formWith = (bytes: string, type: string, field = 'audio') => {
  const form = new FormData()
  form.set(field, new File([bytes], 'talk.mp3', { type }))
  return form
}

describe('invalid requests', () => {
  const { origin, dataDir } = runningProduct()
  const ama = new ApiClient(origin)
  const kofi = new ApiClient(origin)
  const visitor = new ApiClient(origin)
  let folder: string
  let amas: AmasData
  let before: { files: string[]; pids: number[]; logs: Map<string, number> }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-bad-input-'))
    await ama.signIn({ email: 'ama@bad-input.example.org', firstName: 'Ama', lastName: 'Mensah' })
    await kofi.signIn({ email: 'kofi@bad-input.example.org', firstName: 'Kofi', lastName: 'Annan' })
    const show = await publishPodcast(ama, { title: 'Bad input', file: await recordMp3(folder, 2) })
    const user = await ama.call(GetUser, {})
    const session = await ama.call(StartListening, { body: { episodeId: show.episode.id } })
    const [entry] = await ama.call(ListHistory, { params: { id: 'me' }, query: { episodeId: show.episode.id } })
    amas = {
      userId: user.id,
      podcastId: show.podcast.id,
      episodeId: show.episode.id,
      mediaId: show.media.id,
      sessionId: session.id,
      historyId: entry?.id ?? '',
    }
    before = { files: await files(), pids: pids(), logs: await logSizes() }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each<[string, () => Promise<Response>, number, string]>([
    ['a wrong type', () => upload(formWith('<html>', 'text/html')), 415, 'upload.unsupported_type'],
    ['an empty file', () => upload(formWith('', 'audio/mpeg')), 400, 'input.invalid'],
    ['a file in another field', () => upload(formWith('sound', 'audio/mpeg', 'file')), 400, 'input.invalid'],
    ['a form without its end', () => upload(`${HEAD}sound`, MULTIPART), 400, 'upload.malformed'],
    ['no form', () => upload('{}', { 'content-type': 'application/json' }), 415, 'upload.not_a_form'],
    ['a byte over 100 MB', () => upload(formOfSize(MAX_UPLOAD_BYTES + 1), MULTIPART), 413, 'upload.too_large'],
  ])('rejects an upload with %s', async (_, ask, status, code) => {
    expect(await errorOf(await ask())).toMatchObject({ status, code })
    expect(await kofi.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
    await expect.poll(newFiles).toEqual([])
  })

  it('removes the file of a cancelled upload', async () => {
    const cancel = new AbortController()
    const chunks = (async function* () {
      yield Buffer.from(HEAD)
      yield Buffer.alloc(4 * 1024 * 1024)
      await expect.poll(newFiles).not.toEqual([])
      cancel.abort()
    })()
    const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream

    await expect(upload(body, MULTIPART, cancel.signal)).rejects.toThrow('aborted')
    await expect.poll(newFiles).toEqual([])
    expect(await kofi.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
  })

  it('reports broken audio, and deletes it on request', async () => {
    const file = join(folder, 'broken.mp3')
    await writeFile(file, 'this is not audio '.repeat(1000))

    const media = await uploadProcessed(kofi, file)
    expect(media).toMatchObject({ status: 'failed', failure: 'This file is not audio we can read.' })

    await kofi.call(DeleteMedia, { params: { id: media.id } })
    await expect.poll(newFiles, { timeout: 60_000 }).toEqual([])
  })

  it.each<[string, () => Promise<Response>, number, string]>([
    ['a missing field', () => post('/api/podcasts', { ...PODCAST, title: undefined }), 400, 'input.invalid'],
    ['a field of a wrong type', () => post('/api/podcasts', { ...PODCAST, title: 7 }), 400, 'input.invalid'],
    ['an unknown field', () => post('/api/podcasts', { ...PODCAST, hostId: UNKNOWN_ID }), 400, 'input.invalid'],
    ['an unknown category', () => post('/api/podcasts', { ...PODCAST, category: 'gossip' }), 400, 'input.invalid'],
    [
      'a script for a cover',
      () => post('/api/podcasts', { ...PODCAST, coverImage: 'javascript:alert(1)' }),
      400,
      'input.invalid',
    ],
    ['a number out of bounds', () => post('/api/episodes', { ...EPISODE, duration: 1e12 }), 400, 'input.invalid'],
    ['an invalid id', () => post('/api/listening/start', { episodeId: 'nonsense' }), 400, 'input.invalid'],
    ['half a JSON body', () => post('/api/podcasts', '{"title":'), 400, 'body.not_json'],
    ['a JSON text instead of an object', () => post('/api/podcasts', '"title"'), 400, 'body.not_json'],
    [
      'a body without the JSON content type',
      () => post('/api/podcasts', '{}', 'text/plain'),
      415,
      'body.unsupported_type',
    ],
    ['a body of a megabyte', () => post('/api/podcasts', { title: 'x'.repeat(1e6) }), 413, 'body.too_large'],

    ['an unknown podcast', () => kofi.fetch(`/api/podcast/${UNKNOWN_ID}`), 404, 'podcast.not_found'],
    ['a podcast without an id', () => kofi.fetch('/api/podcast/nonsense'), 404, 'podcast.not_found'],
    ['an unknown episode', () => kofi.fetch(`/api/episode/${UNKNOWN_ID}`), 404, 'episode.not_found'],
    ['unknown audio', () => kofi.fetch(`/api/media/${UNKNOWN_ID}/stream`), 404, 'media.not_found'],
    [
      'listening to an unknown episode',
      () => post('/api/listening/start', { episodeId: UNKNOWN_ID }),
      404,
      'episode.not_found',
    ],
    ['an episode of an unknown podcast', () => post('/api/episodes', EPISODE), 404, 'podcast.not_found'],
    [
      'a link to an unknown episode',
      () => post(`/api/episode/${UNKNOWN_ID}/media`, { mediaFileId: amas.mediaId }),
      404,
      'episode.not_found',
    ],
    ['an unknown path', () => kofi.fetch('/api/nothing'), 404, 'page.not_found'],
    ['an unknown method', () => kofi.fetch('/api/podcasts', { method: 'DELETE' }), 405, 'method.not_allowed'],

    ['the file of another user', () => kofi.fetch(`/api/media/${amas.mediaId}`), 404, 'media.not_found'],
    [
      'deleting the file of another user',
      () => kofi.fetch(`/api/media/${amas.mediaId}`, { method: 'DELETE' }),
      404,
      'media.not_found',
    ],
    [
      'a link to the episode of another user',
      () => post(`/api/episode/${amas.episodeId}/media`, { mediaFileId: amas.mediaId }),
      404,
      'episode.not_found',
    ],
    [
      'an episode in the podcast of another user',
      () => post('/api/episodes', { ...EPISODE, podcastId: amas.podcastId }),
      404,
      'podcast.not_found',
    ],
    [
      'ending the session of another user',
      () => post('/api/listening/end', { ...END, sessionId: amas.sessionId }),
      404,
      'listening_session.not_found',
    ],
    [
      'listening as another user',
      () => post('/api/listening/start', { userId: amas.userId, episodeId: amas.episodeId }),
      403,
      'user.forbidden',
    ],
    ['the points of another user', () => kofi.fetch(`/api/user/${amas.userId}/points`), 403, 'user.forbidden'],
    ['the media of another user', () => kofi.fetch(`/api/user/${amas.userId}/media`), 403, 'user.forbidden'],
    [
      'the history of another user',
      () => put(`/api/listening-history/${amas.historyId}`, { progress: 100, completed: true }),
      404,
      'listening_history.not_found',
    ],

    ['a visitor', () => visitor.fetch(`/api/user/${amas.userId}/points`), 401, 'session.missing'],
    [
      'the upload of a visitor',
      () => visitor.fetch(UploadMedia.path, { method: 'POST', body: formWith('sound', 'audio/mpeg') }),
      401,
      'session.missing',
    ],
    [
      'a form of another site',
      () => post('/api/podcasts', PODCAST, 'application/json', { origin: 'https://evil.example' }),
      403,
      'origin.foreign',
    ],
  ])('rejects %s', async (_, ask, status, code) => {
    expect(await errorOf(await ask())).toMatchObject({ status, code })
  })

  it('rejects a body by its declared length, before it has arrived', async () => {
    const sending = request(new URL(UploadMedia.path, origin), {
      method: 'POST',
      headers: { ...MULTIPART, 'content-length': String(MAX_UPLOAD_BYTES + 1_000_000), cookie: kofi.cookies },
    })
    sending.on('error', () => {})
    sending.write(HEAD)
    const [response] = await once(sending, 'response')

    expect(response.statusCode).toBe(413)
    sending.destroy()
  })

  it('has changed no data and restarted no process', async () => {
    expect(await kofi.call(ListPodcasts, { query: { hostId: 'me' } })).toEqual([])
    expect(await kofi.call(GetPoints, { params: { id: 'me' } })).toMatchObject({ totalPoints: 0 })
    expect(await ama.call(EndListening, { body: { ...END, sessionId: amas.sessionId } })).toMatchObject({
      completed: false,
    })

    expect(await newFiles()).toEqual([])
    expect((await files()).filter((file) => file.includes(amas.mediaId))).not.toEqual([])
    expect(pids()).toEqual(before.pids)
    expect(await newErrors()).toEqual([])
  })

  const upload = (body: RequestInit['body'], headers: Record<string, string> = {}, signal?: AbortSignal) =>
    kofi.fetch(UploadMedia.path, {
      method: UploadMedia.method,
      body,
      headers,
      ...(signal && { signal }),
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit)

  const send =
    (method: string) =>
    (path: string, body: unknown, type = 'application/json', headers = {}) =>
      kofi.fetch(path, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': type, ...headers },
      })
  const post = send('POST')
  const put = send('PUT')

  const errorOf = async (response: Response) => {
    const body = ErrorBody.parse(await response.json())
    expect(body.requestId).toBe(response.headers.get('x-request-id'))
    expect(body.message).toMatch(/^[A-Z“][^\n]{10,}$/)
    return { status: response.status, ...body }
  }

  /** The files of uploads and of the worker. */
  const files = async () => {
    const found = await Promise.all(
      ['objects', 'work'].map(async (name) => {
        const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      }),
    )
    return found.flat().sort()
  }

  // Files of earlier tests may be removed meanwhile.
  const newFiles = async () => (await files()).filter((file) => !before.files.includes(file))

  const pids = () => processesWith(markerOf(dataDir))

  const logSizes = async () => {
    const names = await readdir(join(dataDir, 'logs'))
    return new Map(
      await Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, 'logs', name))).size] as const)),
    )
  }

  const newErrors = async () => {
    const lines: string[] = []
    for (const name of await readdir(join(dataDir, 'logs'))) {
      const log = await readFile(join(dataDir, 'logs', name))
      lines.push(
        ...log
          .subarray(before.logs.get(name) ?? 0)
          .toString()
          .split('\n'),
      )
    }
    return lines.filter((line) => /"level":"(error|fatal)"/.test(line))
  }
})
