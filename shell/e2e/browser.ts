import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// Plays as if there were a loudspeaker, on machines that have none.
const SOUND = ['--autoplay-policy=no-user-gesture-required', '--mute-audio']

/** The Chromium that the test run has found, without a window. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('product').chromium, headless: true, args: [...QUIET, ...SOUND] })
