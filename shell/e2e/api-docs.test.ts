import { GetDescription, ReadDescription } from '@griot/contracts/description'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContexts, launchBrowser } from './browser.ts'

type WithViolations = typeof globalThis & { violations: string[] }

describe('the API page', () => {
  const { origin } = runningProduct()
  const requestedOrigins = new Set<string>()
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    const browser = await launchBrowser()
    context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    context.setDefaultTimeout(60_000)
    context.on('request', (request) => requestedOrigins.add(new URL(request.url()).origin))
    await context.addInitScript(() => {
      const watched = globalThis as WithViolations
      watched.violations = []
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        watched.violations.push(`${violatedDirective} ${blockedURI}`),
      )
    })
    page = await context.newPage()
  })
  afterAll(closeContexts)

  it('lists every operation, without requests to other origins and without violations of its policy', async () => {
    await page.goto(origin + ReadDescription.path)
    await page.locator('#operations-tag-Description').waitFor()

    const description = (await (await page.request.get(origin + GetDescription.path)).json()) as {
      paths: Record<string, Record<string, { tags: string[] }>>
    }
    const tags = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map(({ tags: [tag] }) => tag),
    )
    for (const tag of new Set(tags)) {
      const heading = page.locator(`#operations-tag-${tag}`)
      await heading.click()
      await expect.poll(() => page.locator('.opblock').count()).toBe(tags.filter((one) => one === tag).length)
      await heading.click()
      await expect.poll(() => page.locator('.opblock').count()).toBe(0)
    }
    expect(await page.evaluate(() => (globalThis as WithViolations).violations)).toEqual([])
    expect([...requestedOrigins]).toEqual([origin])
  })

  it('lets a user sign in, return, and try an operation with the session', async () => {
    const opened = context.waitForEvent('page')
    await page.getByRole('paragraph').getByRole('link', { name: '/api/login' }).click()
    page = await opened
    await page.getByLabel('E-mail').fill('kofi@api-docs.example.org')
    await page.getByLabel('First name').fill('Kofi')
    await page.getByLabel('Last name').fill('Boateng')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(origin + ReadDescription.path)

    await page.locator('#operations-tag-Account').click()
    const call = page.locator('#operations-Account-getUser')
    await call.locator('.opblock-summary-control').click()
    await call.getByRole('button', { name: 'Try it out' }).click()
    await call.getByRole('button', { name: 'Execute' }).click()
    await call.locator('.live-responses-table').getByText('"kofi@api-docs.example.org"').waitFor()

    expect(await page.evaluate(() => (globalThis as WithViolations).violations)).toEqual([])
  })
})
