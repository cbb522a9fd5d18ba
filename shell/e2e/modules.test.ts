import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ModuleDocument } from '@griot/contracts/modules'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { build, buildAll, type House, openHouse, ROOT } from './modules-house.ts'

const ENTRY = /^\/m\/probe\/.*remoteEntry\.js$/
const FIRST_ENTRY = /^\/m\/probe\/[^~]*\/remoteEntry\.js$/
const CHUNK = /^\/m\/probe\/.*\/[0-9a-f]+\.js$/
const FIRST_CHUNK = /^\/m\/probe\/[^~]*\/[0-9a-f]+\.js$/
const FIRST_STYLES = /^\/m\/probe\/[^~]*\.css$/

const SEAM_IS_BROKEN = /Content Security Policy|Invalid hook call|<Router>|QueryClient set|TypeError|failed \(/

describe('modules in the browser', () => {
  let folder: string
  let browser: Browser
  /** Holds the three remotes and the first build of the probe. */
  let house: House
  /** Holds the second build of the probe; the first is its last known good. */
  let houseWithPast: House
  // What the running product was started from is built.
  const shellDir = path.join(ROOT, 'shell/dist')
  const remotes = ['listener', 'rewards', 'studio'].map((name) => path.join(ROOT, `mfe-${name}/dist`))
  let probes: string[]
  let context: BrowserContext
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-modules-'))
    const into = (name: string) => path.join(folder, name)
    probes = await buildAll(['1', '2'].map((id) => build('shell/e2e/probe', into(`probe-${id}`), { PROBE_BUILD: id })))
    house = await openHouse({ modulesDir: into('modules'), shellDir })
    houseWithPast = await openHouse({ modulesDir: into('modules-with-past'), shellDir })
    for (const dist of remotes) await house.publish(dist)
    const [first = '', second = ''] = probes
    await house.publish(first)
    await houseWithPast.publish(first)
    await houseWithPast.publish(second)
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    house?.close()
    houseWithPast?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    house.heal()
    houseWithPast.heal()
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

    // What comes behind the page, such as the player's bar, is nothing that the page waits for.
    const scripts = await page.evaluate(() => {
      const shown = performance.getEntriesByType('mark').find(({ name }) => name.startsWith('mfe:probe:version:'))
      const asked = performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (shown?.startTime ?? 0))
      return asked.map(({ name }) => new URL(name).pathname).filter((place) => place.endsWith('.js'))
    })
    expect(scripts.some((script) => ENTRY.test(script))).toBe(true)
    expect(scripts.filter((script) => !html.includes(script))).toEqual([])
    expect(scripts.length).toBeLessThanOrEqual(9)
  })

  it('costs one panel when the entry is down, and Retry brings it back', async () => {
    house.break(ENTRY, 'reset')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text('The probe is unavailable.')

    await goTo('/discover')
    await page.waitForURL('**/discover')
    await page.goBack()
    await text('The probe is unavailable.')

    house.heal()
    await page.getByRole('button', { name: 'Retry' }).click()
    await text('everything is shared')
  })

  it('goes around an entry that hangs, by another address', async () => {
    house.break(FIRST_ENTRY, 'hang')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })

    await text('Still loading Probe…')
    await text('everything is shared')
    expect(house.requests.some((asked) => asked.includes('~1/remoteEntry.js'))).toBe(true)
  })

  it.each([
    ['a chunk that hangs', FIRST_CHUNK, 'hang'],
    ['styles that are missing', FIRST_STYLES, 'not-found'],
  ] as const)('goes around %s', async (_, place, kind) => {
    house.break(place, kind)
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })

    await text('everything is shared')
    expect(await page.getByTestId('probe').evaluate((element) => getComputedStyle(element).padding)).toBe('16px')
  })

  it('goes back to the last known good version when the new one throws while it is evaluated', async () => {
    await fault('2', 'evaluate')
    await page.goto(`${houseWithPast.origin}/probe/7`, { waitUntil: 'commit' })

    await text('Probe build 1')
    await text('everything is shared')
  })

  it('shows the panel when there is no version to go back to', async () => {
    await fault('1', 'evaluate')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text('The probe is unavailable.')

    await page.getByRole('button', { name: 'Retry' }).click()
    await text('The probe is unavailable.')
  })

  it('goes back when setup throws', async () => {
    await fault('2', 'setup')
    await page.goto(`${houseWithPast.origin}/probe/7`, { waitUntil: 'commit' })

    await text('Probe build 1')
  })

  it('keeps a crash while rendering to its own page', async () => {
    await fault('1', 'render')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text('The probe is unavailable.')

    await page.getByRole('link', { name: 'Go elsewhere' }).click()
    await text('Other probe, build 1')
    await goTo('/points')
    await page.waitForURL('**/points')
    expect(await page.locator('#player').count()).toBe(1)
  })

  it('goes back when the new version keeps crashing', async () => {
    await fault('2', 'render')
    await page.goto(`${houseWithPast.origin}/probe/7`, { waitUntil: 'commit' })

    await text('Probe build 1')
  })

  it.each([
    ['entry', ENTRY],
    ['chunk', CHUNK],
    ['styles', /^\/m\/probe\/.*\.css$/],
  ])('refuses a tampered %s', async (_, place) => {
    house.break(place, 'tamper')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })

    await text('The probe is unavailable.')
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false)
    expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('9px')
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

  it('takes a new version in when its page is next opened, without loading the page again', async () => {
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text('Probe build 1')
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    const isTold = page.waitForResponse((response) => response.url().includes('/mfe/v1/assignment'))

    await house.publish(probes[1] ?? '')
    await (await isTold).finished()

    await text('Probe build 1')
    await page.getByRole('link', { name: 'other' }).click()
    await text('Other probe, build 2')
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  })

  it('keeps to the budgets: 130 kB of scripts before the first paint, 15 kB for an entry', async () => {
    const html = await readFile(path.join(shellDir, 'index.html'), 'utf8')
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, script = '']) => script)
    const sizes = await Promise.all(
      scripts.map(async (script) => gzipSync(await readFile(path.join(shellDir, script))).length),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(130_000)

    for (const dist of remotes) {
      const { entry, files } = await documentOf(dist)
      expect(files[entry]?.gz).toBeLessThanOrEqual(15_000)
    }
  })

  it('gives the same sources the same version, and other sources a container of their own', async () => {
    const again = await build('shell/e2e/probe', path.join(folder, 'again'), { PROBE_BUILD: '1' })
    const [first, second] = await Promise.all(probes.map(documentOf))

    expect(await documentOf(again)).toEqual(first)
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

  const text = (wanted: string) => page.getByText(wanted, { exact: false }).first().waitFor({ timeout: 15_000 })

  const fault = (buildId: string, at: string) =>
    page.addInitScript((probeFault) => Object.assign(globalThis, { probeFault }), { build: buildId, at })
})
