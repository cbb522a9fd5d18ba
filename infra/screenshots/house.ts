import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateCreator } from '@griot/contracts/catalog/creators'
import { ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { ListPopularPodcasts } from '@griot/contracts/catalog/podcasts'
import { CreateFavorite } from '@griot/contracts/library'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { UploadMedia } from '@griot/contracts/media/files'
import { SendTip } from '@griot/contracts/points'
import { findBinaries } from '@griot/service-kit/ffmpeg'
import { type Person, Visitor } from '@griot/service-kit/visitor'
import type { DemoCreator } from '../seed/demo-catalogue.ts'
import { publishShow } from '../seed/seed.ts'
import { startGriot } from '../testing/griot.ts'

/** Listens, publishes and is an admin: every page has something to show. */
const ZORA: Person = { email: 'zora@example.org', firstName: 'Zora', lastName: 'Okonkwo' }

const ZORAS: DemoCreator = {
  person: ZORA,
  bio: 'Collects the sentences that people say when they think nobody writes them down.',
  shows: [
    {
      title: 'Overheard on the Bus',
      description: 'One sentence, one stop, one minute. A show for people who are nearly there.',
      category: 'entertainment',
      episodes: [
        {
          title: 'Everyone gets off at the market',
          description: 'So short that it is over before you find your seat.',
          piece: { seed: 71, length: 6, tempo: 96, root: 98, tuning: 'sauta' },
        },
      ],
    },
  ],
}

/** How far Zora is in what she has heard, in hundredths. */
const PLACES = [97, 62, 35, 98, 12, 80]

export type House = Awaited<ReturnType<typeof openHouse>>

/** The product with its demo, on a free port and in a folder of its own, and somebody who has used it for a while. */
export const openHouse = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-screenshots-'))
  const product = startGriot(join(folder, 'data'), {
    SEED_DEMO: '1',
    ADMIN_EMAILS: ZORA.email,
    RATE_LIMITS: 'off',
    npm_lifecycle_event: 'start',
  })
  const close = async () => {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const origin = await product.ready
    const zora = new Visitor(origin)
    await zora.signIn(ZORA)
    return {
      origin,
      zora: zora.cookies,
      ...(await furnish(zora, folder)),
      arrive: (name: string) => arrive(origin, name),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Somebody who was never here before. */
const arrive = async (origin: string, name: string) => {
  const visitor = new Visitor(origin)
  await visitor.signIn({ email: `${name.toLowerCase()}@example.org`, firstName: 'Kwame', lastName: 'Boateng' })
  return visitor.cookies
}

const furnish = async (zora: Visitor, folder: string) => {
  const { ffmpeg } = await findBinaries(process.env, folder)
  const popular = await zora.call(ListPopularPodcasts, {})
  await zora.call(CreateCreator, { body: { name: `${ZORA.firstName} ${ZORA.lastName}`, bio: ZORAS.bio } })
  const [show] = ZORAS.shows
  const [short] = show ? await publishShow(zora, ZORAS, show, { ffmpeg, workDir: folder }) : []
  await uploadBroken(zora)

  const episodes = (
    await Promise.all(popular.slice(0, 4).map(({ id }) => zora.call(ListPodcastEpisodes, { params: { id } })))
  ).flat()
  for (const [at, place] of PLACES.entries()) {
    const episode = episodes[at]
    if (!episode) continue
    const { id } = await zora.call(StartListening, { body: { episodeId: episode.id } })
    const totalProgress = Math.floor((episode.duration * place) / 100)
    await zora.call(EndListening, {
      body: { sessionId: id, listeningDuration: 4, totalProgress, completed: place > 95 },
    })
  }
  for (const { id } of popular.slice(0, 3)) await zora.call(CreateFavorite, { body: { podcastId: id } })
  const [first] = popular
  const [listened] = episodes
  if (!first || !listened || !short) throw new Error('The demo catalogue is empty.')
  await zora.call(SendTip, { body: { receiverId: first.hostId, podcastId: first.id, episodeId: null, amount: 1000 } })
  return { podcast: first, episode: listened, short }
}

/** Looks like an MP3 and is none, so that the studio has something to say about it. */
const uploadBroken = async (visitor: Visitor) => {
  const form = new FormData()
  form.set(
    'audio',
    new File(['This was never a recording. '.repeat(400)], 'interview (final) (2).mp3', { type: 'audio/mpeg' }),
  )
  const response = await visitor.fetch(UploadMedia.path, { method: UploadMedia.method, body: form })
  await response.body?.cancel()
}
