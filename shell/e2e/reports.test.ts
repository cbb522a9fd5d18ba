import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathFor } from '@griot/contracts/endpoint'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, expectNoDialog, skipAfterFailure, toast, WIDTHS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'

describe.each(WIDTHS)('a report, $width pixels wide', (viewport) => {
  const { origin } = runningProduct()
  const { width } = viewport
  const owner = { email: `ama${width}@reports.example.org`, firstName: 'Ama', lastName: 'Mensah' }
  const reporter = { email: `kofi${width}@reports.example.org`, firstName: 'Kofi', lastName: 'Annan' }
  const admin = { email: ADMIN_EMAIL, firstName: 'Efua', lastName: 'Owusu' }
  const show = `Loud Kora ${width}`
  const api = new ApiClient(origin)
  let folder: string
  let pages: Record<'owner' | 'reporter' | 'admin', Page>
  let podcastId: string
  let audioPath: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-reports-'))
    await api.signIn(owner)
    const { podcast, media } = await publishPodcast(api, { title: show, file: await recordMp3(folder, 3) })
    podcastId = podcast.id
    audioPath = pathFor(StreamMedia, { params: { id: media.id } })
    const browser = await launchBrowser()
    const open = async (path: string, user: typeof owner) => {
      const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
      page.setDefaultTimeout(60_000)
      await signIn(page, origin + path, user)
      return page
    }
    pages = {
      owner: await open('/notices', owner),
      reporter: await open(`/podcast/${podcastId}`, reporter),
      admin: await open('/admin?tab=reports&state=open', admin),
    }
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  skipAfterFailure()

  const audioStatus = async () => (await pages.reporter.request.get(origin + audioPath)).status()
  const openNotices = async (page: Page) => {
    await page.goto(`${origin}/notices`)
    await page.getByRole('heading', { name: 'Notices', level: 1 }).waitFor()
  }
  const reportRow = () => pages.admin.getByRole('listitem').filter({ hasText: show })

  it('is sent from the page of the show', async () => {
    const page = pages.reporter
    await page.getByRole('button', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report this show' })
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await dialog.getByText('Please choose a reason.').waitFor()
    await dialog.getByLabel('Reason').selectOption('copyright')
    await dialog.getByLabel('Description').fill('The song at 0:02 is mine.')
    await expectAccessible(page, { within: '[role="dialog"]', width })
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await toast(page, 'Report sent')
    await expectNoDialog(page)
  })

  it('is decided by an admin, who hides the show', async () => {
    const page = pages.admin
    await page.reload()
    await reportRow().getByText('“The song at 0:02 is mine.”').waitFor()
    await expectAccessible(page, { within: 'main', width })
    await reportRow().getByRole('button', { name: 'Assign to me' }).click()
    await page.getByLabel('State').selectOption('')
    await reportRow()
      .getByText(/Assigned to Efua Owusu/)
      .waitFor()
    await reportRow().getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decide this report' })
    await dialog.getByLabel('Decision').selectOption('hidden')
    await dialog.getByLabel('Reason').fill('It contains a copied song.')
    await expectAccessible(page, { within: '[role="dialog"]', width })
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
    await expectNoDialog(page)
    await reportRow()
      .getByText(/^Show · .* · Hidden by Efua Owusu/)
      .waitFor()

    await pages.reporter.goto(`${origin}/podcast/${podcastId}`)
    await pages.reporter.getByRole('heading', { name: 'We could not find this podcast' }).waitFor()
    await expect.poll(audioStatus, { timeout: 30_000 }).toBe(404)
  })

  it('leads to a notice to reporter and owner, who sees the reason on the page of the show', async () => {
    await openNotices(pages.reporter)
    await pages.reporter.getByText(/^You reported “.*”. It is hidden now./).waitFor()
    await expectAccessible(pages.reporter, { within: 'main', width })

    await pages.owner.goto(`${origin}/library`)
    // On phones the entry is in the sheet that “More” opens.
    if (width > 1000) await pages.owner.getByRole('link', { name: 'Notices, 1 new' }).waitFor()
    await openNotices(pages.owner)
    await pages.owner.getByText(/was hidden. Reason: It contains a copied song./).waitFor()
    await pages.owner.getByRole('link', { name: 'Your show was hidden' }).click()
    await pages.owner.getByText('This show is hidden.').waitFor()
    await pages.owner.getByRole('link', { name: `${show}, part one` }).waitFor()
    await expectAccessible(pages.owner, { within: 'main', width })
  })

  it('is followed by a restore, after which everyone sees and hears the show again', async () => {
    const page = pages.admin
    await page.goto(`${origin}/admin?tab=shows&state=hidden`)
    await page.getByRole('listitem').filter({ hasText: show }).waitFor()
    await expectAccessible(page, { within: 'main', width })
    await page.getByRole('button', { name: `Restore: ${show}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await expectNoDialog(page)
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: show }).count()).toBe(0)

    await openNotices(pages.owner)
    await pages.owner.getByRole('link', { name: 'Your show is visible again' }).waitFor()
    await pages.reporter.goto(`${origin}/podcast/${podcastId}`)
    await pages.reporter.getByRole('heading', { name: show, level: 1 }).waitFor()
    await expect.poll(audioStatus, { timeout: 30_000 }).toBe(200)
  })
})
