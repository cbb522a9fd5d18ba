import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { uploadProcessed } from './fixtures.ts'
import { expectNoDialog, expectOverlays, WINDOWS } from './journey.ts'
import { recordMp3 } from './recording.ts'
import { signIn } from './sign-in.ts'
import { swipeDown } from './touch.ts'

const AMA = { email: 'ama@dialogs.example.org', firstName: 'Ama', lastName: 'Mensah' }

describe.each(WINDOWS)('dialogs of modules on %s', (name, options) => {
  const { origin } = runningProduct()
  const isPhone = name === 'a phone'
  let page: Page

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'griot-dialogs-'))
    const ama = new ApiClient(origin)
    await ama.signIn(AMA)
    await uploadProcessed(ama, await recordMp3(folder, 5))
    await rm(folder, { recursive: true, force: true })
    const browser = await launchBrowser()
    page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(60_000)
    await signIn(page, `${origin}/upload?tab=library`, AMA)
  })
  afterAll(closeContexts)

  const dialog = (title: string | RegExp) => page.getByRole('dialog', { name: title })
  const expectClosing = async (title: string | RegExp, open: () => Promise<unknown>) => {
    const { pathname } = new URL(page.url())
    const closings = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      ...(isPhone ? [() => swipeDown(page, dialog(title))] : []),
    ]
    for (const close of closings) {
      await open()
      await dialog(title).waitFor()
      await expectOverlays(page, 1)
      await close()
      await expectNoDialog(page)
      expect(new URL(page.url()).pathname).toBe(pathname)
    }
  }

  it.each([
    ['the form of a name', /^Rename/, /^Rename/],
    ['the processing history', /^Processing history of/, 'Processing history'],
    ['the confirmation of a deletion', /^Delete /, /^Delete /],
  ])('close %s with Back, Escape and a swipe', async (_, button, title) => {
    await expectClosing(title, () => page.getByRole('button', { name: button }).first().click())
  })

  if (!isPhone) {
    it('close the panel of modules with Back and Escape', async () => {
      await expectClosing('Modules in this page', () => page.keyboard.press('Alt+Shift+KeyM'))
    })
  }
})
