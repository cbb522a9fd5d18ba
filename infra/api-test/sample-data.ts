import { setTimeout as sleep } from 'node:timers/promises'
import { CreateCreator } from '@griot/contracts/catalog/creators'
import { CreateEpisode, type Episode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { CreateFavorite, CreateHistoryEntry, SaveEpisode } from '@griot/contracts/library'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import { SendTip } from '@griot/contracts/points'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { recordAudio } from '../testing/record-audio.ts'

const SECONDS = 4
const PROCESSING_MS = 60_000

const publish = async (client: ApiClient, hostName: string, recording: Buffer) => {
  const creator = await client.call(CreateCreator, { body: { name: hostName, bio: 'Shows about music.' } })
  const podcast = await client.call(CreatePodcast, {
    body: { title: `${hostName} talks`, description: 'Conversations.', hostName, category: 'culture' },
  })
  const audioFileId = await uploadRecording(client, recording)
  const text = { title: 'The first one', description: 'An introduction.' }
  const episode = await client.call(CreateEpisode, {
    body: { ...text, podcastId: podcast.id, audioFileId, duration: SECONDS, episodeNumber: 1 },
  })
  return { creators: creator.id, podcasts: podcast.id, media: audioFileId, episodes: episode.id, users: creator.userId }
}

const uploadRecording = async (client: ApiClient, recording: Buffer) => {
  const form = new FormData()
  form.set('audio', new File([Uint8Array.from(recording)], 'first.mp3', { type: 'audio/mpeg' }))
  const response = await client.fetch(UploadMedia.path, { method: UploadMedia.method, body: form })
  const { mediaFile } = UploadMedia.response.parse(await response.json())
  const deadline = Date.now() + PROCESSING_MS
  for (;;) {
    const { status } = await client.call(GetMedia, { params: { id: mediaFile.id } })
    if (status === 'ready') return mediaFile.id
    if (status === 'failed' || Date.now() > deadline) throw new Error(`the recording is ${status}`)
    await sleep(100)
  }
}

type Target = Pick<Episode, 'id' | 'podcastId' | 'hostId'>

/** Uses everything that stores data of a listener. Returns the id of the history entry. */
const listen = async (client: ApiClient, { id: episodeId, podcastId, hostId }: Target) => {
  await client.call(CreateFavorite, { body: { podcastId } })
  await client.call(SaveEpisode, { body: { episodeId } })
  const history = { episodeId, podcastId, progress: 50, completed: false }
  const { id } = await client.call(CreateHistoryEntry, { body: history })
  const { id: sessionId } = await client.call(StartListening, { body: { episodeId } })
  const progress = { sessionId, listeningDuration: SECONDS, totalProgress: SECONDS }
  await client.call(EndListening, { body: { ...progress, completed: false } })
  await client.call(SendTip, { body: { receiverId: hostId, podcastId, amount: 100 } })
  return id
}

/** Signs two hosts in, who publish a show and listen to each other. Returns their sessions, and their ids by kind. */
export const addSampleData = async (origin: string, emails: readonly [string, string]) => {
  const recording = await recordAudio(SECONDS)
  const hosts = await Promise.all(
    emails.map(async (email, index) => {
      const client = new ApiClient(origin)
      const firstName = `Ama ${index}`
      await client.signIn({ email, firstName, lastName: 'Mensah' })
      return { client, ids: await publish(client, firstName, recording) }
    }),
  )
  return Promise.all(
    hosts.map(async ({ client, ids }, index) => {
      const other = hosts[1 - index]?.ids ?? ids
      const target = { id: other.episodes, podcastId: other.podcasts, hostId: other.users }
      const session = /griot_session=([^;]+)/.exec(client.cookies)?.[1] ?? ''
      return { session, ids: { ...ids, history: await listen(client, target) } }
    }),
  )
}
