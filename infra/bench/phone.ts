import { Visitor } from '@griot/service-kit/visitor'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { cookiesFor } from '../testing/browser.ts'
import { openUntilHeading, untilQuiet, watchPage } from './page-marks.ts'

/** A phone of the middle of the market on a good day: the machine's processor at a quarter, 9 Mbit/s, 100 ms there and back. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 100, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
const VIEWPORT = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 800 }

export const arriveAs = async (origin: string, name: string) => {
  const visitor = new Visitor(origin)
  await visitor.signIn({ email: `${name}@example.org`, firstName: 'Kofi', lastName: 'Mensah' })
  return visitor
}

/** A slow phone that was never here. */
export const openPhone = async (browser: Browser, origin: string, cookies: string) => {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await context.addCookies(cookiesFor(origin, cookies))
  return openTab(context)
}

/** A computer on the same network, with a processor of its own. */
export const openComputer = async (browser: Browser, origin: string, cookies: string) => {
  const context = await browser.newContext({ viewport: WIDE })
  await context.addCookies(cookiesFor(origin, cookies))
  return openTab(context, 1)
}

/** One more page of the same phone, which keeps what was fetched before. */
export const openTab = async (context: BrowserContext, slowdown = CPU_SLOWDOWN) => {
  const page = await context.newPage()
  await watchPage(page)
  const lab = await context.newCDPSession(page)
  await lab.send('Network.enable')
  await lab.send('Network.emulateNetworkConditions', NETWORK)
  await lab.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

export const arrive = async (page: Page, address: string) => {
  await openUntilHeading(page, address)
  await page.locator('.g-skeleton').first().waitFor({ state: 'detached' })
  await untilQuiet(page)
}
