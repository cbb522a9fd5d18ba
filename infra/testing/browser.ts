import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

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

/** This Chromium, without a window. */
export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: [...QUIET, ...SOUND] })

/** The machine's Chromium, without a window. */
export const openBrowser = async () => launchChromium(await findChromium())

/** A visitor's cookies, as a browser context takes them. */
export const cookiesFor = (origin: string, cookies: string) =>
  cookies.split('; ').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name === '' ? [] : [{ name, value: value.join('='), url: origin }]
  })
