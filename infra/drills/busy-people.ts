import { setTimeout as sleep } from 'node:timers/promises'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { EndListening, StartListening } from '@griot/contracts/listening'
import { UploadMedia } from '@griot/contracts/media/files'
import { SendTip } from '@griot/contracts/points'
import { GetUser } from '@griot/contracts/user'
import { Visitor } from '@griot/service-kit/visitor'

// A person may tip so often a day; the pauses spread that over the time that a backup takes.
const TIPS = 10
const TIP_CENTS = 100
const PAUSE_MS = 400
const UPLOADS = 8
const EPISODE_MS = 3_000

export const KOFI = { email: 'kofi@example.org', firstName: 'Kofi', lastName: 'Boateng' }

/** People who upload, hear an episode of three seconds and tip until they are told to stop, with what they were promised so far. */
export const startBusyPeople = async (origin: string, episodeId: string, recording: Buffer) => {
  const kofi = new Visitor(origin)
  await kofi.signIn(KOFI)
  const { id: receiverId } = await kofi.call(GetUser, {})
  const about = {
    title: 'The Horn',
    description: 'A show.',
    hostName: 'Kofi',
    category: 'culture',
    coverImage: null,
  } as const
  const { id: podcastId } = await kofi.call(CreatePodcast, { body: about })
  const tippers = await Promise.all(
    ['esi', 'yaw', 'abena'].map(async (name) => {
      const visitor = new Visitor(origin)
      await visitor.signIn({ email: `${name}@example.org`, firstName: name, lastName: 'Owusu' })
      return visitor
    }),
  )
  const promised = { tipCents: 0, points: 0, files: [] as string[] }
  let isOver = false

  const tip = async (visitor: Visitor) => {
    for (let tips = 0; tips < TIPS && !isOver; tips++) {
      await visitor.call(SendTip, { body: { receiverId, podcastId, amount: TIP_CENTS } })
      promised.tipCents += TIP_CENTS
      await sleep(PAUSE_MS)
    }
  }
  const listen = async (visitor: Visitor) => {
    while (!isOver) {
      const { id } = await visitor.call(StartListening, { body: { episodeId } })
      // Whoever hears all of it is paid for that.
      await sleep(EPISODE_MS)
      const { pointsEarned } = await visitor.call(EndListening, {
        body: { sessionId: id, listeningDuration: 3, totalProgress: 3, completed: true },
      })
      promised.points += pointsEarned
    }
  }
  const upload = async () => {
    for (let uploads = 0; uploads < UPLOADS && !isOver; uploads++) {
      const form = new FormData()
      form.set('audio', new File([new Uint8Array(recording)], `horn-${uploads}.mp3`, { type: 'audio/mpeg' }))
      const response = await kofi.fetch(UploadMedia.path, { method: 'POST', body: form })
      if (response.status !== 201) throw new Error(`an upload was answered ${response.status}`)
      promised.files.push(UploadMedia.response.parse(await response.json()).mediaFile.id)
    }
  }
  const all = Promise.all([...tippers.flatMap((visitor) => [tip(visitor), listen(visitor)]), upload()])

  return {
    /** What they have been told until now. */
    promised: () => ({ ...promised, files: [...promised.files] }),
    async stop() {
      isOver = true
      await all
    },
  }
}
