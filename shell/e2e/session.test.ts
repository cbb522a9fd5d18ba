import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureAudio, expectPlaying } from './audio.ts'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { recordMp3 } from './recording.ts'
import { fillSignInForm, signIn } from './sign-in.ts'

const AMA = { email: 'ama@session.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@session.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOW = 'Harmattan Mornings'

describe('a session that ends while the page is open', () => {
  const { origin } = runningProduct()
  let folder: string
  let page: Page
  let podcastPath: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-session-'))
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    const { podcast } = await publishPodcast(ama, { title: SHOW, file: await recordMp3(folder, 40, 'harmattan.mp3') })
    podcastPath = `/podcast/${podcast.id}`
    const browser = await launchBrowser()
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
    await signIn(page, origin + podcastPath, KOFI)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  it('is announced once, and keeps the page and the sound', async () => {
    await page.getByRole('button', { name: /^Play newest: / }).click()
    await expectPlaying(page)
    await page.context().clearCookies()
    await page.getByRole('complementary').getByRole('link', { name: 'Library', exact: true }).click()

    await page.getByRole('alert').getByText('Your session has ended').waitFor()
    await page.getByRole('main').getByText('Please Log In').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expectPlaying(page)
  })

  it('asks to log in before tipping', async () => {
    await page.getByRole('region', { name: 'Audio player' }).getByRole('button', { name: 'Tip Creator' }).click()
    await page.getByText('Please log in to tip creators', { exact: true }).waitFor()
  })

  it('returns to the page after sign-in', async () => {
    await page.getByRole('alert').getByRole('link', { name: 'Sign In' }).click()
    await fillSignInForm(page, KOFI)
    await page.waitForURL(`${origin}/library`)
    await page.getByRole('complementary').getByText('Kofi Annan').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })
})
