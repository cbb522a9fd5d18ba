import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListCreators } from '@griot/contracts/catalog/creators'
import {
  CreateEpisode,
  GetEpisode,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import { GetPodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { GetMedia, ListUserMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { PauseQueue, ResumeQueue } from '@griot/contracts/queue'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import { formatDayTime } from '@griot/ui/format'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { uploadFile, uploadProcessed } from './fixtures.ts'
import { expectAccessible, expectNoDialog, skipAfterFailure } from './journey.ts'
import { createPhoto } from './photo.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@publishing.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@publishing.example.org', firstName: 'Kofi', lastName: 'Annan' }
const ADMIN = { email: ADMIN_EMAIL, firstName: 'Efua', lastName: 'Owusu' }
const SHOW = 'Harbour Tales'

describe('publishing', () => {
  const { origin } = runningProduct()
  const ama = new ApiClient(origin)
  const kofi = new ApiClient(origin)
  const admin = new ApiClient(origin)
  let folder: string
  let studio: Page
  let listener: Page
  let podcastId: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-publishing-'))
    await ama.signIn(AMA)
    await kofi.signIn(KOFI)
    await admin.signIn(ADMIN)
    const browser = await launchBrowser()
    studio = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    listener = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    for (const page of [studio, listener]) page.setDefaultTimeout(60_000)
    await signIn(studio, `${origin}/admin`, AMA)
    await signIn(listener, `${origin}/discover`, KOFI)
  })
  afterAll(async () => {
    await admin.call(ResumeQueue, {})
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  // The text is in the page twice: once for screen readers.
  const toast = (text: string) => studio.getByText(text).first().waitFor()
  const tab = (name: string) => studio.getByRole('tab', { name, exact: true }).click()
  const dialog = () => studio.getByRole('dialog')
  const form = () => studio.getByRole('form', { name: 'Create Episode' })
  const row = (title: string) =>
    studio.getByRole('region', { name: 'Recent Episodes' }).getByRole('listitem').filter({ hasText: title })

  const describeEpisode = async (title: string) => {
    await form().getByLabel('Title').fill(title)
    await form().getByLabel('Description').fill('Told on the quay.')
    await form().getByLabel('Podcast').selectOption({ label: SHOW })
  }

  /** The status codes of an episode and its audio for another user. */
  const statusForKofi = async (id: string, fileId: string) => {
    const episode = await kofi.fetch(pathFor(GetEpisode, { params: { id } }))
    await episode.body?.cancel()
    const audio = await kofi.fetch(pathFor(StreamMedia, { params: { id: fileId } }), {
      headers: { range: 'bytes=0-9' },
    })
    await audio.body?.cancel()
    return { episode: episode.status, audio: audio.status }
  }
  const VISIBLE = { episode: 200, audio: 206 }
  const HIDDEN = { episode: 404, audio: 404 }
  const find = async (title: string) => {
    const mine = await ama.call(ListEpisodes, { query: { hostId: 'me' } })
    const episode = mine.find((one) => one.title === title)
    if (!episode) throw new Error(`no episode is called ${title}`)
    return episode
  }

  it('adds a square cover without camera metadata', async () => {
    const create = studio.getByRole('form', { name: 'Create Podcast' })
    await create.getByLabel('Title').fill(SHOW)
    await create.getByLabel('Description').fill('Voices from an old harbour, one at a time.')
    await create.getByLabel('Host Name').fill('Ama Mensah')
    await create.getByLabel('Category').selectOption('culture')
    await create.getByLabel('Cover picture').setInputFiles(await createPhoto(studio, 1600, 1400))
    await create.getByText('1600 × 1400 pixels. It will be cropped to a centered square.').waitFor()
    await create.getByRole('button', { name: 'Create Podcast' }).click()
    await toast('Podcast created successfully!')

    const [podcast] = await ama.call(ListPodcasts, { query: { hostId: 'me' } })
    podcastId = podcast?.id ?? ''
    const cover = studio.getByRole('region', { name: 'Existing Podcasts' }).locator('img')
    await expect.poll(() => cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const response = await kofi.fetch(podcast?.coverImage ?? '')
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    await response.body?.cancel()
    await expectAccessible(studio)
    await studio.getByRole('button', { name: `Edit ${SHOW}` }).click()
    await dialog().getByRole('button', { name: 'Remove' }).waitFor()
    await expectAccessible(studio)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  })

  it('creates and edits the creator profile', async () => {
    await tab('Creators')
    const create = studio.getByRole('form', { name: 'Create Creator Profile' })
    await create.getByLabel('Name').fill('Ama Mensah')
    await create.getByLabel('Bio').fill('Collects what is told on quays.')
    await create.getByRole('button', { name: 'Create Creator Profile' }).click()
    await toast('Creator profile created successfully!')

    await studio.getByRole('button', { name: 'Edit your profile' }).click()
    await dialog().getByLabel('Instagram').fill('@ama')
    // The typed text survives Escape and a reload.
    await studio.keyboard.press('Escape')
    await expectNoDialog(studio)
    await studio.reload()
    await studio.getByRole('button', { name: 'Edit your profile' }).click()
    await dialog().getByText('Your unsaved changes are restored.').waitFor()
    await dialog()
      .getByLabel('Profile picture')
      .setInputFiles(await createPhoto(studio, 900, 1200))
    await dialog().getByText('900 × 1200 pixels. It will be cropped to a centered square.').waitFor()
    await expectAccessible(studio)
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await toast('Creator profile saved.')
    await expectAccessible(studio)
    const [mine] = await ama.call(ListCreators, { query: { userId: 'me' } })
    expect(mine).toMatchObject({ name: 'Ama Mensah', socialLinks: { instagram: '@ama' } })
  })

  it('publishes an episode once its audio is processed', async () => {
    await tab('Episodes')
    await describeEpisode('The tide')
    // Nothing is processed before the checks.
    await admin.call(PauseQueue, {})
    const file = await uploadFile(ama, await recordMp3(folder, 6, 'tide.mp3'))
    await form().getByLabel('Audio File').selectOption({ label: 'tide.mp3 · being processed' })
    await form().getByLabel('As soon as its audio is ready').waitFor()
    await form().getByRole('button', { name: 'Create Episode' }).click()
    await toast('It is published as soon as its audio is ready.')

    const { id } = await find('The tide')
    expect(await statusForKofi(id, file.id)).toEqual(HIDDEN)
    await admin.call(ResumeQueue, {})
    // Without another action.
    await row('The tide').getByText('Live').waitFor({ timeout: 60_000 })
    await expect.poll(() => statusForKofi(id, file.id)).toEqual(VISIBLE)
    expect(await kofi.call(GetEpisode, { params: { id } })).toMatchObject({ status: 'published', duration: 6 })

    const [creator] = await ama.call(ListCreators, { query: { userId: 'me' } })
    await listener.goto(`${origin}/podcast/${podcastId}`)
    const portrait = listener.locator(`main img[src="${creator?.profileImage}"]`)
    await portrait.scrollIntoViewIfNeeded()
    await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  it('hides a draft from others until it is published', async () => {
    const { id: fileId } = await uploadProcessed(ama, await recordMp3(folder, 5, 'draft.mp3'))
    await describeEpisode('The smugglers')
    await form().getByLabel('Audio File').selectOption({ label: 'draft.mp3 · 0:05' })
    await form().getByLabel('Not yet: keep it as a draft').check()
    await form().getByRole('button', { name: 'Create Episode' }).click()
    await toast('It is a draft.')
    await row('The smugglers').getByText('Draft').waitFor()
    await expectAccessible(studio)

    const { id } = await find('The smugglers')
    expect(await statusForKofi(id, fileId)).toEqual(HIDDEN)
    expect(await kofi.call(ListPodcastEpisodes, { params: { id: podcastId } })).toHaveLength(1)
    expect((await kofi.call(GetPodcast, { params: { id: podcastId } })).episodeCount).toBe(1)
    await listener.goto(`${origin}/episode/${id}`)
    await listener.getByRole('heading', { name: 'Episode Not Found' }).waitFor()
    await listener.goto(`${origin}/podcast/${podcastId}`)
    await listener.getByText('The tide').first().waitFor()
    expect(await listener.getByText('The smugglers').count()).toBe(0)

    await row('The smugglers').getByRole('button', { name: 'Edit The smugglers' }).click()
    await dialog().getByLabel('Title').fill('The smugglers’ lamp')
    await expectAccessible(studio)
    await dialog().getByLabel('Now', { exact: true }).check()
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await toast('Episode saved.')
    await row('The smugglers’ lamp').getByText('Live').waitFor()
    await expect.poll(() => statusForKofi(id, fileId)).toEqual(VISIBLE)
    await listener.goto(`${origin}/episode/${id}`)
    await listener.getByRole('heading', { name: 'The smugglers’ lamp' }).waitFor()
  })

  it('publishes at a scheduled time', async () => {
    await describeEpisode('The storm')
    await form().getByLabel('Audio File').selectOption({ label: 'draft.mp3 · 0:05' })
    await form().getByLabel('At a time').check()
    const day = new Date(Date.now() + 30 * 86_400_000)
    const evening = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 18)
    const [year, month, date] = [evening.getFullYear(), evening.getMonth() + 1, evening.getDate()].map((part) =>
      String(part).padStart(2, '0'),
    )
    const shown = formatDayTime(evening)
    await form().getByLabel('Publish at').fill(`${year}-${month}-${date}T18:00`)
    await form().getByRole('button', { name: 'Create Episode' }).click()
    await toast(`It is published ${shown}.`)
    await row('The storm').getByText(shown).waitFor()
    const { id } = await find('The storm')
    expect((await kofi.fetch(pathFor(GetEpisode, { params: { id } }))).status).toBe(404)

    const publishAt = new Date(Date.now() + 5_000).toISOString()
    await ama.call(UpdateEpisode, { params: { id }, body: { publishAt } })
    await studio.reload()
    await row('The storm').getByText('Live').waitFor({ timeout: 60_000 })
    expect(await kofi.call(GetEpisode, { params: { id } })).toMatchObject({ status: 'published' })
  })

  it('asks before a published episode is deleted', async () => {
    const { id } = await find('The storm')
    await row('The storm').getByRole('button', { name: 'Delete The storm' }).click()
    await dialog()
      .getByText(/It is published: listeners can no longer play it\./)
      .waitFor()
    await expectAccessible(studio)
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await dialog().waitFor({ state: 'detached' })
    await row('The storm').waitFor({ state: 'detached' })
    expect((await kofi.fetch(pathFor(GetEpisode, { params: { id } }))).status).toBe(404)

    await tab('Podcasts')
    await studio.getByRole('button', { name: `Delete ${SHOW}` }).click()
    await dialog().getByText('Its episodes are deleted too').waitFor()
    await dialog().getByText('The tide').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect((await kofi.call(GetPodcast, { params: { id: podcastId } })).episodeCount).toBe(2)

    const tide = (await ama.call(ListUserMedia, { params: { id: 'me' } })).find(
      (one) => one.originalName === 'tide.mp3',
    )
    const audioForKofi = async () => (await statusForKofi(id, tide?.id ?? '')).audio
    expect(await audioForKofi()).toBe(206)
    await studio.getByRole('button', { name: `Delete ${SHOW}` }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    // A grant of the gateway is valid for a minute.
    await expect.poll(audioForKofi, { timeout: 5_000 }).toBe(404)
    await studio.getByText('No podcasts created yet. Create your first podcast to get started.').waitFor()
    await listener.goto(`${origin}/podcast/${podcastId}`)
    await listener.getByRole('heading', { name: 'Podcast Not Found' }).waitFor()
    // The media files still exist, without episodes.
    const files = await ama.call(ListUserMedia, { params: { id: 'me' } })
    expect(files.map(({ originalName }) => originalName).sort()).toEqual(['draft.mp3', 'tide.mp3'])
    await expect
      .poll(async () => (await ama.call(ListUserMedia, { params: { id: 'me' } })).flatMap((file) => file.episodeIds))
      .toEqual([])
  })

  it('separates the data of two users', async () => {
    const [file] = await ama.call(ListUserMedia, { params: { id: 'me' } })
    expect(await kofi.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
    expect(await kofi.call(ListEpisodes, { query: { hostId: 'me' } })).toEqual([])
    expect((await kofi.fetch(pathFor(GetMedia, { params: { id: file?.id ?? '' } }))).status).toBe(404)
    const attempt = await kofi.fetch(CreateEpisode.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x', description: 'x', podcastId, duration: 1, episodeNumber: 1 }),
    })
    expect(attempt.status).toBe(404)
    await listener.goto(`${origin}/admin`)
    await listener.getByText('No podcasts created yet.').waitFor()
  })
})
