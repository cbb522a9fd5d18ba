import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { EndListening, HeartbeatListening, StartListening } from '@griot/contracts/listening'
import { UploadMedia } from '@griot/contracts/media/files'

export interface Asker {
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
  /** Sends a recording slowly, so that it is under way for a while. Answers its id. */
  upload(bytes: Buffer, pieces?: number, pauseMs?: number): Promise<{ status: number; id: string }>
  /** Holds the stream of events open as a browser does; counts how often it had to come back. */
  watch(): { comebacks(): number; stop(): Promise<void> }
}

/** Somebody in front of the product, on one origin, with one cookie. */
export const createAsker = (origin: string, cookie: string): Asker => {
  const headers = { origin, cookie }
  return {
    async ask(method, path, body) {
      const response = await fetch(new URL(path, origin), {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
    },
    async upload(bytes, pieces = 1, pauseMs = 0) {
      const boundary = 'griot-drill'
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="drum.mp3"\r\ncontent-type: audio/mpeg\r\n\r\n`
      const size = Math.ceil(bytes.length / pieces)
      async function* body() {
        yield Buffer.from(head)
        for (let at = 0; at < bytes.length; at += size) {
          yield bytes.subarray(at, at + size)
          if (pauseMs > 0) await sleep(pauseMs)
        }
        yield Buffer.from(`\r\n--${boundary}--\r\n`)
      }
      const response = await fetch(new URL(UploadMedia.path, origin), {
        method: 'POST',
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Readable.toWeb(Readable.from(body())),
        duplex: 'half',
      } as unknown as RequestInit)
      const answer = (await response.json()) as { mediaFile?: { id: string } }
      return { status: response.status, id: answer.mediaFile?.id ?? '' }
    },
    watch() {
      const leaving = new AbortController()
      let opened = 0
      const watching = (async () => {
        while (!leaving.signal.aborted) {
          try {
            const response = await fetch(new URL('/api/media/events', origin), { headers, signal: leaving.signal })
            if (response.ok) opened += 1
            for await (const _ of response.body ?? []);
          } catch {
            // As a browser does: it comes again.
          }
        }
      })()
      return {
        comebacks: () => opened - 1,
        async stop() {
          leaving.abort()
          await watching
        },
      }
    },
  }
}

/** Publishes an episode that plays this recording. */
export const publishEpisode = async (host: Asker, recording: Buffer): Promise<string> => {
  const { id: audioFileId } = await host.upload(recording)
  const status = async () => ((await host.ask('GET', `/api/media/${audioFileId}`)).body as { status?: string }).status
  for (let now = await status(); now !== 'ready'; now = await status()) {
    if (now !== 'processing') throw new Error(`the recording is ${now}`)
    await sleep(100)
  }
  const podcast = await host.ask('POST', '/api/podcasts', {
    title: 'The Drum',
    description: 'How it speaks.',
    hostName: 'Ama Mensah',
    category: 'business',
  })
  const { id: podcastId } = podcast.body as { id: string }
  const about = { title: 'First beat', description: 'One.', duration: 5, episodeNumber: 1, podcastId, audioFileId }
  const episode = await host.ask('POST', '/api/episodes', about)
  const { id } = episode.body as { id: string }
  // Every copy has to have heard of it, and of its sound.
  for (let times = 0; times < 8; ) {
    const { audioUrl } = (await host.ask('GET', `/api/episode/${id}`)).body as { audioUrl?: string | null }
    const { status } = await host.ask('POST', StartListening.path, { episodeId: id })
    times = status < 300 && audioUrl ? times + 1 : 0
    await sleep(50)
  }
  return id
}

interface Load {
  asked: number
  /** What was not answered as it should be, with how. */
  failures: string[]
}

/** People who listen, look at their points and look around, until they are told to stop. */
export const startLoad = (people: readonly Asker[], episodeId: string) => {
  const load: Load = { asked: 0, failures: [] }
  let isOver = false

  const tell = async (person: Asker, method: string, path: string, body?: unknown) => {
    load.asked += 1
    try {
      const answer = await person.ask(method, path, body)
      if (answer.status < 300) return answer.body
      load.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    } catch (error) {
      load.failures.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
    }
    return undefined
  }

  const listen = async (person: Asker) => {
    while (!isOver) {
      await tell(person, 'GET', '/api/podcasts')
      await tell(person, 'GET', `/api/episode/${episodeId}`)
      const session = (await tell(person, 'POST', StartListening.path, { episodeId })) as { id: string } | undefined
      await tell(person, 'GET', '/api/auth/user')
      if (session === undefined) continue
      const heard = { sessionId: session.id, listeningDuration: 1, totalProgress: 1 }
      await tell(person, 'POST', HeartbeatListening.path, heard)
      const end = () => tell(person, 'POST', EndListening.path, { ...heard, completed: false })
      const [first, second] = [await end(), await end()]
      if (first !== undefined && second !== undefined && !isDeepStrictEqual(first, second)) {
        load.failures.push(`ended twice, answered ${JSON.stringify(first)} and ${JSON.stringify(second)}`)
      }
      await tell(person, 'GET', '/api/user/me/points')
    }
  }
  const all = Promise.all(people.map(listen))
  return {
    load,
    async stop() {
      isOver = true
      await all
      return load
    },
  }
}
