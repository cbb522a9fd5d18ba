import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { CreateEpisode, type Episode, GetEpisode, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { CreatePodcast, ListPodcasts, type Podcast } from '@griot/contracts/catalog/podcasts'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { DEMO_CATALOG, type DemoCreator, type DemoShow } from './demo-catalog.ts'
import { record } from './kora.ts'

const TIMEOUT_MS = 60_000

/**
 * Adds demo shows through the public API, as creators do: sign in, upload, publish. A repeated run adds what is missing, so it
 * completes an interrupted run.
 */
export const seed = async ({ origin }: { origin: string }, print: (progress: string) => void) => {
  const workDir = await mkdtemp(join(tmpdir(), 'griot-demo-'))
  try {
    const { ffmpeg } = await findBinaries(process.env)
    const published: Episode[] = []
    for (const creator of DEMO_CATALOG) {
      const client = new ApiClient(origin)
      await client.signIn(creator.person)
      const known = await client.call(ListCreators, {})
      const name = nameOf(creator)
      if (!known.some((other) => other.name === name)) {
        await client.call(CreateCreator, { body: { name, bio: creator.bio } })
      }
      for (const show of creator.shows) {
        print(show.title)
        published.push(...(await publishShow(client, creator, show, { ffmpeg, workDir })))
      }
    }
    await addListening(origin, published)
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

const nameOf = ({ person }: DemoCreator) => `${person.firstName} ${person.lastName}`

/** The tools of a recording. */
interface Studio {
  ffmpeg: string
  workDir: string
}

/** Publishes the missing parts of a show. Returns all its episodes. */
const publishShow = async (client: ApiClient, creator: DemoCreator, show: DemoShow, studio: Studio) => {
  const mine = await client.call(ListPodcasts, { query: { hostId: 'me' } })
  const podcast =
    mine.find(({ title }) => title === show.title) ??
    (await client.call(CreatePodcast, {
      body: {
        title: show.title,
        description: show.description,
        hostName: nameOf(creator),
        category: show.category,
        coverImage: null,
      },
    }))
  const existing = await client.call(ListPodcastEpisodes, { params: { id: podcast.id } })
  const episodes: Episode[] = []
  for (const [index, episode] of show.episodes.entries()) {
    episodes.push(await publishEpisode(client, podcast, { ...episode, number: index + 1 }, existing, studio))
  }
  return episodes
}

const publishEpisode = async (
  client: ApiClient,
  podcast: Podcast,
  { title, description, piece, number }: DemoShow['episodes'][number] & { number: number },
  existing: Episode[],
  { ffmpeg, workDir }: Studio,
) => {
  let episode = existing.find(({ episodeNumber }) => episodeNumber === number)
  if (episode === undefined) {
    const file = join(workDir, `${podcast.id}-${number}.mp3`)
    await record(piece, title, ffmpeg, file)
    const audioFileId = await upload(client, file, `${title}.mp3`)
    await rm(file)
    const [, duration] = piece
    const text = { title, description, podcastId: podcast.id, duration, episodeNumber: number }
    episode = await client.call(CreateEpisode, { body: { ...text, audioFileId } })
  }
  const { id } = episode
  return waitFor(
    () => client.call(GetEpisode, { params: { id } }),
    ({ audioFileId }) => audioFileId !== null,
  )
}

const upload = async (client: ApiClient, file: string, name: string) => {
  const form = new FormData()
  form.set('audio', new File([await openAsBlob(file)], name, { type: 'audio/mpeg' }))
  const response = await client.fetch(UploadMedia.path, { method: UploadMedia.method, body: form })
  if (!response.ok) throw new Error(`uploading ${name}: ${response.status} ${await response.text()}`)
  const { mediaFile } = UploadMedia.response.parse(await response.json())
  const processed = await waitFor(
    () => client.call(GetMedia, { params: { id: mediaFile.id } }),
    ({ status }) => status !== 'processing',
  )
  if (processed.status === 'failed') throw new Error(`processing ${name}: ${processed.failure}`)
  return mediaFile.id
}

const waitFor = async <T>(read: () => Promise<T>, isDone: (value: T) => boolean) => {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() > deadline) throw new Error(`timed out: ${JSON.stringify(value)}`)
    await delay(100)
  }
}

/** The creators listen to each other's episodes, so that the demo shows have listeners. */
const addListening = async (origin: string, episodes: Episode[]) => {
  for (const [index, { person }] of DEMO_CATALOG.entries()) {
    const client = new ApiClient(origin)
    await client.signIn(person)
    for (const episode of episodes.filter((_, place) => place % DEMO_CATALOG.length <= index)) {
      await client.loadAudio(episode.audioUrl)
      const { id } = await client.call(StartListening, { body: { episodeId: episode.id } })
      await client.call(EndListening, {
        body: { sessionId: id, listeningDuration: 4, totalProgress: 4, completed: false },
      })
    }
  }
}
