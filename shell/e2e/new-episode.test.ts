import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ListEpisodes } from '@griot/contracts/catalog/episodes'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { expectAccessible, goTo, readAs, skipAfterFailure, toast, WIDTHS, WINDOWS } from './journey.ts'
import { elementsTooWide } from './page-width.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const { origin } = runningProduct()

/** Drops a file from the disk on the page. */
const dropFile = async (page: Page, path: string) => {
  const content = await readFile(path, 'base64')
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: 'audio/mpeg' }))
      return transfer
    },
    [basename(path), content] as const,
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

describe.each(WINDOWS)('the first episode, on %s', (name, options) => {
  const { width, height } = WIDTHS[name === 'a phone' ? 0 : 1]
  const show = `Harbor Tales on ${name}`
  let folder: string
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-new-episode-'))
    const browser = await launchBrowser()
    page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    const email = `ama.${width}@new-episode.example.org`
    await signIn(page, `${origin}/studio`, { email, firstName: 'Ama', lastName: 'Mensah' })
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })
  skipAfterFailure()

  const link = (text: string) => page.getByRole('link', { name: text, exact: true })
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  const expectUsable = async () => {
    await expectAccessible(page, { width })
    await page.setViewportSize({ width, height })
    expect(await elementsTooWide(page, width)).toEqual([])
  }

  it('begins with a show', async () => {
    await page.getByRole('region', { name: 'Your first episode' }).waitFor()
    await page.getByText('No shows yet').waitFor()
    await expectUsable()
    await link('Create your first show').click()
    await expect.poll(() => page.getByLabel('Host Name').inputValue()).toBe('Ama Mensah')
    await page.getByLabel('Title').fill(show)
    await page.getByLabel('Description').fill('Voices from an old harbor.')
    await page.getByLabel('Category').selectOption('culture')
    await button('Create Podcast').click()
    await page.getByRole('region', { name: `“${show}” is created` }).waitFor()
    await expectUsable()
  })

  it('leads from a dropped file to a published episode in one form', async () => {
    await link('Make the first episode').click()
    await page.getByText('Select Audio File', { exact: true }).waitFor()
    await expectUsable()
    await dropFile(page, await recordMp3(folder, 6, 'tide.mp3'))
    await page.getByLabel('Title').fill('The tide')
    await page.getByLabel('Description').fill('Told on the quay. https://example.org/tide')
    await page.getByText(/0:06 · MP3/).waitFor()
    await expectUsable()
    // The text and the recording are kept.
    await page.reload()
    await page.getByText('Your unsaved changes are restored.').waitFor()
    await page.getByText(/0:06 · MP3/).waitFor()
    await button('Publish').click()

    await page.getByText('Episode created successfully!').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'The tide' }).getByText('Live').waitFor()
    const [episode] = await readAs(page.context(), ListEpisodes, { query: { hostId: 'me' } })
    expect(episode).toMatchObject({ title: 'The tide', status: 'published', duration: 6, episodeNumber: 1 })
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expectUsable()
    }
    await link('All your shows').click()
    await page.getByText('1 published episode').waitFor()
    expect(await page.getByRole('region', { name: 'Your first episode' }).count()).toBe(0)
  })

  it('makes a draft of a recording in the library', async () => {
    await page.goto(`${origin}/upload?tab=library`)
    await page.getByRole('link', { name: 'Make an episode of this: tide.mp3' }).click()
    await page.waitForURL(/\/studio\/[^/]+\/new$/)
    await page.getByText('tide.mp3', { exact: true }).waitFor()
    await page.getByLabel('Title').fill('The tide, again')
    await page.getByLabel('Description').fill('Later.')
    await page.getByLabel(/keep it as a draft/).check()
    await button('Save draft').click()
    await toast(page, 'Episode created successfully! It is a draft.')
    await page.getByRole('listitem').filter({ hasText: 'The tide, again' }).getByText('Draft').waitFor()
  })

  it('shows every tab of the admin page, and edits the show from its page', async () => {
    await page.goto(`${origin}/admin`)
    await page.getByRole('tab', { name: 'Queue' }).waitFor()
    for (const tab of await page.getByRole('tab').all()) {
      const box = await tab.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width, (await tab.textContent()) ?? '').toBe(true)
    }
    await link(show).click()
    await link('Edit').click()
    await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor()
    await page.getByLabel('Description').fill('Voices from an old harbor. https://example.org/harbor')
    await button('Save changes').click()
    await toast(page, 'Podcast saved.')
    await page.goBack()
    await link('https://example.org/harbor').waitFor()
    if (width > 1000) {
      await goTo(page, 'Studio')
      await page.getByRole('heading', { name: 'Studio' }).waitFor()
    }
  })
})
