import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListUserMedia, UploadMedia } from '@griot/contracts/media/files'
import { GetQueue, PauseQueue, type QueueFilter, ResumeQueue } from '@griot/contracts/queue'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { expectAccessible, WINDOWS } from './journey.ts'
import { record } from './recording.ts'
import { signIn } from './sign-in.ts'

const ADMIN = { email: ADMIN_EMAIL, firstName: 'Efua', lastName: 'Owusu' }
const LONG = { timeout: 120_000 }

describe('thirty files in the queue', () => {
  const { origin } = runningProduct()
  const admin = new ApiClient(origin)
  let folder: string
  let browser: Browser
  let talk: Blob

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-queue-'))
    talk = await openAsBlob(await record(folder, 2, 'talk.mp3'))
    await admin.signIn(ADMIN)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await admin.call(ResumeQueue, {})
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  const upload = async (owner: ApiClient, name: string, content: Blob | string) => {
    const form = new FormData()
    form.set('audio', new File([content], name, { type: 'audio/mpeg' }))
    expect((await owner.fetch(UploadMedia.path, { method: 'POST', body: form })).status).toBe(201)
  }

  /** Ten recordings to keep, ten to cancel and ten files without sound. */
  const uploadThirty = async (name: string) => {
    const owner = new ApiClient(origin)
    await owner.signIn({ email: `${name}@queue.example.org`, firstName: 'Ama', lastName: 'Mensah' })
    for (let nth = 0; nth < 10; nth += 1) {
      await upload(owner, `${name}-keep-${nth}.mp3`, talk)
      await upload(owner, `${name}-stop-${nth}.mp3`, talk)
      await upload(owner, `${name}-silent-${nth}.mp3`, `no sound ${name} ${nth}`)
    }
    return owner
  }

  /** Selects all shown files and confirms an action on them. */
  const change = async (page: Page, action: string, number: number) => {
    await page.getByLabel('Select all shown').check()
    await page
      .getByRole('region', { name: 'Selected files' })
      .getByRole('button', { name: action, exact: true })
      .click()
    await page.getByRole('button', { name: `${action} ${number} files` }).click()
  }

  it.each(WINDOWS)(
    'are canceled, retried and cleared together on %s',
    async (where, options) => {
      const name = where.replace('a ', '')
      await admin.call(PauseQueue, {})
      const owner = await uploadThirty(name)
      const counts = async (search: string, more: QueueFilter = {}) =>
        (await admin.call(GetQueue, { query: { search, ...more } })).counts

      const page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
      page.setDefaultTimeout(60_000)
      await signIn(page, `${origin}/admin?tab=queue&search=${name}-stop`, ADMIN)
      await page.getByRole('button', { name: '10 Waiting' }).waitFor()
      await change(page, 'Cancel', 10)
      await page.getByText('Canceled 10 of 10 files').waitFor()
      await page.getByRole('button', { name: '10 Canceled' }).click()
      expect(await counts(name)).toMatchObject({ waiting: 20, cancelled: 10, failed: 0 })

      await change(page, 'Retry', 10)
      await page.getByText('Retried 10 of 10 files').waitFor()
      await admin.call(ResumeQueue, {})
      await expect.poll(() => counts(name), LONG).toMatchObject({ ready: 20, hopeless: 10, waiting: 0, active: 0 })

      await page.getByLabel('Search').fill(`${name}-silent`)
      await page.getByRole('button', { name: '10 Needs another file' }).click()
      await page.getByText('This file is not audio we can read.').first().waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Clear failed' }).click()
      await page.getByRole('button', { name: 'Clear 10 files' }).click()
      await page.getByText('Cleared 10 of 10 files').waitFor()
      await page.getByText('No files match this filter.').waitFor()

      expect(await counts(name)).toMatchObject({ ready: 20, failed: 0, cancelled: 0 })
      expect(await owner.call(ListUserMedia, { params: { id: 'me' }, query: { limit: 100 } })).toHaveLength(30)
      await page.context().close()
    },
    240_000,
  )
})
