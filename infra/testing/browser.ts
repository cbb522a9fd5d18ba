import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// Audio plays also on machines without a sound device.
const AUDIO_FLAGS = ['--autoplay-policy=no-user-gesture-required', '--mute-audio']

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...AUDIO_FLAGS] })

export const openBrowser = async () => launchChromium(await findChromium())

/** A `Cookie` header as the cookies of a browser context. */
export const cookiesFor = (origin: string, cookies: string) =>
  cookies.split('; ').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name === '' ? [] : [{ name, value: value.join('='), url: origin }]
  })
