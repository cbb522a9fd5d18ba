import { ListCreators } from '@griot/contracts/catalog/creators'
import { GetEpisode, ListEpisodes } from '@griot/contracts/catalog/episodes'
import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { GetMediaTimeline, LinkMedia, ListUserMedia } from '@griot/contracts/media/files'
import { GetMediaPeaks } from '@griot/contracts/media/hearing'
import { GetQueue, GetQueueActivity, GetQueueItem, ListQueueDeeds } from '@griot/contracts/queue'
import { CreateUpload, GetStorage, ListUploads } from '@griot/contracts/uploads'
import type { Page } from 'playwright-core'
import type { Scene } from './scenes.ts'
import {
  choose,
  dragOver,
  fillEpisode,
  linkRefused,
  openForm,
  pickPicture,
  SEVEN,
  typeAndComeBack,
  unfold,
  uploadSeven,
  wav,
} from './studio-acts.ts'
import {
  ACTIVITY,
  CREATORS,
  DEEDS,
  EPISODES,
  IDLE,
  LIBRARY,
  NEARLY_FULL,
  NO_WORKER,
  PAUSED,
  PROCESSING,
  QUEUE,
  QUEUE_ITEM,
  TIMELINE,
  UNFINISHED,
  UNREACHABLE,
} from './studio-samples.ts'

// States that take a broken machine, an hour or a thousand files to bring about are answered here instead; what the
// page makes of them is real.
type Answers = Readonly<Record<string, unknown>>

const MEDIA = pathFor(ListUserMedia, { params: { id: 'me' } })
const LIBRARY_TAB = '/upload?tab=library'
const sentence = (message: string) => ({ code: 'screenshot.refused', message, requestId: 'none' })
const AWAY = { status: 503, json: sentence('This is not answered right now. Please try again in a moment.') }

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Answers these paths; with a status only when that is said beside the body. */
const given = (answers: Answers) => async (page: Page) => {
  for (const [path, json] of Object.entries(answers)) {
    const isSpecial = typeof json === 'object' && json !== null && 'status' in json && 'json' in json
    await page.route(
      ({ pathname }) => pattern(path).test(pathname),
      (route) => route.fulfill(isSpecial ? (json as typeof AWAY) : { json }),
    )
  }
}

const waveform = Buffer.from(
  Array.from({ length: 600 }, (_, at) => Math.abs(Math.sin(at / 7) * Math.sin(at / 41) * 200) + 20),
)
const library =
  (answers: Answers = {}) =>
  async (page: Page) => {
    await page.route(
      ({ pathname }) => pattern(GetMediaPeaks.path).test(pathname),
      (route) => route.fulfill({ body: waveform, contentType: GetMediaPeaks.answers }),
    )
    await given({
      [MEDIA]: LIBRARY,
      [GetEpisode.path]: EPISODES[0],
      [ListEpisodes.path]: EPISODES,
      [GetMediaTimeline.path]: TIMELINE,
      ...answers,
    })(page)
  }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const press = (page: Page, name: string | RegExp) => button(page, name).click()

type Part = Omit<Scene, 'who' | 'name'> & Partial<Pick<Scene, 'who'>>

const UPLOADING: Record<string, Part> = {
  dragging: { path: '/upload', act: dragOver },
  chosen: {
    path: '/upload',
    who: 'newcomer',
    prepare: given({ [GetStorage.path]: { ...NEARLY_FULL, usedBytes: 300 * 1024 * 1024 } }),
    act: (page) => choose(page, ...SEVEN.slice(0, 2)),
  },
  uploading: { path: '/upload', who: 'newcomer', alone: true, act: uploadSeven },
  'wrong-type': {
    path: '/upload',
    act: (page) => choose(page, { ...wav('script.pdf', 0.1), mimeType: 'application/pdf' }),
    window: true,
  },
  'over-quota': {
    path: '/upload',
    prepare: given({ [GetStorage.path]: NEARLY_FULL }),
    act: (page) => choose(page, wav('choir.wav', 8)),
    window: true,
  },
  duplicate: {
    path: '/upload',
    act: (page) => choose(page, wav('choir.wav', 1)).then(() => choose(page, wav('choir.wav', 1))),
  },
  'upload-failed': {
    path: '/upload',
    prepare: given({
      [CreateUpload.path]: {
        status: 507,
        json: sentence('There is no room for it right now. Please try again later.'),
      },
    }),
    act: async (page) => {
      await choose(page, wav('choir.wav', 1))
      await press(page, 'Upload Audio File')
      await page.getByText('Upload failed').first().waitFor()
    },
  },
  'processing-rows': {
    path: '/upload',
    prepare: given({
      [MEDIA]: PROCESSING,
      [ListUploads.path]: UNFINISHED,
      [GetMediaTimeline.path]: TIMELINE.slice(0, 3),
    }),
  },
}

