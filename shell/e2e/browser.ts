import { inject } from 'vitest'
import { launchChromium } from '../../infra/testing/browser.ts'

/** The Chromium that the test run has found, without a window. */
export const launchBrowser = () => launchChromium(inject('product').chromium)
