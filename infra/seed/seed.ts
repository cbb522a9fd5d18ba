import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateCreator, ListCreators } from '@griot/contracts/catalog/creators'
import { CreateEpisode, type Episode, GetEpisode, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { CreatePodcast, ListPodcasts, type Podcast } from '@griot/contracts/catalog/podcasts'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { GetMedia, LinkMedia, UploadMedia } from '@griot/contracts/media/files'
import { findBinaries } from '@griot/service-kit/ffmpeg'
import { Visitor } from '@griot/service-kit/visitor'
import { DEMO_CATALOGUE, type DemoCreator, type DemoEpisode, type DemoShow } from './demo-catalogue.ts'
import { record } from './recording.ts'

export interface SeedOptions {
  /** Where the product answers. */
  origin: string
  say: (progress: string) => void
}

const READY_WITHIN_MS = 60_000

/**
 * Fills a new installation with a few shows, the way a creator would: signing in, uploading, publishing through the
 * public API. Doing it again adds what is missing, so a run that was interrupted can be completed.
 */
export const seed = async ({ origin, say }: SeedOptions) => {
  const workDir = await mkdtemp(join(tmpdir(), 'griot-demo-'))
  try {
    const { ffmpeg } = await findBinaries(process.env, workDir)
    const published: Episode[] = []
    for (const creator of DEMO_CATALOGUE) {
      const visitor = new Visitor(origin)
      await visitor.signIn(creator.person)
      await introduce(visitor, creator)
      for (const show of creator.shows) {
        say(show.title)
        published.push(...(await publishShow(visitor, creator, show, { ffmpeg, workDir })))
      }
    }
    await listenALittle(origin, published)
  } finally {
    await rm(workDir, { recursive: true, force: true })
  }
}

const nameOf = ({ person }: DemoCreator) => `${person.firstName} ${person.lastName}`

const introduce = async (visitor: Visitor, creator: DemoCreator) => {
  const known = await visitor.call(ListCreators, {})
  if (known.some(({ name }) => name === nameOf(creator))) return
  await visitor.call(CreateCreator, { body: { name: nameOf(creator), bio: creator.bio } })
}

interface Studio {
  ffmpeg: string
  workDir: string
}

/** Publishes what is missing of a show; answers all its episodes. */
export const publishShow = async (visitor: Visitor, creator: DemoCreator, show: DemoShow, studio: Studio) => {
  const mine = await visitor.call(ListPodcasts, { query: { hostId: 'me' } })
  const podcast =
    mine.find(({ title }) => title === show.title) ??
    (await visitor.call(CreatePodcast, {
      body: {
        title: show.title,
        description: show.description,
        hostName: nameOf(creator),
        category: show.category,
        coverImage: null,
      },
    }))
  const there = await visitor.call(ListPodcastEpisodes, { params: { id: podcast.id } })
  const episodes: Episode[] = []
  for (const [index, episode] of show.episodes.entries()) {
    episodes.push(await publishEpisode(visitor, podcast, { ...episode, number: index + 1 }, there, studio))
  }
  return episodes
}

const publishEpisode = async (
  visitor: Visitor,
  podcast: Podcast,
  { title, description, piece, number }: DemoEpisode & { number: number },
  there: Episode[],
  { ffmpeg, workDir }: Studio,
) => {
  const known = there.find(({ episodeNumber }) => episodeNumber === number)
  if (known !== undefined && known.audioFileId !== null) return known

  const file = join(workDir, `${podcast.id}-${number}.mp3`)
  await record(piece, title, ffmpeg, file)
  const mediaFileId = await upload(visitor, file, `${title}.mp3`)
  await rm(file)
  const episode =
    known ??
    (await visitor.call(CreateEpisode, {
      body: {
        title,
        description,
        podcastId: podcast.id,
        audioFileId: null,
        duration: piece.length,
        episodeNumber: number,
      },
    }))
  await visitor.call(LinkMedia, { params: { episodeId: episode.id }, body: { mediaFileId } })
  return until(
    () => visitor.call(GetEpisode, { params: { id: episode.id } }),
    ({ audioFileId }) => audioFileId !== null,
  )
}

const upload = async (visitor: Visitor, file: string, name: string) => {
  const form = new FormData()
  form.set('audio', new File([await openAsBlob(file)], name, { type: 'audio/mpeg' }))
  const response = await visitor.fetch(UploadMedia.path, { method: UploadMedia.method, body: form })
  if (!response.ok) throw new Error(`uploading ${name}: ${response.status} ${await response.text()}`)
  const { mediaFile } = UploadMedia.response.parse(await response.json())
  const processed = await until(
    () => visitor.call(GetMedia, { params: { id: mediaFile.id } }),
    ({ status }) => status !== 'processing',
  )
  if (processed.status === 'failed') throw new Error(`processing ${name}: ${processed.failure}`)
  return mediaFile.id
}

const until = async <Fact>(read: () => Promise<Fact>, isSo: (fact: Fact) => boolean) => {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const fact = await read()
    if (isSo(fact)) return fact
    if (Date.now() > deadline) throw new Error(`waited too long: ${JSON.stringify(fact)}`)
    await delay(100)
  }
}

/** The creators hear a little of each other, so that the first visitor finds shows that somebody listens to. */
const listenALittle = async (origin: string, episodes: Episode[]) => {
  for (const [index, { person }] of DEMO_CATALOGUE.entries()) {
    const visitor = new Visitor(origin)
    await visitor.signIn(person)
    for (const episode of episodes.filter((_, place) => place % DEMO_CATALOGUE.length <= index)) {
      const { id } = await visitor.call(StartListening, { body: { episodeId: episode.id } })
      await visitor.call(EndListening, {
        body: { sessionId: id, listeningDuration: 4, totalProgress: 4, completed: false },
      })
    }
  }
}
