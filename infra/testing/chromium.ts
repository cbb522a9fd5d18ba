import { isRunnable, onPath } from '@griot/service-kit/files/find-program'
import { installByApt } from './apt.ts'

/** Chromium without a window: its pages take a third less CPU. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const NONE = 'The browser tests need Chromium: install Chromium or Google Chrome, or set CHROMIUM_PATH.'

interface Environment {
  CHROMIUM_PATH?: string | undefined
  PATH?: string | undefined
}

/** CHROMIUM_PATH, or the one on the PATH. Installs Chromium with apt if there is none. */
export const findChromium = async (env: Environment = process.env): Promise<string> => {
  if (env.CHROMIUM_PATH) {
    if (await isRunnable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`Chromium cannot be run at ${env.CHROMIUM_PATH}: set CHROMIUM_PATH to one that can.`)
  }
  const found = (await installed(env)) ?? ((await install(env)) ? await installed(env) : undefined)
  if (found === undefined) throw new Error(NONE)
  return found
}

const installed = async ({ PATH }: Environment) => {
  for (const name of NAMES) {
    const found = await onPath(name, PATH)
    if (found !== undefined) return found
  }
  return undefined
}

const install = ({ PATH }: Environment) =>
  installByApt([SHELL], 'Chromium', { PATH })
    // Debian has it, other distributions may not.
    .catch(() => installByApt(['chromium'], 'Chromium', { PATH }))
    .catch((error: unknown) => {
      throw new Error(NONE, { cause: error })
    })
