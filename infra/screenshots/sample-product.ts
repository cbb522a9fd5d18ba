import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { ListPopularPodcasts } from '@griot/contracts/catalog/podcasts'
import { CreateFavorite, CreateHistoryEntry, SaveEpisode } from '@griot/contracts/library'
import { UploadMedia } from '@griot/contracts/media/files'
import { SendTip } from '@griot/contracts/points'
import { ApiClient, type Person } from '@griot/service-kit/testing/api-client'
import { DEMO_CATALOG } from '../seed/demo-catalog.ts'
import { startGriot } from '../testing/start-griot.ts'

/** A creator of the demo shows, who is an admin as well, so that every page has content. */
const CREATOR = DEMO_CATALOG[0]?.person as Person

export type SampleProduct = Awaited<ReturnType<typeof openSampleProduct>>

/** Starts the product with demo shows and temporary data. */
export const openSampleProduct = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-screenshots-'))
  const product = startGriot(join(folder, 'data'), {
    SEED_DEMO: '1',
    ADMIN_EMAILS: CREATOR.email,
    RATE_LIMITS: 'off',
    npm_lifecycle_event: 'start',
  })
  const close = async () => {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const origin = await product.ready
    const signIn = async (person: Person) => {
      const client = new ApiClient(origin)
      await client.signIn(person)
      return client
    }
    const creator = await signIn(CREATOR)
    return {
      ...(await addHistory(creator)),
      origin,
      creator: creator.cookies,
      /** The cookies of a new user. */
      signInNewcomer: async (name: string) =>
        (await signIn({ email: `${name}@example.org`, firstName: 'Kwame', lastName: 'Boateng' })).cookies,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Favorites, an unfinished and a finished episode, a saved one, a tip, and an upload that the studio reports as failed. */
const addHistory = async (creator: ApiClient) => {
  const popular = await creator.call(ListPopularPodcasts, {})
  for (const { id } of popular.slice(0, 3)) await creator.call(CreateFavorite, { body: { podcastId: id } })
  const podcast = popular.find(({ hostName }) => !hostName.startsWith(CREATOR.firstName))
  if (podcast === undefined) throw new Error('The demo catalog is empty.')
  const tip = { receiverId: podcast.hostId, podcastId: podcast.id, episodeId: null, amount: 1000 }
  await creator.call(SendTip, { body: tip })
  const form = new FormData()
  form.set('audio', new File(['not a recording '.repeat(400)], 'interview (final) (2).mp3', { type: 'audio/mpeg' }))
  const response = await creator.fetch(UploadMedia.path, { method: UploadMedia.method, body: form })
  await response.body?.cancel()
  const [episode, other] = await creator.call(ListPodcastEpisodes, { params: { id: podcast.id } })
  if (episode === undefined || other === undefined) throw new Error('The demo show has fewer than two episodes.')
  for (const [progress, { id: episodeId, podcastId }] of [
    [100, other],
    [40, episode],
  ] as const) {
    await creator.call(CreateHistoryEntry, { body: { episodeId, podcastId, progress, completed: false } })
  }
  await creator.call(SaveEpisode, { body: { episodeId: other.id } })
  return { podcast, episode }
}
