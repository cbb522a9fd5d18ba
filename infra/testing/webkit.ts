import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../common/free-port.ts'
import type { OtherBrowser } from './other-browser.ts'

const DRIVER = 'WebKitWebDriver'
const SCREEN = 'Xvfb'
const PATIENCE_MS = 30_000

/** Debian has both: `apt-get install webkit2gtk-driver xvfb`. Without them, what needs a WebKit is left out. */
export const hasWebKit = [DRIVER, SCREEN].every((program) => spawnSync(program, ['-help']).error === undefined)

const BROWSER = 'webkitgtk:browserOptions'
const CAPABILITIES = {
  // It would wait for scripts that never come, before it went on to another page.
  pageLoadStrategy: 'none',
  [BROWSER]: { args: ['--automation', '--autoplay-policy=allow'] },
}

/** The machine's WebKit, on a screen that nobody sees. It is the engine of Safari, and not Safari itself. */
export const openWebKit = async (): Promise<OtherBrowser> => {
  const home = await mkdtemp(join(tmpdir(), 'griot-webkit-'))
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(createInterface(screen.stdio[3] as Readable), 'line')) as [string]
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  const call = callerOf(`http://127.0.0.1:${port}`)
  await until(async () => (await call('GET', '/status')) !== null)
  const asked = { capabilities: { alwaysMatch: CAPABILITIES } }
  const { sessionId } = (await call('POST', '/session', asked)) as { sessionId: string }
  const session = `/session/${sessionId}`
  const run = (script: string) => call('POST', `${session}/execute/sync`, { script, args: [] })
  return {
    goto: async (url) => {
      await call('POST', `${session}/url`, { url })
      // It may say that it is there while the page before still answers.
      const { origin } = new URL(url)
      await until(async () => new URL(String(await run('return location.href'))).origin === origin)
    },
    // Asked for and then fetched: a callback would be waited for for ever if the page changed meanwhile.
    evaluate: async (expression) => {
      await run(`
        const answer = {}
        globalThis.answer = answer
        const told = (value) => { answer.json = JSON.stringify(value ?? null) }
        void (async () => (${expression}))().then(told, (error) => told(String(error)))`)
      let answer: { json?: string } | null = {}
      await until(async () => {
        answer = (await run('return globalThis.answer ?? null')) as typeof answer
        return answer === null || answer.json !== undefined
      })
      if (answer === null) throw new Error(`The page went away while it was asked ${expression}`)
      return JSON.parse((answer as { json?: string }).json ?? 'null')
    },
    close: async () => {
      await call('DELETE', session).catch(() => {})
      await end(driver)
      await end(screen)
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const callerOf =
  (origin: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(origin + path, {
      ...{ method, signal: AbortSignal.timeout(PATIENCE_MS) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await response.json()) as { value: { message?: string } | null }
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.message}`)
    return value
  }

/** Asks again and again; what could not be asked counts as no. */
const until = async (isSo: () => Promise<boolean>) => {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await setTimeout(20)) {
    if (await isSo().catch(() => false)) return
  }
  throw new Error('WebKit’s driver does not answer.')
}

const end = async (child: ChildProcess) => {
  const ended = once(child, 'exit')
  if (child.kill()) await ended
}
