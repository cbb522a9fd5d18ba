import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { launchChromium } from '../../infra/testing/browser.ts'

let shared: Browser | undefined

/**
 * The Chromium of the test run, headless. Test files that run in one process share it, one after the other, because each start
 * costs half a second of CPU: `close` closes the contexts, and the browser ends with the process.
 */
export const launchBrowser = async () => {
  if (shared?.isConnected()) return shared
  const browser = await launchChromium(inject('product').chromium)
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  shared = browser
  return browser
}
