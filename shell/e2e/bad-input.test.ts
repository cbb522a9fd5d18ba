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
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedShow, uploaded } from './given.ts'
import { recordMp3 } from './recording.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const PODCAST = { title: 'T', description: 'D', hostName: 'H', category: 'news', coverImage: null }
const EPISODE = { title: 'T', description: 'D', podcastId: NOBODY, audioFileId: null, duration: 60, episodeNumber: 1 }
const END = { listeningDuration: 0, totalProgress: 0, completed: false }

/** What Ama has, and Kofi reaches for. */
interface Hers {
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

/** A form with a file of this size, made while it is sent. */
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

describe('bad input at the public door', () => {
  const { origin, dataDir } = runningProduct()
  const ama = new Visitor(origin)
  const kofi = new Visitor(origin)
  const stranger = new Visitor(origin)
  let folder: string
  let hers: Hers
  let before: { files: string[]; pids: number[]; logs: Map<string, number> }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-bad-input-'))
    await ama.signIn({ email: 'ama@bad-input.example.org', firstName: 'Ama', lastName: 'Mensah' })
    await kofi.signIn({ email: 'kofi@bad-input.example.org', firstName: 'Kofi', lastName: 'Annan' })
    const show = await publishedShow(ama, { title: 'Bad input', file: await recordMp3(folder, 2) })
    const user = await ama.call(GetUser, {})
    const session = await ama.call(StartListening, { body: { episodeId: show.episode.id } })
    const [entry] = await ama.call(ListHistory, { params: { id: 'me' } })
    hers = {
      userId: user.id,
      podcastId: show.podcast.id,
      episodeId: show.episode.id,
      mediaId: show.media.id,
      sessionId: session.id,
      historyId: entry?.id ?? '',
    }
    before = { files: await files(), pids: await pids(), logs: await logSizes() }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each<[string, () => Promise<Response>, number, string]>([
    ['a wrong type', () => upload(formWith('<html>', 'text/html')), 415, 'upload.unsupported_type'],
    ['an empty file', () => upload(formWith('', 'audio/mpeg')), 400, 'input.invalid'],
    ['a file in another field', () => upload(formWith('sound', 'audio/mpeg', 'file')), 400, 'input.invalid'],
    ['a form without its end', () => upload(`${HEAD}sound`, MULTIPART), 400, 'upload.malformed'],
    ['no form', () => upload('{}', { 'content-type': 'application/json' }), 415, 'upload.not_a_form'],
    ['a byte over 100 MB', () => upload(formOfSize(MAX_UPLOAD_BYTES + 1), MULTIPART), 413, 'upload.too_large'],
  ])('refuses to take %s', async (_, ask, status, code) => {
    expect(await refusal(await ask())).toMatchObject({ status, code })
    expect(await kofi.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
    await expect.poll(newFiles).toEqual([])
  })

  it('forgets an upload that was cancelled half way', async () => {
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

  it('says of broken audio what is wrong with it, and takes it away when told to', async () => {
    const file = join(folder, 'broken.mp3')
    await writeFile(file, 'this was never a sound '.repeat(1000))

    const media = await uploaded(kofi, file)
    expect(media).toMatchObject({ status: 'failed', failure: 'This file is not audio we can read.' })

    await kofi.call(DeleteMedia, { params: { id: media.id } })
    await expect.poll(newFiles, { timeout: 60_000 }).toEqual([])
  })

  it.each<[string, () => Promise<Response>, number, string]>([
    ['a missing field', () => post('/api/podcasts', { ...PODCAST, title: undefined }), 400, 'input.invalid'],
    ['a field of a wrong kind', () => post('/api/podcasts', { ...PODCAST, title: 7 }), 400, 'input.invalid'],
    ['an unknown field', () => post('/api/podcasts', { ...PODCAST, hostId: NOBODY }), 400, 'input.invalid'],
    ['an unknown category', () => post('/api/podcasts', { ...PODCAST, category: 'gossip' }), 400, 'input.invalid'],
    [
      'a script for a cover',
      () => post('/api/podcasts', { ...PODCAST, coverImage: 'javascript:alert(1)' }),
      400,
      'input.invalid',
    ],
    ['a number out of bounds', () => post('/api/episodes', { ...EPISODE, duration: 1e12 }), 400, 'input.invalid'],
    ['an id that is none', () => post('/api/listening/start', { episodeId: 'nonsense' }), 400, 'input.invalid'],
    ['half a JSON body', () => post('/api/podcasts', '{"title":'), 400, 'body.not_json'],
    ['a JSON text instead of an object', () => post('/api/podcasts', '"title"'), 400, 'body.not_json'],
    [
      'a body that does not say it is JSON',
      () => post('/api/podcasts', '{}', 'text/plain'),
      415,
      'body.unsupported_type',
    ],
    ['a body of a megabyte', () => post('/api/podcasts', { title: 'x'.repeat(1e6) }), 413, 'body.too_large'],

    ['a podcast that is not there', () => kofi.fetch(`/api/podcast/${NOBODY}`), 404, 'podcast.not_found'],
    ['a podcast without an id', () => kofi.fetch('/api/podcast/nonsense'), 404, 'podcast.not_found'],
    ['an episode that is not there', () => kofi.fetch(`/api/episode/${NOBODY}`), 404, 'episode.not_found'],
    ['sound that is not there', () => kofi.fetch(`/api/media/${NOBODY}/stream`), 404, 'media.not_found'],
    ['listening to nothing', () => post('/api/listening/start', { episodeId: NOBODY }), 404, 'episode.not_found'],
    ['an episode of no podcast', () => post('/api/episodes', EPISODE), 404, 'podcast.not_found'],
    [
      'a link to no episode',
      () => post(`/api/episode/${NOBODY}/media`, { mediaFileId: hers.mediaId }),
      404,
      'episode.not_found',
    ],
    ['an address that leads nowhere', () => kofi.fetch('/api/nothing'), 404, 'page.not_found'],
    ['a method that is not there', () => kofi.fetch('/api/podcasts', { method: 'DELETE' }), 405, 'method.not_allowed'],

    ['her file', () => kofi.fetch(`/api/media/${hers.mediaId}`), 404, 'media.not_found'],
    ['deleting her file', () => kofi.fetch(`/api/media/${hers.mediaId}`, { method: 'DELETE' }), 404, 'media.not_found'],
    [
      'a link to her episode',
      () => post(`/api/episode/${hers.episodeId}/media`, { mediaFileId: hers.mediaId }),
      404,
      'episode.not_found',
    ],
    [
      'an episode in her podcast',
      () => post('/api/episodes', { ...EPISODE, podcastId: hers.podcastId }),
      404,
      'podcast.not_found',
    ],
    [
      'ending her listening',
      () => post('/api/listening/end', { ...END, sessionId: hers.sessionId }),
      404,
      'listening_session.not_found',
    ],
    [
      'listening in her name',
      () => post('/api/listening/start', { userId: hers.userId, episodeId: hers.episodeId }),
      403,
      'user.forbidden',
    ],
    ['her points', () => kofi.fetch(`/api/user/${hers.userId}/points`), 403, 'user.forbidden'],
    ['her media', () => kofi.fetch(`/api/user/${hers.userId}/media`), 403, 'user.forbidden'],
    [
      'her history',
      () => put(`/api/listening-history/${hers.historyId}`, { progress: 100, completed: true }),
      404,
      'listening_history.not_found',
    ],

    ['a stranger', () => stranger.fetch(`/api/user/${hers.userId}/points`), 401, 'session.missing'],
    [
      'a stranger’s upload',
      () => stranger.fetch(UploadMedia.path, { method: 'POST', body: formWith('sound', 'audio/mpeg') }),
      401,
      'session.missing',
    ],
    [
      'another site’s form',
      () => post('/api/podcasts', PODCAST, 'application/json', { origin: 'https://evil.example' }),
      403,
      'origin.foreign',
    ],
  ])('refuses %s', async (_, ask, status, code) => {
    expect(await refusal(await ask())).toMatchObject({ status, code })
  })

  it('refuses by the announced length when hardly any of it has come', async () => {
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

  it('has changed nothing for anybody, and no process had to begin again', async () => {
    expect(await kofi.call(ListPodcasts, { query: { hostId: 'me' } })).toEqual([])
    expect(await kofi.call(GetPoints, { params: { id: 'me' } })).toMatchObject({ totalPoints: 0 })
    expect(await ama.call(EndListening, { body: { ...END, sessionId: hers.sessionId } })).toMatchObject({
      completed: false,
    })

    expect(await newFiles()).toEqual([])
    expect((await files()).filter((file) => file.includes(hers.mediaId))).not.toEqual([])
    expect(await pids()).toEqual(before.pids)
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

  const refusal = async (response: Response) => {
    const body = ErrorBody.parse(await response.json())
    expect(body.requestId).toBe(response.headers.get('x-request-id'))
    expect(body.message).toMatch(/^[A-Z“][^\n]{10,}$/)
    return { status: response.status, ...body }
  }

  /** Everything that uploads and the worker keep on disk. */
  const files = async () => {
    const found = await Promise.all(
      ['objects', 'work'].map(async (name) => {
        const entries = await readdir(join(dataDir, name), { recursive: true, withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      }),
    )
    return found.flat().sort()
  }

  // What earlier journeys have left may go meanwhile.
  const newFiles = async () => (await files()).filter((file) => !before.files.includes(file))

  const pids = async () => {
    const running = JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')) as { pid: number }[]
    return running.map(({ pid }) => pid)
  }

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
