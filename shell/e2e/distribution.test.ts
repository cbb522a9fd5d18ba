import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { feedPath } from '@griot/contracts/public-addresses'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, skipAfterFailure, WIDTHS, WINDOWS } from './journey.ts'
import { elementsTooWide } from './page-width.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

const { origin, dataDir } = runningProduct()

describe.each(WINDOWS)('the distribution of a show, on %s', (name, options) => {
  const size = WIDTHS[name === 'a phone' ? 0 : 1]
  const person = { email: `ama.${size.width}@distribution.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  let folder: string
  let page: Page
  let show: Awaited<ReturnType<typeof publishPodcast>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-distribution-'))
    const ama = new ApiClient(origin)
    await ama.signIn(person)
    show = await publishPodcast(ama, { title: `Salt on ${name}`, file: await recordMp3(folder, 4, 'salt.mp3') })
    const browser = await launchBrowser()
    page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/studio/${show.podcast.id}?tab=distribution`, person)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })
  skipAfterFailure()

  const expectUsable = async () => {
    await expectAccessible(page, size)
    await page.setViewportSize(size)
    expect(await elementsTooWide(page, size.width)).toEqual([])
  }

  it('names the feed, and states that it works on this machine only', async () => {
    await page.getByText(feedPath(show.podcast.id)).waitFor()
    await page.getByText('This feed works on this machine only').waitFor()
    await expectUsable()
  })

  it('gives a listener a private feed, which plays until it is revoked', async () => {
    await page.goto(`${origin}/podcast/${show.podcast.id}`)
    await page.getByRole('button', { name: 'Private feed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Private feed' })
    await dialog.getByLabel('Name').fill('Car radio')
    await dialog.getByRole('button', { name: 'Create private feed' }).click()
    const address = (await dialog.getByText(/\/private\/[\w-]+\.xml$/).textContent()) ?? ''
    await expectUsable()

    // The MP3 of the episode is made meanwhile.
    const audio = await vi.waitUntil(
      async () => /<enclosure url="([^"]+)"/.exec(await (await fetch(address)).text())?.[1],
      { timeout: 60_000, interval: 500 },
    )
    const { pathname } = new URL(audio)
    const whole = await fetch(origin + pathname)
    expect([whole.status, whole.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')))

    await dialog.getByRole('button', { name: 'Revoke Car radio' }).click()
    await dialog.getByText('You have no private feed of this show.').waitFor()
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(origin + pathname)).status).toBe(404)

    const token = /\/private\/([\w-]+)\.xml$/.exec(address)?.[1] ?? address
    const logs = join(dataDir, 'logs')
    for (const file of await readdir(logs)) expect(await readFile(join(logs, file), 'utf8')).not.toContain(token)
  })
})
