import { setTimeout as sleep } from 'node:timers/promises'
import { type Episode, GetEpisode } from '@griot/contracts/catalog/episodes'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { UploadMedia } from '@griot/contracts/media/files'
import { SendTip } from '@griot/contracts/points'
import { GetUser } from '@griot/contracts/user'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { createHttpClient, publishEpisode } from '../testing/http-client.ts'

// The daily limit of tips per user. The pauses spread them over the duration of a backup.
const TIPS = 10
const TIP_CENTS = 100
const PAUSE_MS = 400
const UPLOADS = 8
const EPISODE_MS = 3_000

export const KOFI = { email: 'kofi@example.org', firstName: 'Kofi', lastName: 'Boateng' }

const signIn = async (origin: string, name: string) => {
  const client = new ApiClient(origin)
  await client.signIn({ email: `${name}@example.org`, firstName: name, lastName: 'Owusu' })
  return client
}

/** Users who upload, listen to an episode of three seconds and tip, until stopped. Records what was acknowledged. */
export const startActiveUsers = async (
  origin: string,
  episode: Pick<Episode, 'id' | 'audioUrl'>,
  recording: Buffer,
) => {
  const kofi = new ApiClient(origin)
  await kofi.signIn(KOFI)
  const { id: receiverId } = await kofi.call(GetUser, {})
  // Listeners tip only a podcast that they see.
  const own = await publishEpisode(createHttpClient(origin, kofi.cookies, 'horn.mp3'), recording, KOFI.firstName)
  const { podcastId } = await kofi.call(GetEpisode, { params: { id: own.id } })
  const listeners = await Promise.all(['esi', 'yaw', 'abena'].map((name) => signIn(origin, name)))
  const acknowledged = { tipCents: 0, points: 0, files: [] as string[] }
  let isStopped = false

  const tip = async (client: ApiClient) => {
    for (let tips = 0; tips < TIPS && !isStopped; tips++) {
      await client.call(SendTip, { body: { receiverId, podcastId, amount: TIP_CENTS } })
      acknowledged.tipCents += TIP_CENTS
      await sleep(PAUSE_MS)
    }
  }
  const listen = async (client: ApiClient) => {
    await client.loadAudio(episode.audioUrl)
    while (!isStopped) {
      const { id } = await client.call(StartListening, { body: { episodeId: episode.id } })
      // A complete play is credited.
      await sleep(EPISODE_MS)
      const { pointsEarned } = await client.call(EndListening, {
        body: { sessionId: id, listeningDuration: 3, totalProgress: 3, completed: true },
      })
      acknowledged.points += pointsEarned
    }
  }
  const upload = async () => {
    for (let uploads = 0; uploads < UPLOADS && !isStopped; uploads++) {
      const form = new FormData()
      form.set('audio', new File([new Uint8Array(recording)], `horn-${uploads}.mp3`, { type: 'audio/mpeg' }))
      const response = await kofi.fetch(UploadMedia.path, { method: 'POST', body: form })
      if (response.status !== 201) throw new Error(`an upload returned ${response.status}`)
      acknowledged.files.push(UploadMedia.response.parse(await response.json()).mediaFile.id)
    }
  }
  const finished = Promise.all([...listeners.flatMap((client) => [tip(client), listen(client)]), upload()])

  return {
    /** Everything acknowledged so far. */
    acknowledged: () => ({ ...acknowledged, files: [...acknowledged.files] }),
    async stop() {
      isStopped = true
      await finished
    },
  }
}
