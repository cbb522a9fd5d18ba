import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { launchChromium } from '../../infra/testing/browser.ts'

let shared: Browser | undefined

/**
 * The Chromium of the test run, headless. Test files that run in one process share it, one after the other, because each start
 * costs half a second of CPU. It ends with the process.
 */
export const launchBrowser = async () => {
  if (!shared?.isConnected()) shared = await launchChromium(inject('product').chromium)
  return shared
}

/** Closes the contexts of a test file. The next file uses the browser again. */
export const closeContexts = async () => {
  await Promise.all(shared?.contexts().map((context) => context.close()) ?? [])
}
