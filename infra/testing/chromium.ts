import { isRunnable, onPath } from '@griot/service-kit/on-path'
import { installByApt } from './apt.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const NONE = 'The journeys need a browser: install Chromium or Google Chrome, or set CHROMIUM_PATH.'

interface Around {
  CHROMIUM_PATH?: string | undefined
  PATH?: string | undefined
}

/** The configured Chromium, else the one on the path; where we may, and there is none, the system's is installed. */
export const findChromium = async (env: Around = process.env): Promise<string> => {
  if (env.CHROMIUM_PATH) {
    if (await isRunnable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`Chromium cannot be run at ${env.CHROMIUM_PATH}: set CHROMIUM_PATH to one that can.`)
  }
  const found = (await installed(env)) ?? ((await install(env)) ? await installed(env) : undefined)
  if (found === undefined) throw new Error(NONE)
  return found
}

const installed = async ({ PATH }: Around) => {
  for (const name of NAMES) {
    const found = await onPath(name, PATH)
    if (found !== undefined) return found
  }
  return undefined
}

/** True when apt-get has done it. */
const install = ({ PATH }: Around) =>
  installByApt(['chromium'], 'Chromium', { PATH }).catch((error: unknown) => {
    throw new Error(NONE, { cause: error })
  })
