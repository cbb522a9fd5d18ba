import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Assignment } from '@griot/contracts/module-assignment'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type House, openHouse, ROOT } from './modules-house.ts'
import { listenIn, soundGoesOn } from './sound.ts'

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

// The watcher of `npm run dev` on a copy of the sources, with a page open while they are written.
describe('what is written', { timeout: 180_000 }, () => {
  let folder: string
  let house: House
  let watcher: ChildProcess
  let browser: Browser
  let page: Page
  let said = ''

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-dev-'))
    await copySources()
    const modulesDir = path.join(folder, 'modules')
    house = await openHouse({ modulesDir, shellDir: path.join(ROOT, 'shell/dist'), liveReload: true })
    watcher = fork(at('infra/start/watch-pages.ts'), [modulesDir, path.join(folder, 'built')], {
      execArgv: ['--import', at('packages/mfe-preset/typescript.mjs')],
      env: { ...process.env, NODE_ENV: 'development' },
    })
    watcher.on('message', ({ progress }: { progress: string }) => {
      said += `${progress}\n`
    })
    browser = await launchBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await listenIn(page)
  })
  afterAll(async () => {
    await browser?.close()
    if (watcher?.exitCode === null && watcher.kill()) await once(watcher, 'exit')
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is built and published at once, for the page that is opened then', async () => {
    for (const module of ['rewards', 'shell']) await expect.poll(() => said, PATIENT).toContain(`${module} is now`)
    await house.refresh()
    await page.goto(`${house.origin}/rewards`)
    await page.getByRole('heading', { name: 'Rewards and Achievements' }).waitFor()
    await page.evaluate(() => void new Audio('/api/stream').play())
    await soundGoesOn(page)
  })

  it('in a module comes into the open page, where its state and the sound go on', async () => {
    await write(
      SCREEN,
      (text) => `${text.replace('heading="', 'heading="New: ').replace('{user ? (', '<Counter />{user ? (')}${COUNTER}`,
    )
    await page.getByRole('heading', { name: 'New: Rewards' }).waitFor()
    const counter = page.getByRole('button', { name: 'pressed' })
    // The styles that the change needs have come with it.
    await expect.poll(() => counter.evaluate((one) => getComputedStyle(one).paddingLeft), PATIENT).toBe('37px')
    for (let press = 0; press < 3; press += 1) await counter.click()

    await write(SCREEN, (text) => text.replace('heading="New', 'heading="Newer'))
    await page.getByRole('heading', { name: 'Newer: Rewards' }).waitFor()

    expect(await counter.textContent()).toBe('pressed 3')
    await soundGoesOn(page)
  })

  it('in the shell comes into the same page, and takes nothing from the module in it', async () => {
    await write('shell/src/layout/sidebar.tsx', (text) => text.replace('<nav ', '<p>A new sidebar</p><nav '))
    await page.getByText('A new sidebar').waitFor({ state: 'attached' })

    expect(await page.getByRole('button', { name: 'pressed' }).textContent()).toBe('pressed 3')
    await soundGoesOn(page)
  })

  it('is told on the way, and does no harm, when it does not build', async () => {
    await write(SCREEN, (text) => text.replace('export function RewardsScreen() {', 'export function RewardsScreen( {'))
    await expect.poll(() => said, PATIENT).toContain('mfe-rewards: ')
    await write(SCREEN, (text) => text.replace('RewardsScreen( {', 'RewardsScreen() {').replace('"Newer', '"Newest'))
    await page.getByRole('heading', { name: 'Newest: Rewards' }).waitFor()

    expect(await page.getByRole('button', { name: 'pressed' }).textContent()).toBe('pressed 3')
    await soundGoesOn(page)
  })

  it('is shown by a link in the running product, as it is being written, and to nobody else', async () => {
    const { origin, dataDir } = runningProduct()
    const probe = at('mfe-probe')
    await cp(path.join(ROOT, 'shell/e2e/probe'), probe, { recursive: true, filter: (source) => !BUILT.test(source) })
    const made = spawn(
      process.execPath,
      ['--import', 'tsx', 'infra/scripts/run-command.ts', 'gateway', CREATE_TOKEN, 'probe'],
      {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const token = (await text(made.stdout)).trim()
    const command = spawn(process.execPath, [path.join(ROOT, 'packages/mfe-cli/mfe.mjs'), 'dev', probe], {
      env: { ...process.env, MFE_ORIGIN: origin, MFE_TOKEN: token, PROBE_BUILD: '7' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    command.stdout.on('data', (chunk) => {
      printed += chunk
    })
    try {
      await expect.poll(() => printed, PATIENT).toContain('/mfe/v1/override?with=')
      const link = /\/mfe\/v1\/override\?with=(\S+)/.exec(printed)?.[1]
      const versionSeen = async (cookie: string) => {
        const answer = await fetch(`${origin}/mfe/v1/assignment`, { headers: { cookie } })
        return ((await answer.json()) as Assignment).modules.probe?.version
      }
      const versionForMe = () => versionSeen(`griot_modules=${link}`)
      const first = await versionForMe()
      expect(printed).toContain(`probe is at ${first}`)
      expect(await versionSeen('')).not.toBe(first)

      await write('mfe-probe/src/more.tsx', (source) => `${source}\nconsole.info('written just now')\n`)
      await expect.poll(versionForMe, PATIENT).not.toBe(first)
      expect(printed).toContain(`probe is at ${await versionForMe()}`)
    } finally {
      const ended = once(command, 'close')
      command.kill('SIGTERM')
      await ended
    }
  })

  const PATIENT = { timeout: 120_000, interval: 100 }
  const at = (file: string) => path.join(folder, 'checkout', file)

  /** What the watcher reads, with one module for all of them. The packages themselves are the checkout's. */
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
