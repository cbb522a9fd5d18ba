import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ModuleDocument } from '@griot/contracts/modules'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { build, builtProbes, type House, openHouse, ROOT } from './modules-house.ts'
import { otherCheckout } from './other-checkout.ts'

const ENTRY = /^\/m\/probe\/.*remoteEntry\.js$/

const REMOTES = ['mfe-listener', 'mfe-rewards', 'mfe-studio']

const SEAM_IS_BROKEN = /Content Security Policy|Invalid hook call|<Router>|QueryClient set|TypeError|failed \(/

// How modules come into the page when all is well. What happens when it is not is drilled beside this.
describe('modules in the browser', () => {
  let folder: string
  let browser: Browser
  /** Holds the three remotes and the first build of the probe. */
  let house: House
  // What the running product was started from is built.
  const shellDir = path.join(ROOT, 'shell/dist')
  const remotes = REMOTES.map((workspace) => path.join(ROOT, workspace, 'dist'))
  let probes: string[]
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-modules-'))
    probes = await builtProbes()
    house = await openHouse({ modulesDir: path.join(folder, 'modules'), shellDir })
    for (const dist of [...remotes, probes[0] ?? '']) await house.publish(dist)
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    house.heal()
    context = await browser.newContext()
    page = await context.newPage()
    complaints = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
  })

  afterEach(() => context.close())

  it('brings three remotes into one page with one React, one router and one query client', async () => {
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text('everything is shared')
    await text('id 7')
    await page.getByRole('button', { name: 'pressed 0' }).click()
    await text('pressed 1')
    expect(await page.getByTestId('probe').evaluate((element) => getComputedStyle(element).padding)).toBe('16px')

    for (const place of ['/discover', '/points', '/upload']) {
      const shown = (await page.locator('main h1').textContent()) ?? ''
      await goTo(place)
      await page.locator('main h1', { hasNotText: shown }).waitFor()
    }

    // The screens complain that this house has no API; nothing else may be wrong.
    expect(complaints.filter((complaint) => SEAM_IS_BROKEN.test(complaint))).toEqual([])
    for (const name of ['listener', 'rewards', 'studio']) {
      expect(house.requests.filter((asked) => asked.startsWith(`/m/${name}/`))).not.toEqual([])
    }
    // A preload that differs from the real request would be fetched twice.
    const files = house.requests.filter((asked) => /^\/(m|assets)\//.test(asked))
    expect(files).toEqual([...new Set(files)])
  })

  it('asks for everything a page needs before any script asks for it', async () => {
    // Who was signed in the last time is not shown the landing page, which would be asked for by a script.
    await page.addInitScript(() => localStorage.setItem('griot:signed-in', 'true'))
    const html = await (await fetch(`${house.origin}/probe/7`, { headers: { accept: 'text/html' } })).text()
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text('everything is shared')

    // What comes behind the page, the player and its bar, is nothing that the page waits for.
    const scripts = await page.evaluate(() => {
      const shown = performance.getEntriesByType('mark').find(({ name }) => name.startsWith('mfe:probe:version:'))
      const asked = performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (shown?.startTime ?? 0))
      return asked.map(({ name }) => new URL(name).pathname).filter((place) => /(?<!player[^/]*)\.js$/.test(place))
    })
    expect(scripts.some((script) => ENTRY.test(script))).toBe(true)
    expect(scripts.filter((script) => !html.includes(script))).toEqual([])
    expect(scripts.length).toBeLessThanOrEqual(9)
  })

  it('opens a slot for whoever asks', async () => {
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'tip' }).click()
    await page.getByRole('dialog').waitFor()
  })

  it('says so when the module of a slot is down', async () => {
    house.break(/^\/m\/rewards\//, 'reset')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'tip' }).click()
    await text('Tipping is unavailable right now.')
    await text('everything is shared')
  })

  it('keeps to the budgets: 130 kB of scripts before the first paint, 15 kB for an entry', async () => {
    const html = await readFile(path.join(shellDir, 'index.html'), 'utf8')
    // What is async, the first paint does not wait for; the build has a budget for it.
    const scripts = [...html.matchAll(/<script defer[^>]* src="([^"]+)"/g)].map(([, script = '']) => script)
    const sizes = await Promise.all(
      scripts.map(async (script) => gzipSync(await readFile(path.join(shellDir, script))).length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(130_000)

    for (const dist of remotes) {
      const { entry, files } = await documentOf(dist)
      expect(files[entry]?.gz).toBeLessThanOrEqual(15_000)
    }
  })

  // A document names every file with its hash.
  it('gives the same sources the same files in whichever folder, and other sources a container of their own', async () => {
    const elsewhere = await otherCheckout(folder)
    const again = await build('shell/e2e/probe', path.join(folder, 'again'), { PROBE_BUILD: '1' }, elsewhere)
    const [first, second] = await Promise.all(probes.map(documentOf))

    expect(await documentOf(again)).toEqual(first)
    for (const workspace of process.env.LONG_DRILLS ? ['shell', ...REMOTES] : []) {
      const built = await build(workspace, path.join(folder, workspace), {}, elsewhere)
      expect(await documentOf(built)).toEqual(await documentOf(path.join(ROOT, workspace, 'dist')))
    }
    expect(second?.version).not.toBe(first?.version)
    expect(second?.container).not.toBe(first?.container)
  })

  it('refuses to build a remote that brings a second copy of what the shell owns', async () => {
    const building = build('shell/e2e/probe', path.join(folder, 'copy'), {
      PROBE_BUILD: '1',
      PROBE_BUNDLES: 'react-router',
    })

    await expect(building).rejects.toThrow('react-router is bundled')
  })

  const documentOf = async (dist: string) =>
    JSON.parse(await readFile(path.join(dist, 'module.json'), 'utf8')) as ModuleDocument

  const goTo = (place: string) => page.locator(`nav a[href="${place}"]:visible`).first().click()

  const text = (wanted: string) => page.getByText(wanted, { exact: false }).first().waitFor({ timeout: 60_000 })
})
