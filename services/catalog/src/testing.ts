import { CreateEpisode, CreatePodcast } from '@griot/contracts/catalog'
import { createLog } from '@griot/service-kit/log'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { serveForTest } from '@griot/service-kit/testing/service'
import { createApp } from './app.ts'
import { HotAnswers } from './hot-answers.ts'

const NOWHERE = 'http://127.0.0.1:9'

/** A catalog of a test file's own, with its database, and the things tests begin with. */
export const startCatalog = async ({ mediaUrl = NOWHERE } = {}) => {
  const database = await createTestDatabase('catalog', new URL('../migrations/', import.meta.url))
  const hot = new HotAnswers()
  const log = createLog('catalog', 'silent')
  const service = await serveForTest((verify) => createApp({ db: database.db, hot, mediaUrl, verify, log }))
  return {
    ...service,
    database,
    db: database.db,
    hot,
    log,
    podcast: (host: Person = person(), about: Partial<typeof PODCAST> = {}) =>
      service.as(host).call(CreatePodcast, { body: { ...PODCAST, ...about } }),
    episode: (host: Person, podcastId: string, about: Partial<typeof EPISODE> = {}) =>
      service.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId, ...about } }),
    async close() {
      await service.close()
      await database.drop()
    },
  }
}

export type TestCatalog = Awaited<ReturnType<typeof startCatalog>>

export const PODCAST = {
  title: 'Kitchen Table Economics',
  description: 'Money, plainly.',
  hostName: 'Ama Mensah',
  category: 'business' as const,
}

export const EPISODE = { title: 'The first susu', description: 'Saving together.', duration: 600, episodeNumber: 1 }
