import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'undici'
import type { OtherBrowser } from './other-browser.ts'

const PROGRAM = 'firefox-esr'
/** Without it, what needs a Firefox is left out. */
export const hasFirefox = spawnSync(PROGRAM, ['--version']).status === 0

const PREFERENCES = [
  // Plays as if somebody had pressed something.
  ['media.autoplay.default', 0],
  ['media.autoplay.blocking_policy', 0],
  ['app.update.enabled', false],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['toolkit.telemetry.reportingpolicy.firstRun', false],
] as const

interface Message {
  id?: number
  result?: unknown
  message?: string
}

/** The machine's Firefox, without a window, by its own protocol: the library that drives Chromium wants a Firefox of its own. */
export const openFirefox = async (): Promise<OtherBrowser> => {
  const profile = await mkdtemp(join(tmpdir(), 'griot-firefox-'))
  const lines = PREFERENCES.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn(PROGRAM, flags, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'close')
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    void gone.then(() => reject(new Error('Firefox did not start.')))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))

  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  let asked = 0
  const call = async (method: string, params: object) => {
    asked += 1
    const id = asked
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, message } = await answered
    waiting.delete(id)
    if (result === undefined) throw new Error(`${method}: ${message}`)
    return result
  }

  await call('session.new', { capabilities: {} })
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context ?? ''
  return {
    goto: async (url) => {
      await call('browsingContext.navigate', { context, url, wait: 'interactive' })
    },
    evaluate: async (expression) => {
      const { result } = (await call('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      })) as { result?: { value?: string } }
      return JSON.parse(result?.value ?? 'null')
    },
    close: async () => {
      socket.close()
      child.kill()
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
