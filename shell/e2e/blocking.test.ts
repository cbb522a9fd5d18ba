import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { publishPodcast } from './fixtures.ts'
import { expectAccessible, skipAfterFailure, WIDTHS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { fillSignInForm, signIn } from './sign-in.ts'

const ADMIN = { email: ADMIN_EMAIL, firstName: 'Adwoa', lastName: 'Boss' }

describe.each(WIDTHS)('the block of a person, $width pixels wide', (viewport) => {
  skipAfterFailure()
  const { origin } = runningProduct()
  const { width } = viewport
  const kwame = { email: `kwame${width}@blocking.example.org`, firstName: 'Kwame', lastName: `Ofori${width}` }
  const name = `${kwame.firstName} ${kwame.lastName}`
  let folder: string
  let browser: Browser
  let admin: Page
  let tabs: [Page, Page]
  let podcastId: string

  const openContext = async () => browser.newContext({ viewport, reducedMotion: 'reduce' })
  const showStatus = async () => {
    const response = await fetch(origin + pathFor(GetPodcast, { params: { id: podcastId } }))
    return response.status
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-blocking-'))
    const client = new ApiClient(origin)
    await client.signIn(kwame)
    const file = await recordMp3(folder, 20, 'harmattan.mp3')
    const { podcast } = await publishPodcast(client, { title: `Harmattan ${width}`, file })
    podcastId = podcast.id
    browser = await launchBrowser()
    const context = await openContext()
    tabs = [await context.newPage(), await context.newPage()]
    admin = await (await openContext()).newPage()
    for (const page of [...tabs, admin]) page.setDefaultTimeout(60_000)
    await signIn(tabs[0], `${origin}/discover`, kwame)
    await tabs[1].goto(`${origin}/rewards`)
    await signIn(admin, `${origin}/admin?tab=people`, ADMIN)
  })
  afterAll(async () => {
    await closeContexts()
    await rm(folder, { recursive: true, force: true })
  })

  it('is asked for with a reason', async () => {
    await admin.getByRole('searchbox', { name: 'Name, e-mail or id' }).fill(kwame.email)
    await admin.keyboard.press('Enter')
    await admin.getByRole('link', { name }).click()
    await admin.getByRole('link', { name: `Harmattan ${width}` }).waitFor()
    await expectAccessible(admin, { within: 'main', width })

    await admin.getByRole('button', { name: 'Block', exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: 'Block this person?' })
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.getByText('Please give a reason.').waitFor()
    await expectAccessible(admin, { within: '[role=dialog]', width })
    await dialog.getByLabel('Reason').fill('Copied audio')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await admin.getByText('“Copied audio”. Published shows are hidden.').waitFor()
  })

  it('signs the person out in every open tab and hides the shows', async () => {
    for (const tab of tabs) {
      await tab.reload()
      await tab.getByRole('link', { name: 'Log In', exact: true }).first().waitFor()
    }
    await expect.poll(showStatus).toBe(404)
  })

  it('refuses the sign-in with the reason', async () => {
    const [tab] = tabs
    await tab.getByRole('link', { name: 'Log In', exact: true }).first().click()
    // The embedded provider may remember the browser; then it asks for nothing.
    const form = tab.getByLabel('E-mail')
    const refusal = tab.getByRole('heading', { name: 'Your account is blocked.' })
    await form.or(refusal).waitFor()
    if (await form.isVisible()) await fillSignInForm(tab, kwame)
    await refusal.waitFor()
    await tab.getByText('The reason for the block: Copied audio').waitFor()
    await expectAccessible(tab, { width })
  })

  it('ends with the release, and the audit log has both changes', async () => {
    await admin.getByRole('button', { name: 'Unblock', exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: 'Unblock this person?' })
    await dialog.getByLabel('Reason').fill('The appeal was accepted')
    await dialog.getByRole('button', { name: 'Unblock' }).click()
    await admin.getByRole('button', { name: 'Block', exact: true }).waitFor()
    await expect.poll(showStatus).toBe(200)

    await signIn(tabs[1], `${origin}/library`, kwame)
    await tabs[1].getByRole('heading', { level: 1 }).waitFor()

    await admin.getByRole('link', { name: 'All entries' }).click()
    await admin.getByText(`Person unblocked: ${name}`).waitFor()
    await admin.getByText(`Person blocked: ${name}`).waitFor()
    await admin.getByText('“The appeal was accepted”').waitFor()
    await expectAccessible(admin, { within: 'main', width })
  })
})
