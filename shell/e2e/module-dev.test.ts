import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Assignment } from '@griot/contracts/module-assignment'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { type ModuleServer, ROOT, startModuleServer } from './module-server.ts'

const BUILT = /[\\/](node_modules|dist|\.tsbuild|e2e|mono)$/
const CREATE_TOKEN = 'gateway/src/commands/create-module-token.ts'
const SCREEN = 'mfe-rewards/src/rewards/rewards-screen.tsx'
const COUNTER = `
import { useState } from 'react'
function Counter() {
  const [count, setCount] = useState(0)
  return <button className="rewards:pl-[37px]" onClick={() => setCount(count + 1)}>pressed {count}</button>
}
`

// Runs the watcher of `npm run dev` on a copy of the sources, with an open page.
describe('a changed source', { timeout: 180_000 }, () => {
  let folder: string
  let server: ModuleServer
  let watcher: ChildProcess
  let page: Page
  let progress = ''

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-dev-'))
    await copySources()
    const modulesDir = path.join(folder, 'modules')
    server = await startModuleServer({ modulesDir, shellDir: path.join(ROOT, 'shell/dist'), liveReload: true })
    watcher = fork(at('infra/start/watch-pages.ts'), [modulesDir, path.join(folder, 'built')], {
      execArgv: ['--import', at('packages/mfe-preset/typescript.mjs')],
      env: { ...process.env, NODE_ENV: 'development' },
    })
    watcher.on('message', (message: { progress: string }) => {
      progress += `${message.progress}\n`
    })
    const browser = await launchBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await captureAudio(page)
  })
  afterAll(async () => {
    await closeContexts()
    if (watcher?.exitCode === null && watcher.kill()) await once(watcher, 'exit')
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is built and published for the next page', async () => {
    for (const module of ['rewards', 'shell'])
      await expect.poll(() => progress, LONG_TIMEOUT).toContain(`${module} is now`)
    await server.refresh()
    await page.goto(`${server.origin}/rewards`)
    await page.getByRole('heading', { name: 'Rewards and Achievements' }).waitFor()
    await page.evaluate(() => void new Audio('/api/stream').play())
    await expectPlaying(page)
  })

  it('of a module is replaced in the open page, keeping its state and the sound', async () => {
    await write(
      SCREEN,
      (text) => `${text.replace('heading="', 'heading="New: ').replace('<SignedIn', '<Counter /><SignedIn')}${COUNTER}`,
    )
    await page.getByRole('heading', { name: 'New: Rewards' }).waitFor()
    const counter = page.getByRole('button', { name: 'pressed' })
    // The styles are replaced, too.
    await expect.poll(() => counter.evaluate((one) => getComputedStyle(one).paddingLeft), LONG_TIMEOUT).toBe('37px')
    for (let press = 0; press < 3; press += 1) await counter.click()

    await write(SCREEN, (text) => text.replace('heading="New', 'heading="Newer'))
    await page.getByRole('heading', { name: 'Newer: Rewards' }).waitFor()

    expect(await counter.textContent()).toBe('pressed 3')
    await expectPlaying(page)
  })

  it('of the shell is replaced in the open page, keeping the state of the module', async () => {
    await write('shell/src/layout/sidebar.tsx', (text) => text.replace('<nav ', '<p>A new sidebar</p><nav '))
    await page.getByText('A new sidebar').waitFor({ state: 'attached' })

    expect(await page.getByRole('button', { name: 'pressed' }).textContent()).toBe('pressed 3')
    await expectPlaying(page)
  })

  it('that does not build is reported, and changes nothing', async () => {
    await write(SCREEN, (text) => text.replace('export function RewardsScreen() {', 'export function RewardsScreen( {'))
    await expect.poll(() => progress, LONG_TIMEOUT).toContain('mfe-rewards: ')
    await write(SCREEN, (text) => text.replace('RewardsScreen( {', 'RewardsScreen() {').replace('"Newer', '"Newest'))
    await page.getByRole('heading', { name: 'Newest: Rewards' }).waitFor()

    expect(await page.getByRole('button', { name: 'pressed' }).textContent()).toBe('pressed 3')
    await expectPlaying(page)
  })

  it('is shown by an override link in the running product, to that browser only', async () => {
    const { origin, dataDir } = runningProduct()
    const probe = at('mfe-probe')
    await cp(path.join(ROOT, 'shell/e2e/probe'), probe, { recursive: true, filter: (source) => !BUILT.test(source) })
    const tokenCommand = spawn(
      process.execPath,
      ['--import', 'tsx', 'infra/scripts/run-command.ts', 'gateway', CREATE_TOKEN, 'probe'],
      {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const token = (await text(tokenCommand.stdout)).trim()
    const command = spawn(process.execPath, [path.join(ROOT, 'packages/mfe-cli/mfe.mjs'), 'dev', probe], {
      env: { ...process.env, MFE_ORIGIN: origin, MFE_TOKEN: token, PROBE_BUILD: '7' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    command.stdout.on('data', (chunk) => {
      printed += chunk
    })
    try {
      await expect.poll(() => printed, LONG_TIMEOUT).toContain('/mfe/v1/override?with=')
      const link = /\/mfe\/v1\/override\?with=(\S+)/.exec(printed)?.[1]
      const versionWith = async (cookie: string) => {
        const response = await fetch(`${origin}/mfe/v1/assignment`, { headers: { cookie } })
        return ((await response.json()) as Assignment).modules.probe?.version
      }
      const versionForMe = () => versionWith(`griot_modules=${link}`)
      const first = await versionForMe()
      expect(printed).toContain(`probe is at ${first}`)
      expect(await versionWith('')).not.toBe(first)

      await write('mfe-probe/src/more.tsx', (source) => `${source}\nconsole.info('changed')\n`)
      await expect.poll(versionForMe, LONG_TIMEOUT).not.toBe(first)
      expect(printed).toContain(`probe is at ${await versionForMe()}`)
    } finally {
      const ended = once(command, 'close')
      command.kill('SIGTERM')
      await ended
    }
  })

  const LONG_TIMEOUT = { timeout: 120_000, interval: 100 }
  const at = (file: string) => path.join(folder, 'checkout', file)

  /** Copies what the watcher reads, with one module. The dependencies are those of the checkout. */
  const copySources = async () => {
    for (const part of [
      'shell',
      'mfe-rewards',
      'packages',
      'infra',
      'package.json',
      'tsconfig.base.json',
      'tsconfig.browser.json',
    ]) {
      await cp(path.join(ROOT, part), at(part), { recursive: true, filter: (source) => !BUILT.test(source) })
    }
    await mkdir(at('services'))
    await symlink(path.join(ROOT, 'node_modules'), at('node_modules'))
  }

  const write = async (file: string, change: (text: string) => string) => {
    const text = await readFile(at(file), 'utf8')
    await writeFile(at(file), change(text))
  }
})
