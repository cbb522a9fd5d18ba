import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathFor } from '@griot/contracts/endpoint'
import { GetMedia, ListUserMedia, RetryMedia, UploadMedia } from '@griot/contracts/media/files'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { GetQueue, QUEUE_BOARD_PATH, ResumeQueue } from '@griot/contracts/queue'
import { ListUploads } from '@griot/contracts/uploads'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { expectAccessible } from './journey.ts'
import { record } from './recording.ts'
import { signIn } from './sign-in.ts'

const AMA = { email: 'ama@uploads.example.org', firstName: 'Ama', lastName: 'Mensah' }
const KOFI = { email: 'kofi@uploads.example.org', firstName: 'Kofi', lastName: 'Annan' }
const ADMIN = { email: ADMIN_EMAIL, firstName: 'Efua', lastName: 'Owusu' }
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('uploading', () => {
  const { origin } = runningProduct()
  const ama = new ApiClient(origin)
  let folder: string
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-uploads-'))
    await ama.signIn(AMA)
    browser = await launchBrowser()
    context = await browser.newContext({ reducedMotion: 'reduce' })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/upload`, AMA)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(() => context.setOffline(false))

  const selected = () => page.getByRole('list', { name: 'Selected files' })
  const recent = () => page.getByRole('region', { name: 'Recent uploads' })
  const choose = (files: string | string[]) => page.getByLabel(/^Select (More )?Audio Files?$/).setInputFiles(files)
  const send = () => page.getByRole('button', { name: /^Upload (\d+ )?Audio Files?$/ }).click()
  const mine = async () => ama.call(ListUserMedia, { params: { id: 'me' } })
  const find = async (name: string) => (await mine()).find(({ originalName }) => originalName === name)

  /** A slow connection leaves time to interrupt an upload. */
  const bytesPerSecond = async (rate: number) => {
    const session = await context.newCDPSession(page)
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: rate }
    await session.send('Network.emulateNetworkConditions', speed)
  }
  const percent = async () => Number(await selected().getByRole('progressbar').first().getAttribute('aria-valuenow'))

  /** The stored file equals the local one. */
  const expectStored = async (path: string) => {
    await expect.poll(async () => (await find(basename(path)))?.status, { timeout: 60_000 }).toBe('ready')
    const { id = '' } = (await find(basename(path))) ?? {}
    const response = await ama.fetch(`${pathFor(StreamMedia, { params: { id } })}?as=original`)
    expect(response.status).toBe(200)
    expect(hashOf(new Uint8Array(await response.arrayBuffer()))).toBe(hashOf(await readFile(path)))
  }

  const expectPageAccessible = async (checked = page) => {
    await expectAccessible(checked)
    await checked.setViewportSize({ width: 1280, height: 900 })
  }

  it('uploads seven files at once, one of each format, and shows when each is ready', async () => {
    const names = ['a.mp3', 'b.wav', 'c.ogg', 'd.opus', 'e.aac', 'f.m4a', 'g.flac']
    const files = await Promise.all(names.map((name, at) => record(folder, 3 + at, name)))
    await choose(files)
    // The duration is known before the upload.
    await selected()
      .getByText(/audio\/wav · 0:04/)
      .waitFor()
    await expectPageAccessible()
    await send()

    const uploaded = page.getByRole('list', { name: 'Uploaded files' }).getByRole('listitem')
    await expect.poll(() => uploaded.count(), { timeout: 60_000 }).toBe(7)
    await expect.poll(() => recent().getByText('Ready', { exact: true }).count(), { timeout: 60_000 }).toBe(7)
    await recent()
      .getByText(/0:09 · FLAC/)
      .waitFor()
    expect((await mine()).map(({ originalName }) => originalName).sort()).toEqual(names)
    await expectPageAccessible()
  })

  it('continues after a lost connection', async () => {
    const file = await record(folder, 40, 'cut.wav')
    await bytesPerSecond(400_000)
    await choose(file)
    await send()
    await expect.poll(percent, { timeout: 60_000 }).toBeGreaterThan(25)
    // Slow enough to interrupt it.
    await bytesPerSecond(20_000)
    await selected()
      .getByText(/KB\/s · .*left/)
      .waitFor()
    await context.setOffline(true)
    await page.getByText('The connection was lost. The upload continues automatically where it stopped.').waitFor()
    await context.setOffline(false)
    await bytesPerSecond(-1)
    await page.getByText('File uploaded successfully! You can now link it to podcast episodes.').waitFor()
    await expectStored(file)
  })

  it('pauses, and continues after a page load with the same file', async () => {
    const file = await record(folder, 45, 'reload.wav')
    await bytesPerSecond(400_000)
    await choose(file)
    await send()
    await expect.poll(percent, { timeout: 60_000 }).toBeGreaterThan(25)
    // Slow enough to interrupt it.
    await bytesPerSecond(20_000)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    const [begun] = await ama.call(ListUploads, {})
    expect(begun).toMatchObject({ originalName: 'reload.wav' })
    expect(begun?.receivedBytes).toBeGreaterThan(0)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()

    await page.getByText(/KB of .* MB arrived/).waitFor()
    await bytesPerSecond(-1)
    await choose(file)
    await page.getByText('This upload was started before. It continues where it stopped.').waitFor()
    await send()
    await page.getByText('File uploaded successfully! You can now link it to podcast episodes.').waitFor()
    await expectStored(file)
    expect((await find('reload.wav'))?.id).toBe(begun?.id)
    expect(await ama.call(ListUploads, {})).toEqual([])
  })

  it('shows a permanent failure and offers to replace the file, by keyboard', async () => {
    const file = join(folder, 'letter.mp3')
    await writeFile(file, 'Dear listeners, this is no sound at all. '.repeat(200))
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Browse' }).press('Enter')
    await (await chooser).setFiles(file)
    await page.getByRole('button', { name: 'Upload Audio File' }).press('Enter')
    await recent().getByText('Failed', { exact: true }).waitFor()
    const { failure, id = '' } = (await find('letter.mp3')) ?? {}
    expect(failure).toBeTruthy()
    await recent().getByText(String(failure)).waitFor()

    await page.getByRole('tab', { name: 'Upload New' }).press('ArrowRight')
    const opener = page.getByRole('button', { name: 'Processing history of letter.mp3' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Processing history' })
    await dialog.getByText('Received', { exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: /Try again/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect(ama.call(RetryMedia, { params: { id } })).rejects.toMatchObject({ status: 409 })
    expect((await ama.call(GetMedia, { params: { id } })).status).toBe('failed')
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Replace the file: letter.mp3' }).press('Enter')
    await page.getByRole('dialog', { name: 'Replace the audio' }).getByText('letter.mp3').waitFor()
    await page.keyboard.press('Escape')
    await expectPageAccessible()
  })

  it('hides the files of other users in the library and in the queue', async () => {
    const kofi = new ApiClient(origin)
    await kofi.signIn(KOFI)
    const [file] = await mine()
    expect(await kofi.call(ListUserMedia, { params: { id: 'me' } })).toEqual([])
    expect((await kofi.call(GetQueue, { query: { state: 'failed' } })).rows).toEqual([])
    for (const path of [pathFor(GetMedia, { params: { id: file?.id } }), `/api/admin/queue/${file?.id}`]) {
      expect((await kofi.fetch(path)).status).toBe(404)
    }
  })

  it('handles fifty jobs in the queue', async () => {
    const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    admin.setDefaultTimeout(60_000)
    await signIn(admin, `${origin}/admin?tab=queue`, ADMIN)
    const adminClient = new ApiClient(origin)
    await adminClient.signIn(ADMIN)
    try {
      await admin.getByRole('button', { name: 'Pause', exact: true }).click()
      await admin.getByText('The queue is paused').waitFor()
      const talk = await record(folder, 2, 'talk.mp3')
      await Promise.all(
        Array.from({ length: 10 }, async (_, nth) => {
          const person = new ApiClient(origin)
          await person.signIn({ email: `crowd-${nth}@uploads.example.org`, firstName: `Crowd ${nth}`, lastName: 'One' })
          for (let file = 0; file < 5; file += 1) {
            const form = new FormData()
            form.set('audio', new File([await openAsBlob(talk)], `talk-${nth}-${file}.mp3`, { type: 'audio/mpeg' }))
            expect((await person.fetch(UploadMedia.path, { method: 'POST', body: form })).status).toBe(201)
          }
        }),
      )
      const waiting = admin.getByRole('button', { name: '50 Waiting' })
      await waiting.waitFor()
      await waiting.click()
      await admin.getByText('Crowd 3 One').first().waitFor()
      await admin.getByRole('button', { name: 'Cancel talk-3-4.mp3' }).click()
      await admin.getByRole('button', { name: '49 Waiting' }).waitFor()

      await admin.getByRole('button', { name: 'Resume' }).click()
      await admin.getByText('The queue is working').waitFor()
      await admin.getByRole('button', { name: '0 Waiting' }).waitFor({ timeout: 150_000 })
      // Interrupted jobs are retried.
      const counts = async () => (await adminClient.call(GetQueue, {})).counts
      await expect.poll(counts, { timeout: 60_000 }).toMatchObject({ waiting: 0, active: 0, retrying: 0 })
      expect((await counts()).ready).toBeGreaterThanOrEqual(49)
      await admin.getByRole('button', { name: '0 Active' }).waitFor()

      await admin.getByRole('button', { name: /Canceled$/ }).click()
      await admin.getByRole('button', { name: 'Details of talk-3-4.mp3' }).click()
      await admin.getByText('Efua Owusu canceled it').waitFor()
      await admin.keyboard.press('Escape')
      await expectPageAccessible(admin)

      // The queue board is a separate page: it needs no other host, and reports no errors.
      const board = await admin.context().newPage()
      const errors: string[] = []
      board.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      board.on('pageerror', ({ message }) => errors.push(message))
      board.on('request', (request) => request.url().startsWith(`${origin}/`) || errors.push(request.url()))
      await board.goto(`${origin}${QUEUE_BOARD_PATH}`)
      await board.getByRole('link', { name: 'media' }).first().click()
      await board.getByText('Media files in processing').waitFor()
      expect(errors).toEqual([])
    } finally {
      await adminClient.call(ResumeQueue, {})
      await admin.context().close()
    }
  }, 240_000)
})
