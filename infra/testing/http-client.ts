import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartListening } from '@griot/contracts/listening'
import { UploadMedia } from '@griot/contracts/media/files'

export interface HttpClient {
  request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
  /** Uploads a recording in parts with pauses, so that the upload takes a while. Returns the id of the media file. */
  upload(bytes: Buffer, parts?: number, pauseMs?: number): Promise<{ status: number; id: string }>
  /** Keeps an event stream open as a browser does, and counts reconnections. */
  watchEvents(): { reconnections(): number; stop(): Promise<void> }
}

const BOUNDARY = 'griot-test'
const formHead = (fileName: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="audio"; filename="${fileName}"\r\ncontent-type: audio/mpeg\r\n\r\n`

async function* formOf(fileName: string, bytes: Buffer, parts: number, pauseMs: number) {
  const size = Math.ceil(bytes.length / parts)
  yield Buffer.from(formHead(fileName))
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}

/** A client with a session cookie, which sends the `Origin` header of a browser. Its recordings have this file name. */
export const createHttpClient = (origin: string, cookie: string, fileName = 'drum.mp3'): HttpClient => {
  const headers = { origin, cookie }
  return {
    async request(method, path, body) {
      const response = await fetch(new URL(path, origin), {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text || undefined }
    },
    async upload(bytes, parts = 1, pauseMs = 0) {
      const response = await fetch(new URL(UploadMedia.path, origin), {
        method: 'POST',
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: Readable.toWeb(Readable.from(formOf(fileName, bytes, parts, pauseMs))),
        duplex: 'half',
      } as unknown as RequestInit)
      const { mediaFile } = (await response.json()) as { mediaFile?: { id: string } }
      return { status: response.status, id: mediaFile?.id ?? '' }
    },
    watchEvents() {
      const stopping = new AbortController()
      let connections = 0
      const watching = (async () => {
        while (!stopping.signal.aborted) {
          try {
            const response = await fetch(new URL('/api/media/events', origin), { headers, signal: stopping.signal })
            if (response.ok) connections += 1
            for await (const _ of response.body ?? []);
          } catch {
            // Reconnect, as a browser does.
          }
        }
      })()
      return {
        reconnections: () => connections - 1,
        async stop() {
          stopping.abort()
          await watching
        },
      }
    },
  }
}

const isPlayable = async (client: HttpClient, episodeId: string) => {
  const { audioUrl } = (await client.request('GET', `/api/episode/${episodeId}`)).body as { audioUrl?: string | null }
  const { status } = await client.request('POST', StartListening.path, { episodeId })
  return status < 300 && typeof audioUrl === 'string'
}

/** Publishes an episode of the podcast "The Drum". Returns it once every instance serves it with its audio. */
export const publishEpisode = async (
  host: HttpClient,
  recording: Buffer,
  hostName = 'Ama Mensah',
): Promise<{ id: string; audioUrl: string }> => {
  const { id: audioFileId } = await host.upload(recording)
  const readStatus = async () =>
    ((await host.request('GET', `/api/media/${audioFileId}`)).body as { status?: string }).status
  for (let status = await readStatus(); status !== 'ready'; status = await readStatus()) {
    if (status !== 'processing') throw new Error(`the status of the recording is ${status}`)
    await sleep(100)
  }
  const podcast = await host.request('POST', '/api/podcasts', {
    title: 'The Drum',
    description: 'A show.',
    hostName,
    category: 'culture',
  })
  const { id: podcastId } = podcast.body as { id: string }
  const text = { title: 'The first', description: 'An episode.' }
  const created = await host.request('POST', '/api/episodes', {
    ...text,
    ...{ duration: 5, episodeNumber: 1, podcastId, audioFileId },
  })
  const { id } = created.body as { id: string }
  // Requests alternate between instances. Each must have received the events of the new episode.
  for (let successes = 0; successes < 8; await sleep(50)) successes = (await isPlayable(host, id)) ? successes + 1 : 0
  const { audioUrl } = (await host.request('GET', `/api/episode/${id}`)).body as { audioUrl: string }
  return { id, audioUrl }
}
