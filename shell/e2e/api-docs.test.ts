import { GetDescription, ReadDescription } from '@griot/contracts/description'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'

type Watched = typeof globalThis & { refused: string[] }

describe('the page that describes the API', () => {
  const { origin } = runningProduct()
  const asked = new Set<string>()
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await page.addInitScript(() => {
      const watched = globalThis as Watched
      watched.refused = []
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        watched.refused.push(`${violatedDirective} ${blockedURI}`),
      )
    })
  })
  afterAll(() => browser?.close())

  it('lists every call, with nothing from elsewhere and nothing that its policy refuses', async () => {
    await page.goto(origin + ReadDescription.path)
    await page.locator('#operations-tag-Description').waitFor()

    const description = (await (await page.request.get(origin + GetDescription.path)).json()) as {
      paths: Record<string, object>
    }
    const calls = Object.values(description.paths).flatMap((methods) => Object.keys(methods))
    await expect.poll(() => page.locator('.opblock').count()).toBe(calls.length)
    expect(await page.evaluate(() => (globalThis as Watched).refused)).toEqual([])
    expect([...asked]).toEqual([origin])
  })

  it('fits a phone', async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  it('lets someone sign in, come back, and try a call as themselves', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill('kofi@api-docs.example.org')
    await page.getByLabel('First name').fill('Kofi')
    await page.getByLabel('Last name').fill('Boateng')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Calls are made as kofi@api-docs.example.org').waitFor()

    const call = page.locator('#operations-Account-getUser')
    await call.locator('.opblock-summary-control').click()
    await call.getByRole('button', { name: 'Try it out' }).click()
    await call.getByRole('button', { name: 'Execute' }).click()
    await call.locator('.live-responses-table').getByText('"kofi@api-docs.example.org"').waitFor()

    expect(await page.evaluate(() => (globalThis as Watched).refused)).toEqual([])
  })

  it('offers no trying where an answer never ends or the browser is sent away', async () => {
    for (const id of ['Media-watchMedia', 'Account-signOut']) {
      const call = page.locator(`#operations-${id}`)
      await call.locator('.opblock-summary-control').click()
      await call.getByText('Responses', { exact: true }).first().waitFor()

      expect(await call.getByRole('button', { name: 'Try it out' }).count()).toBe(0)
    }
  })
})
