import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast, GetPodcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { CreateFavorite } from '@griot/contracts/library'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { addEpisode, uploadProcessed } from './fixtures.ts'
import { expectAccessible, skipAfterFailure, WIDTHS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

describe.each(WIDTHS)('a show without an episode, $width pixels wide', (viewport) => {
  const { origin } = runningProduct()
  const { width } = viewport
  const title = `Lagoon Letters ${width}`
  const people = {
    owner: { email: `ama.${width}@empty-shows.example.org`, firstName: 'Ama', lastName: 'Mensah' },
    listener: { email: `kofi.${width}@empty-shows.example.org`, firstName: 'Kofi', lastName: 'Annan' },
  }
  const clients = { owner: new ApiClient(origin), listener: new ApiClient(origin) }
  let pages: Record<keyof typeof people, Page>
  let folder: string
  let podcastId: string
  let episodeId: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-empty-shows-'))
    for (const who of ['owner', 'listener'] as const) await clients[who].signIn(people[who])
    const about = { title, description: 'Read aloud.', hostName: 'Ama Mensah', category: 'culture' } as const
    podcastId = (await clients.owner.call(CreatePodcast, { body: about })).id
    const browser = await launchBrowser()
    const open = async (who: keyof typeof people) => {
      const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
      page.setDefaultTimeout(60_000)
      await signIn(page, `${origin}/podcast/${podcastId}`, people[who])
      return page
    }
    pages = { owner: await open('owner'), listener: await open('listener') }
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const showStatus = async (who: keyof typeof people) => {
    const response = await clients[who].fetch(pathFor(GetPodcast, { params: { id: podcastId } }))
    await response.body?.cancel()
    return response.status
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  it('is shown to its owner with a note, and not to a listener', async () => {
    await heading(pages.owner, title)
    await pages.owner.getByText('Listeners do not see this show yet.').waitFor()
    await pages.owner.getByText('No episodes available yet.').waitFor()
    await expectAccessible(pages.owner, { width })
    await pages.listener.setViewportSize(viewport)
    await pages.listener.getByRole('heading', { name: 'Podcast Not Found' }).waitFor()
    await expectAccessible(pages.listener, { width })
    const favorite = clients.listener.call(CreateFavorite, { body: { podcastId } })
    await expect(favorite).rejects.toMatchObject({ status: 404 })
  })

  it('is shown to the listener after its first episode is published', async () => {
    const media = await uploadProcessed(clients.owner, await recordMp3(folder, 4, 'letter.mp3'))
    const about = { title: 'The first letter', episodeNumber: 1 }
    episodeId = (await addEpisode(clients.owner, { podcast: { id: podcastId }, media }, about)).id

    await pages.listener.setViewportSize(viewport)
    await pages.listener.goto(`${origin}/podcast/${podcastId}`)
    await heading(pages.listener, title)
    await pages.listener.getByText('The first letter').first().waitFor()
    await clients.listener.call(CreateFavorite, { body: { podcastId } })
    await pages.owner.goto(`${origin}/podcast/${podcastId}`)
    await pages.owner.getByText('The first letter').first().waitFor()
    expect(await pages.owner.getByText('Listeners do not see this show yet.').count()).toBe(0)
  })

  it('keeps a favorite stored while its last episode is withdrawn', async () => {
    const setStatus = (status: 'draft' | 'published') =>
      clients.owner.call(UpdateEpisode, { params: { id: episodeId }, body: { status } })
    const library = () => pages.listener.goto(`${origin}/library`)
    await library()
    await pages.listener.getByRole('link', { name: title }).waitFor()

    await setStatus('draft')
    expect(await showStatus('listener')).toBe(404)
    expect(await showStatus('owner')).toBe(200)
    await library()
    await pages.listener.getByRole('link', { name: 'No longer available' }).waitFor()

    await setStatus('published')
    expect(await showStatus('listener')).toBe(200)
    await library()
    await pages.listener.getByRole('link', { name: title }).waitFor()
  })
})
