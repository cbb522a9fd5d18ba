import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { GetPoints } from '@griot/contracts/points'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { uploadProcessed } from './fixtures.ts'
import { expectAccessible, expectNoDialog, skipAfterFailure, toast, WINDOWS } from './journey.ts'
import { isTooWide } from './page-width.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const SHOW = 'Stories of the Volta'
const DRAFT = 'The ferryman'

const userOf = (name: string, window: string) => ({
  email: `${name.toLowerCase()}@${window.replaceAll(' ', '-')}.members.example.org`,
  firstName: name,
  lastName: 'Mensah',
})

describe.each(WINDOWS)('an editor and an analyst of the same show, on %s', (window, options) => {
  const { origin } = runningProduct()
  const width = options.viewport?.width ?? 0
  const people = {
    owner: userOf('Ama', window),
    editor: userOf('Esi', window),
    analyst: userOf('Yaw', window),
    stranger: userOf('Kofi', window),
  }
  let pages: Record<keyof typeof people, Page>
  let folder: string
  let podcastId: string
  let draftId: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-members-'))
    const ama = new ApiClient(origin)
    await ama.signIn(people.owner)
    const about = { description: 'Told on the river.', hostName: 'Ama Mensah', category: 'culture' as const }
    podcastId = (await ama.call(CreatePodcast, { body: { ...about, title: SHOW } })).id
    const { id: audioFileId } = await uploadProcessed(ama, await recordMp3(folder, 4, 'ferryman.mp3'))
    const episode = { title: DRAFT, description: 'Crosses at dawn.', podcastId, audioFileId, duration: 4 }
    draftId = (await ama.call(CreateEpisode, { body: { ...episode, episodeNumber: 1, status: 'draft' } })).id

    const browser = await launchBrowser()
    const open = async (address: string, who: keyof typeof people) => {
      const page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
      page.setDefaultTimeout(60_000)
      await signIn(page, origin + address, people[who])
      return page
    }
    pages = {
      owner: await open('/admin', 'owner'),
      editor: await open('/discover', 'editor'),
      analyst: await open('/discover', 'analyst'),
      stranger: await open('/discover', 'stranger'),
    }
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const dialogOf = (page: Page) => page.getByRole('dialog')

  const expectUsable = async (page: Page) => {
    expect(await isTooWide(page, width)).toBe(false)
    await expectAccessible(page, { width })
  }

  /** Creates an invitation and returns its link. */
  const invite = async (role: string, email: string) => {
    const dialog = dialogOf(pages.owner)
    await dialog.getByLabel('Role', { exact: true }).selectOption(role)
    await dialog.getByLabel('E-mail (optional)').fill(email)
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByText(`Invitation with the role ${role}`).waitFor()
    return (await dialog.getByText(/\/invitation\/[\w-]{43}$/).textContent()) ?? ''
  }

  const accept = async (page: Page, link: string) => {
    await page.goto(link)
    await page.getByRole('heading', { name: SHOW }).waitFor()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Accept' }).click()
    await toast(page, `You are a member of ${SHOW}.`)
    await page.waitForURL(/\/studio\/[^/]+$/)
  }

  let editorLink: string
  let analystLink: string

  it('are invited by the owner', async () => {
    await pages.owner.getByRole('button', { name: `Members of ${SHOW}` }).click()
    await dialogOf(pages.owner).getByText('No invitation is open.').waitFor()
    await expectUsable(pages.owner)
    editorLink = await invite('Editor', people.editor.email)
    analystLink = await invite('Analyst', '')
    await expectUsable(pages.owner)
  })

  it('accept, and no other person can use their links', async () => {
    await pages.stranger.goto(editorLink)
    await pages.stranger.getByText('This invitation is for another e-mail address.').waitFor()
    await expectUsable(pages.stranger)

    await accept(pages.editor, editorLink)
    await accept(pages.analyst, analystLink)

    await pages.stranger.goto(analystLink)
    await pages.stranger.getByText('This invitation was used already. Please ask for a new one.').waitFor()
  })

  it('see the draft, which only the editor changes', async () => {
    const { editor, analyst } = pages
    await editor.goto(`${origin}/admin?tab=episodes`)
    await editor.getByRole('button', { name: `Edit ${DRAFT}` }).click()
    await dialogOf(editor).getByLabel('Title').fill(`${DRAFT} returns`)
    await dialogOf(editor).getByRole('button', { name: 'Save changes' }).click()
    await toast(editor, 'Episode saved.')
    await expectNoDialog(editor)

    await analyst.goto(`${origin}/admin?tab=episodes`)
    await analyst.getByRole('link', { name: `${DRAFT} returns` }).waitFor()
    expect(await analyst.getByRole('button', { name: /^(Edit|Delete) The ferryman/ }).count()).toBe(0)
    await analyst.goto(`${origin}/episode/${draftId}`)
    await analyst.getByRole('heading', { name: `${DRAFT} returns` }).waitFor()
    const response = await analyst.request.patch(origin + pathFor(UpdateEpisode, { params: { id: draftId } }), {
      data: { title: 'x' },
      headers: { origin },
    })
    expect(response.status()).toBe(403)
    expect((await response.json()).message).toContain('Your role in this show is analyst.')

    await editor.goto(`${origin}/admin?tab=podcasts`)
    await editor.getByRole('button', { name: `Edit ${SHOW}` }).waitFor()
    expect(await editor.getByRole('button', { name: `Delete ${SHOW}` }).count()).toBe(0)
  })

  it('share the draft by a private link, which earns no points and is revoked', async () => {
    const { editor, stranger } = pages
    await editor.goto(`${origin}/admin?tab=episodes`)
    await editor.getByRole('button', { name: `Private links of ${DRAFT} returns` }).click()
    const dialog = dialogOf(editor)
    await dialog.getByRole('button', { name: 'Create a private link' }).click()
    const link = (await dialog.getByText(/\/preview\/[\w-]{43}$/).textContent()) ?? ''
    await expectUsable(editor)

    const response = await stranger.goto(link)
    expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    const audio = stranger.getByLabel(`Play ${DRAFT} returns`)
    await audio.evaluate((element: HTMLAudioElement) => {
      element.muted = true
      return element.play()
    })
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0)
    await expectUsable(stranger)
    const points = await stranger.request.get(origin + pathFor(GetPoints, { params: { id: 'me' } }))
    expect((await points.json()).totalPoints).toBe(0)
    expect((await stranger.goto(`${origin}/episode/${draftId}`))?.status()).toBe(404)

    await dialog.getByRole('button', { name: /^Revoke the link created/ }).click()
    await dialog.getByText('This episode has no private link.').waitFor()
    await stranger.goto(link)
    await stranger.getByText('This private link has expired or was withdrawn.').waitFor()
  })

  it('lose access when they leave or are removed', async () => {
    const { owner, editor, analyst } = pages
    await owner.reload()
    await owner.getByRole('button', { name: `Members of ${SHOW}` }).click()
    await dialogOf(owner).getByRole('button', { name: 'Remove Yaw Mensah' }).click()
    await owner.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await dialogOf(owner).getByText('Yaw Mensah').waitFor({ state: 'detached' })
    await analyst.goto(`${origin}/episode/${draftId}`)
    await analyst.getByRole('heading', { name: 'Episode Not Found' }).waitFor()

    await editor.goto(`${origin}/admin?tab=podcasts`)
    await editor.getByRole('button', { name: `Members of ${SHOW}` }).click()
    await dialogOf(editor).getByRole('button', { name: 'Leave this show' }).click()
    await editor.getByRole('button', { name: 'Leave', exact: true }).click()
    await editor.getByText('No podcasts created yet.').waitFor()
  })
})