const IN_THE_LIBRARY: Record<string, Part> = {
  library: { path: LIBRARY_TAB, prepare: library({ [GetStorage.path]: NEARLY_FULL }) },
  'library-nothing': {
    path: LIBRARY_TAB,
    prepare: library(),
    act: (page) => page.getByRole('searchbox').or(page.getByLabel('Search')).first().fill('zzz'),
  },
  'library-failed': { path: LIBRARY_TAB, prepare: given({ [MEDIA]: AWAY }) },
  preview: {
    path: LIBRARY_TAB,
    act: async (page) => {
      await press(page, /^Preview/)
      await button(page, /^Stop/).waitFor()
    },
  },
  replace: {
    path: LIBRARY_TAB,
    prepare: library(),
    act: async (page) => {
      await press(page, /^Replace the audio of market/)
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles([wav('market-mastered.wav', 2)])
    },
    window: true,
  },
  'delete-linked': {
    path: LIBRARY_TAB,
    prepare: library(),
    act: (page) => press(page, /^Delete harbour/),
    window: true,
  },
  'link-refused': {
    path: LIBRARY_TAB,
    prepare: library({ [LinkMedia.path]: { status: 404, json: sentence('We could not find that episode.') } }),
    act: linkRefused,
    window: true,
  },
}

const IN_ADMIN: Record<string, Part> = {
  podcasts: { path: '/admin' },
  'podcast-form': { path: '/admin', act: unfold, on: 'phone' },
  'podcast-errors': { path: '/admin', act: (page) => openForm(page, 'Create Podcast') },
  'podcast-cover': { path: '/admin', act: pickPicture('Cover picture', 1600) },
  'podcast-cover-refused': { path: '/admin', act: pickPicture('Cover picture', 120) },
  'podcast-edit': { path: '/admin', act: (page) => press(page, /^Edit /), window: true },
  'podcast-delete': { path: '/admin', act: (page) => press(page, /^Delete /), window: true },
  'podcasts-failed': { path: '/admin', prepare: given({ [ListPodcasts.path]: AWAY }) },
  'typed-work': { path: '/admin', act: typeAndComeBack },
  episodes: { path: '/admin?tab=episodes', prepare: library() },
  'episode-errors': { path: '/admin?tab=episodes', act: (page) => openForm(page, 'Create Episode') },
  'episode-planned': { path: '/admin?tab=episodes', prepare: library(), act: fillEpisode },
  'episode-edit': {
    path: '/admin?tab=episodes',
    prepare: library(),
    act: (page) => press(page, /^Edit A recipe/),
    window: true,
  },
  'episode-delete': {
    path: '/admin?tab=episodes',
    prepare: library(),
    act: (page) => press(page, /^Delete The market/),
    window: true,
  },
  'episodes-failed': { path: '/admin?tab=episodes', prepare: given({ [ListEpisodes.path]: AWAY }) },
  'creator-new': { path: '/admin?tab=creators', who: 'newcomer', act: unfold },
  'creator-picture': { path: '/admin?tab=creators', who: 'newcomer', act: pickPicture('Profile picture', 600) },
  'creator-edit': { path: '/admin?tab=creators', act: (page) => press(page, 'Edit your profile'), window: true },
  creators: { path: '/admin?tab=creators', who: 'newcomer', prepare: given({ [ListCreators.path]: CREATORS }) },
  'creators-failed': { path: '/admin?tab=creators', prepare: given({ [ListCreators.path]: AWAY }) },
  media: { path: '/admin?tab=media', prepare: library() },
  'media-failed': { path: '/admin?tab=media', prepare: given({ [MEDIA]: AWAY }) },
  'media-empty': { path: '/admin?tab=media', who: 'newcomer' },
}

const queue = (overview: unknown) =>
  given({
    [GetQueueItem.path]: QUEUE_ITEM,
    [GetQueue.path]: overview,
    [GetQueueActivity.path]: ACTIVITY,
    [ListQueueDeeds.path]: DEEDS,
  })

const IN_THE_QUEUE: Record<string, Part> = {
  queue: { path: '/admin?tab=queue', prepare: queue(QUEUE) },
  'queue-detail': {
    path: '/admin?tab=queue',
    prepare: queue(QUEUE),
    act: (page) => press(page, /^Details of market/),
    window: true,
  },
  'queue-of-one': {
    path: '/admin?tab=queue',
    who: 'newcomer',
    prepare: queue({ ...QUEUE, workers: [], rows: QUEUE.rows.slice(0, 3) }),
  },
  'queue-no-worker': { path: '/admin?tab=queue', prepare: queue(NO_WORKER) },
  'queue-unreachable': { path: '/admin?tab=queue', prepare: queue(UNREACHABLE) },
  'queue-paused': { path: '/admin?tab=queue', prepare: queue(PAUSED) },
  'queue-idle': { path: '/admin?tab=queue', prepare: queue(IDLE) },
  'queue-failed': { path: '/admin?tab=queue', prepare: given({ [GetQueue.path]: AWAY }) },
}

/** Everything that creators and admins see. */
export const studioScenes = (): Scene[] =>
  Object.entries({ ...UPLOADING, ...IN_THE_LIBRARY, ...IN_ADMIN, ...IN_THE_QUEUE }).map(([name, scene]) => ({
    who: 'zora',
    ...scene,
    name: `studio-${name}`,
  }))
