import { ApiClient } from '@griot/service-kit/testing/api-client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { cookiesFor } from '../testing/browser.ts'
import { openUntilHeading, recordPage, waitUntilIdle } from './page-marks.ts'

/** A mid-range phone: CPU slowed down 4 times, 9 Mbit/s, 100 ms round trip. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 100, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
const VIEWPORT = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 800 }

export const signInAs = async (origin: string, name: string) => {
  const client = new ApiClient(origin)
  await client.signIn({ email: `${name}@example.org`, firstName: 'Kofi', lastName: 'Mensah' })
  return client
}

/** A slow phone with an empty cache. */
export const openPhone = async (browser: Browser, origin: string, cookies: string) => {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await context.addCookies(cookiesFor(origin, cookies))
  return openTab(context)
}

/** A computer on the same network, with the full CPU. */
export const openComputer = async (browser: Browser, origin: string, cookies: string) => {
  const context = await browser.newContext({ viewport: WIDE })
  await context.addCookies(cookiesFor(origin, cookies))
  return openTab(context, 1)
}

/** Another tab in the same context, with its cache. */
export const openTab = async (context: BrowserContext, slowdown = CPU_SLOWDOWN) => {
  const page = await context.newPage()
  await recordPage(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

export const visit = async (page: Page, address: string) => {
  await openUntilHeading(page, address)
  await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  await waitUntilIdle(page)
}
