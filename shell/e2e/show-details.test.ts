import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, readAs, skipAfterFailure, toast, WIDTHS, WINDOWS } from './journey.ts'
import { elementsTooWide } from './page-width.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const { origin } = runningProduct()

describe.each(WINDOWS)('the details of a show and an episode, on %s', (name, options) => {
  const { width, height } = WIDTHS[name === 'a phone' ? 0 : 1]
  let folder: string
  let page: Page
  let podcastId: string
  let episodeId: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-details-'))
    const person = { email: `ama.${width}@details.example.org`, firstName: 'Ama', lastName: 'Mensah' }
    const creator = new ApiClient(origin)
    await creator.signIn(person)
    const file = await recordMp3(folder, 8, 'market.mp3')
    const { podcast, episode } = await publishPodcast(creator, { title: `Market Voices on ${name}`, file })
    podcastId = podcast.id
    episodeId = episode.id
    const browser = await launchBrowser()
    page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/studio/${podcastId}?tab=settings`, person)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })
  skipAfterFailure()

  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  const editor = () => page.getByRole('textbox', { name: 'Description' })
  const expectUsable = async () => {
    await expectAccessible(page, { width })
    await page.setViewportSize({ width, height })
    expect(await elementsTooWide(page, width)).toEqual([])
  }

  it('requires a text in the editor', async () => {
    await button('Add bold, links and lists').click()
    await button('Bold').waitFor()
    await editor().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await button('Save changes').click()
    await page.getByText('Description is required').waitFor()
    await expectUsable()
  })

  it('formats the description by keyboard', async () => {
    await editor().click()
    await page.keyboard.type('Voices of the ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('market')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await button('Bulleted list').click()
    await page.keyboard.type('Cloth')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Pepper')
    expect(await button('Bulleted list').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await button('Link').click()
    await expectUsable()
    await page.keyboard.type('example.org/makola')
    // Enter sets the link and does not send the form.
    await page.keyboard.press('Enter')
    await page.getByLabel('Address of the link').waitFor({ state: 'detached' })
    await expectUsable()
  })

  it('stores more details', async () => {
    await button('More details').click()
    await page.getByLabel('Language', { exact: true }).selectOption('tw')
    await page.getByLabel('Category in directories').selectOption('Business')
    await page.getByLabel('Subcategory in directories').selectOption('Entrepreneurship')
    await button('Add a person').click()
    await page.getByLabel('Name', { exact: true }).fill('Efua Sutherland')
    await button('Add a link').click()
    await page.getByLabel('Text', { exact: true }).fill('Support us')
    await page.getByLabel('Address', { exact: true }).fill('https://example.org/support')
    await expectUsable()
    await button('Save changes').click()
    await toast(page, 'Podcast saved.')

    const saved = await readAs(page.context(), GetPodcast, { params: { id: podcastId } })
    expect(saved).toMatchObject({
      description: 'Voices of the market\n\n• Cloth\n• Pepper\n\nexample.org/makola',
      language: 'tw',
      appleCategory: 'Business',
      appleSubcategory: 'Entrepreneurship',
      people: [{ name: 'Efua Sutherland', role: 'Host', group: 'Cast' }],
      funding: [{ text: 'Support us', url: 'https://example.org/support' }],
    })
    expect(saved.descriptionHtml).toContain('<strong>market</strong>')
    expect(saved.descriptionHtml).toContain('rel="nofollow ugc noopener"')
  })

  it('shows the format on the page of the show', async () => {
    await page.goto(`${origin}/podcast/${podcastId}`)
    await page.locator('strong', { hasText: 'market' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Cloth' }).waitFor()
    const link = page.getByRole('link', { name: 'example.org/makola' })
    expect(await link.getAttribute('href')).toBe('https://example.org/makola')
    await expectUsable()
  })

  it('stores a season, and notes whose times play, with an episode', async () => {
    await page.goto(`${origin}/studio/${podcastId}`)
    await page.getByRole('button', { name: /^Edit Market Voices/ }).click()
    await button('Add bold, links and lists').click()
    await editor().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('0:03 The drum')
    await button('More details').click()
    await page.getByLabel('Season').fill('2')
    await page.getByLabel('Kind of episode').selectOption('bonus')
    await expectAccessible(page, { width })
    await button('Save changes').click()
    await toast(page, 'Episode saved.')
    const saved = await readAs(page.context(), GetEpisode, { params: { id: episodeId } })
    expect(saved).toMatchObject({ season: 2, kind: 'bonus', isGuidFixed: true, guid: episodeId })

    await page.goto(`${origin}/episode/${episodeId}`)
    await page.getByText('Season 2 · Bonus · Episode 1').waitFor()
    await expectUsable()
    await page.getByRole('button', { name: '0:03, play from 3 seconds' }).click()
    await page.getByRole('button', { name: 'Pause' }).first().waitFor()
  })
})
