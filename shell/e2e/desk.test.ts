import { GetOverview } from '@griot/contracts/overview'
import { QUEUE_BOARD_PATH } from '@griot/contracts/queue'
import { ADMIN_EMAIL, runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'
import { expectAccessible, focusedName, skipAfterFailure, tabTo, WIDTHS } from './journey.ts'
import { elementsTooWide } from './page-width.ts'
import { signIn } from './sign-in.ts'

const ADMIN = { email: ADMIN_EMAIL, firstName: 'Efua', lastName: 'Owusu' }

describe.each(WIDTHS)('the operations desk, $width pixels wide', (viewport) => {
  const { origin } = runningProduct()
  let browser: Browser
  let page: Page

  const signedIn = async (user: typeof ADMIN) => {
    const opened = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage()
    opened.setDefaultTimeout(60_000)
    await signIn(opened, `${origin}/admin`, user)
    return opened
  }

  beforeAll(async () => {
    browser = await launchBrowser()
    page = await signedIn(ADMIN)
  })
  afterAll(closeContexts)

  skipAfterFailure()

  const operations = () => page.getByRole('tablist', { name: 'Operations' })
  const isShown = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
  const expectNarrow = async () => expect(await elementsTooWide(page, viewport.width)).toEqual([])

  it('opens with an overview in which every process works', async () => {
    await isShown('Processes')
    await page.getByText('None is down.').waitFor()
    const rows = page.getByRole('region', { name: 'Processes' }).getByRole('listitem')
    expect(await rows.count()).toBe(8)
    expect(await rows.filter({ hasText: 'Working' }).count()).toBe(8)
    const figures = page.getByRole('region', { name: 'Figures' })
    await figures
      .getByText(/^In the last 24 hours/)
      .first()
      .waitFor()
    expect(await figures.getByText('Its service does not respond.').count()).toBe(0)
    await expectNarrow()
    await expectAccessible(page, { width: viewport.width })
    await page.setViewportSize(viewport)
  })

  it('reads the overview again on demand', async () => {
    const isOverview = (address: string) => new URL(address).pathname === GetOverview.path
    const asked = page.waitForResponse((response) => isOverview(response.url()))
    await page.getByRole('button', { name: 'Refresh' }).click()
    expect((await asked).status()).toBe(200)
  })

  it('leads from a figure to its page', async () => {
    await page.getByRole('link', { name: 'Files in the queue' }).click()
    await page.waitForURL('**/admin?tab=queue')
    await page.getByRole('tab', { name: 'Queue', selected: true }).waitFor()
    await isShown('Files')
    await page.goBack()
    await isShown('Processes')
  })

  it('reaches each tab by keyboard', async () => {
    await page.getByRole('link', { name: 'Operations' }).focus()
    await tabTo(page, 'Overview')
    const names = await operations().getByRole('tab').allTextContents()
    for (const name of names.slice(1)) {
      await page.keyboard.press('ArrowRight')
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
      await expect.poll(() => focusedName(page)).toBe(name)
      const tab = await page.getByRole('tab', { name, exact: true }).boundingBox()
      expect(tab && tab.x >= 0 && tab.x + tab.width <= viewport.width, `${name} is in view`).toBe(true)
      await expectNarrow()
    }
  })

  it('links the pages of operators from the tab Modules', async () => {
    await page.goto(`${origin}/admin?tab=modules`)
    const tools = ['/mfe/', '/api/docs', '/api/openapi.json', QUEUE_BOARD_PATH, '/metrics']
    await page.getByRole('link', { name: /^API documentation/ }).waitFor()
    for (const path of tools) {
      expect(await page.locator(`main a[href="${path}"]`).count(), path).toBe(1)
      expect((await page.request.get(origin + path)).status(), path).toBe(200)
    }
    await expectAccessible(page, { width: viewport.width, within: 'main' })
    await page.setViewportSize(viewport)
  })

  it('shows the specified tabs under “Your studio”', async () => {
    await page.getByRole('link', { name: 'Your studio' }).click()
    const own = page.getByRole('tablist', { name: 'Admin' })
    await own.waitFor()
    expect(await own.getByRole('tab').allTextContents()).toEqual(['Podcasts', 'Episodes', 'Creators', 'Media'])
    await own.getByRole('tab', { name: 'Media' }).click()
    await page.waitForURL('**/admin?tab=media')
    await page.reload()
    await own.getByRole('tab', { name: 'Media', selected: true }).waitFor()
    await expectNarrow()
    await expectAccessible(page, { width: viewport.width })
    await page.setViewportSize(viewport)
  })

  it('does not exist for a creator', async () => {
    const ama = await signedIn({
      email: `ama-${viewport.width}@desk.example.org`,
      firstName: 'Ama',
      lastName: 'Mensah',
    })
    const own = ama.getByRole('tablist', { name: 'Admin' })
    await own.waitFor()
    expect(await own.getByRole('tab').allTextContents()).toEqual(['Podcasts', 'Episodes', 'Creators', 'Media', 'Queue'])
    expect(await ama.getByText('Operations').count()).toBe(0)
    expect((await ama.request.get(origin + GetOverview.path)).status()).toBe(404)
    await ama.context().close()
  })
})
