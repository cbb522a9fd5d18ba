import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DELETE_WORDS } from '@griot/contracts/account'
import { ListFavorites, ListSavedEpisodes } from '@griot/contracts/library'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { addEpisode, publishPodcast } from './fixtures.ts'
import { readAs, skipAfterFailure, toast, WIDTHS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const KOFI = { email: 'kofi@offline.example.org', firstName: 'Kofi', lastName: 'Annan' }
const ME = { params: { id: 'me' } } as const

describe.each(WIDTHS)('buttons without a network, $width pixels wide', (viewport) => {
  const { origin } = runningProduct()
  const ama = { email: `ama-${viewport.width}@offline.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  let folder: string
  let browser: Browser
  let page: Page
  let show: Awaited<ReturnType<typeof publishPodcast>>
  let second: Awaited<ReturnType<typeof addEpisode>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-offline-'))
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    show = await publishPodcast(kofi, { title: `Far Signal ${viewport.width}`, file: await recordMp3(folder, 20) })
    second = await addEpisode(kofi, show, { title: `Far Signal ${viewport.width}, part two`, episodeNumber: 2 })
    browser = await launchBrowser()
    page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
    await signIn(page, `${origin}/episode/${show.episode.id}`, ama)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const main = () => page.getByRole('main')
  const bar = () => page.getByRole('region', { name: 'Audio player' })
  /** The code of toasts and player loads when the page is idle. */
  const idle = () => page.locator('.g-toast-region').waitFor({ state: 'attached' })
  const expectOffline = async (button: Locator) => {
    await button.click()
    await toast(page, 'You are offline')
    await toast(page, 'Please try again when you are back online.')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' })
    await expect.poll(() => button.isEnabled()).toBe(true)
  }

  it('show a message on an episode, and change nothing', async () => {
    await main().getByRole('button', { name: 'Favorite', exact: true, disabled: false }).waitFor()
    await main().getByRole('button', { name: 'Mark as played' }).waitFor()
    await idle()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /player-bar.*css$/.test(name)),
    )
    await page.context().setOffline(true)
    await page.getByText('You are offline. Loaded pages still work').waitFor()
    await expectOffline(main().getByRole('button', { name: 'Favorite', exact: true, pressed: false }))
    await expectOffline(main().getByRole('button', { name: 'Mark as played' }))
  })

  it('play an episode when the network is back', async () => {
    await main().getByRole('button', { name: 'Play', exact: true }).click()
    await bar()
      .getByRole('alert')
      .getByText('You are offline. Playback continues when the connection is back.')
      .waitFor()
    await page.context().setOffline(false)
    await expectPlaying(page)
    await main().getByRole('button', { name: 'Pause', exact: true }).click()
    await main().getByRole('button', { name: 'Favorite', exact: true }).click()
    await toast(page, 'Added to Favorites')
  })

  it('show a message on a show, and change nothing', async () => {
    await page.goto(`${origin}/podcast/${show.podcast.id}`)
    const heart = main().getByRole('button', { name: 'Favorite', exact: true, pressed: false })
    await heart.waitFor()
    await main()
      .getByRole('button', { name: `Play ${second.title}` })
      .waitFor()
    await idle()
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByRole('textbox').or(dialog.getByRole('spinbutton')).first()
    const tip = main().getByRole('button', { name: 'Tip Creator' })
    await page.context().setOffline(true)
    // The code of the dialog is not loaded.
    await expectOffline(tip)
    await page.context().setOffline(false)
    await tip.click()
    await amount.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await expectOffline(heart)
    await main()
      .getByRole('button', { name: `Add to queue: ${second.title}` })
      .click()
    await toast(page, 'Added to Queue')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await tip.click()
    await amount.fill('5')
    await dialog.getByRole('button', { name: /^Send/ }).click()
    await toast(page, 'You are offline')
    expect(await amount.inputValue()).toBe('5')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.context().setOffline(false)

    expect(await readAs(page.context(), ListFavorites, ME)).toEqual([])
    expect(await readAs(page.context(), ListSavedEpisodes, ME)).toMatchObject([{ episodeId: show.episode.id }])
  })

  it('show a message on the account pages, and stay there', async () => {
    await page.goto(`${origin}/account`)
    const otherBrowsers = main().getByRole('button', { name: 'Sign Out Other Browsers' })
    const other = await browser.newContext()
    await signIn(await other.newPage(), `${origin}/account`, ama)
    await page.reload()
    await otherBrowsers.waitFor()
    await idle()
    await page.context().setOffline(true)
    await expectOffline(otherBrowsers)
    const download = main().getByRole('link', { name: 'Download My Data (needs a connection)' })
    await download.click({ force: true })
    expect(page.url()).toBe(`${origin}/account`)
    await main().getByRole('link', { name: 'Delete My Account' }).click()
    await main().getByRole('link', { name: 'download your data (needs a connection)' }).waitFor()
    await main().getByRole('textbox').fill(DELETE_WORDS)
    await main().getByRole('button', { name: 'Delete Everything' }).click()
    await main().getByText('You are offline. Please try again when you are back online.').waitFor()
    await page.context().setOffline(false)
    await main().getByRole('link', { name: 'download your data', exact: true }).waitFor()
    await other.close()
  })
})
