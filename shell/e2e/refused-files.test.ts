import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { ListUserMedia } from '@griot/contracts/media/files'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { expectAccessible, goTo, WINDOWS } from './journey.ts'
import { isTooWide } from './page-width.ts'
import { record } from './recording.ts'
import { signIn } from './sign-in.ts'

const ACCEPTED = ['1.mp3', '2.mp3', '3.mp3', '4.wav', '5.wav', '6.ogg', '7.opus', '8.m4a', '9.flac']

describe('twelve files of which three are refused', () => {
  const { origin } = runningProduct()
  let folder: string
  let browser: Browser
  let files: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-refused-'))
    const [image, empty, large] = ['cover.png', 'empty.mp3', 'large.mp3'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await writeFile(image, 'no audio')
    await writeFile(empty, '')
    const sparse = await open(large, 'w')
    await sparse.truncate(MAX_UPLOAD_BYTES + 1)
    await sparse.close()
    const accepted = await Promise.all(ACCEPTED.map((name, at) => record(folder, 2 + at, name)))
    files = [image, ...accepted.slice(0, 5), empty, ...accepted.slice(5), large]
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(WINDOWS)('are listed by name on %s, and nine are uploaded', async (window, options) => {
    const user = { email: `${window.replace(' ', '-')}@refused.example.org`, firstName: 'Ama', lastName: 'Mensah' }
    const ama = new ApiClient(origin)
    await ama.signIn(user)
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/upload`, user)
    const { width = 0 } = options.viewport ?? {}

    await page.getByLabel('Select Audio File').setInputFiles(files)
    const refused = page.getByRole('list', { name: 'Refused files' }).getByRole('listitem')
    await page.getByText('3 files were not added').waitFor()
    expect(await refused.allInnerTexts()).toEqual([
      expect.stringMatching(/^cover\.png\s+Invalid file type\. Please select an audio file \(MP3, WAV,/),
      expect.stringMatching(/^empty\.mp3\s+Empty file\. /),
      expect.stringMatching(/^large\.mp3\s+File too large\. Please select a file smaller than 100MB\.$/),
    ])
    await expectAccessible(page, { width })
    expect(await isTooWide(page, width)).toBe(false)

    const network = await context.newCDPSession(page)
    const limitTo = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      })
    await limitTo(20_000)
    await page.getByRole('button', { name: 'Upload 9 Audio Files' }).click()
    await goTo(page, 'Library')
    await page.waitForFunction(() => /^Uploading 9 files · \d+ % – Library/.test(document.title))
    if (width > 1000) await page.getByRole('link', { name: /^Upload, 9 · \d+ %$/ }).waitFor()
    await limitTo(-1)
    await page.waitForFunction(() => document.title.startsWith('Library ·'))

    await page.goBack()
    const mine = async () => (await ama.call(ListUserMedia, { params: { id: 'me' } })).map((file) => file.originalName)
    expect((await mine()).sort()).toEqual(ACCEPTED)
    // They are still listed after a visit of another page.
    expect(await refused.count()).toBe(3)
    await page.getByRole('button', { name: 'Dismiss refused files' }).click()
    expect(await refused.count()).toBe(0)
    await context.close()
  })
})
