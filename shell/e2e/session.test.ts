import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findingsOn } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { publishedShow } from './given.ts'
import { recordMp3 } from './recording.ts'
import { introduce, signIn } from './sign-in.ts'
import { listenIn, soundGoesOn } from './sound.ts'

const AMA = { email: 'ama@session.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@session.example.org', firstName: 'Kofi', lastName: 'Annan' }
const SHOW = 'Harmattan Mornings'

describe('a session that ends while the page is open', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let page: Page
  let podcastPath: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-session-'))
    const ama = new Visitor(origin)
    await ama.signIn(AMA)
    const { podcast } = await publishedShow(ama, { title: SHOW, file: await recordMp3(folder, 40, 'harmattan.mp3') })
    podcastPath = `/podcast/${podcast.id}`
    browser = await launchBrowser()
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await listenIn(page)
    await signIn(page, origin + podcastPath, KOFI)
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is told once, and takes neither the page nor the sound away', async () => {
    await page.getByRole('button', { name: `Listen to ${SHOW}` }).click()
    await soundGoesOn(page)
    await page.context().clearCookies()
    await page.getByRole('complementary').getByRole('link', { name: 'Library', exact: true }).click()

    await page.getByRole('alert').getByText('Your session has ended').waitFor()
    await page.getByRole('main').getByText('Please Log In').waitFor()
    expect(await findingsOn(page)).toEqual([])
    await soundGoesOn(page)
  })

  it('asks to log in before tipping', async () => {
    await page.getByRole('region', { name: 'Audio player' }).getByRole('button', { name: 'Tip Creator' }).click()
    await page.getByText('Please log in to tip creators', { exact: true }).waitFor()
  })

  it('leads back to where the person was', async () => {
    await page.getByRole('alert').getByRole('link', { name: 'Sign In' }).click()
    await introduce(page, KOFI)
    await page.waitForURL(`${origin}/library`)
    await page.getByRole('complementary').getByText('Kofi Annan').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })
})
