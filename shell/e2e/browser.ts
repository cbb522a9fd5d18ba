import { inject } from 'vitest'
import { launchChromium } from '../../infra/testing/browser.ts'

/** The Chromium of the test run, headless. */
export const launchBrowser = () => launchChromium(inject('product').chromium)
