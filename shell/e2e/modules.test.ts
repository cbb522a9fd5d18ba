import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ModuleDocument } from '@griot/contracts/modules'
import { scopeStyles } from '@griot/mfe-preset/scope-styles'
import type { ModuleFederation } from '@module-federation/enhanced/runtime'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import postcss from 'postcss'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from './axe.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { copyCheckout } from './copy-checkout.ts'
import { build, buildProbes, type ModuleServer, ROOT, SECTIONS, startModuleServer, withSlots } from './module-server.ts'
import { startOtherHost } from './other-host.ts'

const ENTRY = /^\/m\/probe\/.*remoteEntry\.js$/

const REMOTES = ['mfe-listener', 'mfe-rewards', 'mfe-studio']

const SHARING_ERROR = /Content Security Policy|Invalid hook call|<Router>|QueryClient set|TypeError|failed \(/

// Modules without faults. The module-*.test.ts files test faults.
describe('modules in the browser', () => {
  let folder: string
  let browser: Browser
  /** Holds the three remotes and the first build of the probe. */
  let server: ModuleServer
  const shellDir = path.join(ROOT, 'shell/dist')
  const remotes = REMOTES.map((workspace) => path.join(ROOT, workspace, 'dist'))
  let probes: string[]
  let context: BrowserContext
  let page: Page
  let errors: string[]

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-modules-'))
    probes = await buildProbes()
    server = await startModuleServer({ modulesDir: path.join(folder, 'modules'), shellDir })
    for (const dist of [...remotes, probes[0] ?? '']) await server.publish(dist)
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await closeContexts()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    server.reset()
    context = await browser.newContext()
    page = await context.newPage()
    errors = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
  })

  afterEach(() => context.close())

  it('run in one page with one React, one router and one query client', async () => {
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
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

    // The screens report that this server has no API.
    expect(errors.filter((complaint) => SHARING_ERROR.test(complaint))).toEqual([])
    for (const name of ['listener', 'rewards', 'studio']) {
      expect(server.requests.filter((requested) => requested.startsWith(`/m/${name}/`))).not.toEqual([])
    }
    // A preload that differs from the real request would be fetched twice.
    const files = server.requests.filter((requested) => /^\/(m|assets)\//.test(requested))
    expect(files).toEqual([...new Set(files)])
  })

  it('get every export of the shared libraries', async () => {
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
    await text('everything is shared')
    await page.getByRole('button', { name: 'exports' }).click()
    const answer = (await page.getByText('answer: {').textContent())?.replace('answer: ', '') ?? '{}'
    const imported = JSON.parse(answer) as Record<string, string[]>
    const shared = await page.evaluate(async (libraries) => {
      const { __FEDERATION__ } = globalThis as unknown as { __FEDERATION__: { __INSTANCES__: ModuleFederation[] } }
      const keysOf = async (library: string) => {
        const factory = await __FEDERATION__.__INSTANCES__[0]?.loadShare<object>(library)
        return [library, Object.keys(factory ? (factory() ?? {}) : {})] as const
      }
      return Object.fromEntries(await Promise.all(libraries.map(keysOf)))
    }, Object.keys(imported))

    // Interoperability adds it.
    const named = (names: readonly string[] = []) => names.filter((name) => name !== 'default').sort()
    for (const [library, names] of Object.entries(imported)) {
      expect([library, named(names)]).toEqual([library, named(shared[library])])
      expect(names.length).toBeGreaterThan(2)
    }
    expect(named(imported['@tanstack/react-query'])).toEqual(named(Object.keys(await import('@tanstack/react-query'))))
    const router = Object.keys(await import('react-router-dom'))
    expect(named(router).filter((name) => !imported['react-router-dom']?.includes(name))).toEqual([])
  })

  it('appear in the list of the federation runtime', async () => {
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
    await text('everything is shared')
    const found = await page.evaluate(() => {
      const { __FEDERATION__ } = globalThis as unknown as {
        __FEDERATION__: { __INSTANCES__: ModuleFederation[]; moduleInfo: object }
      }
      const [shell] = __FEDERATION__.__INSTANCES__
      return {
        instances: __FEDERATION__.__INSTANCES__.map(({ name }) => name),
        remotes: shell?.options.remotes.map(({ name }) => name),
        shared: Object.keys(shell?.options.shared ?? {}),
        info: Object.keys(__FEDERATION__.moduleInfo),
      }
    })
    const probe = expect.stringMatching(/^mfe_probe_/)
    expect(found).toMatchObject({
      instances: ['griot_shell', probe],
      remotes: expect.arrayContaining([probe]),
      info: [],
    })
    expect(found.shared).toContain('react-router-dom')
  })

  it('render their pages in a host of another origin, by manifest and by entry', async () => {
    const host = await startOtherHost()
    try {
      const { module, version } = await documentOf(remotes[0] ?? '')
      const folder = `${server.origin}/m/${module}/${version}`
      for (const entry of ['mf-manifest.json', 'remoteEntry.js']) {
        await page.goto(`${host.origin}/?page=listener.discover&entry=${folder}/${entry}`)
        await page.getByRole('heading', { name: 'Discover', level: 1 }).waitFor()
        await text('A show of another host')
      }
    } finally {
      host.close()
    }
    expect(errors).toEqual([])
  })

  it('are preloaded by the page', async () => {
    // Otherwise a script would load the landing page.
    await page.addInitScript(() => localStorage.setItem('griot:signed-in', 'true'))
    const html = await (await fetch(`${server.origin}/probe/7`, { headers: { accept: 'text/html' } })).text()
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
    await text('everything is shared')

    // The player and the toasts load when the page is idle.
    const scripts = await page.evaluate(() => {
      const shown = performance.getEntriesByType('mark').find(({ name }) => name.startsWith('mfe:probe:version:'))
      const requested = performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (shown?.startTime ?? 0))
      return requested
        .map(({ name }) => new URL(name).pathname)
        .filter((place) => /(?<!(player|after-paint)[^/]*)\.js$/.test(place))
    })
    expect(scripts.some((script) => ENTRY.test(script))).toBe(true)
    expect(scripts.filter((script) => !html.includes(script))).toEqual([])
    expect(scripts.length).toBeLessThanOrEqual(9)
  })

  it('fill slots on request', async () => {
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'tip' }).click()
    await page.getByRole('dialog').waitFor()
  })

  it('show a message when the module of a slot does not load', async () => {
    server.addFault(/^\/m\/rewards\//, 'reset')
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'tip' }).click()
    await text('Tipping is unavailable right now.')
    await text('everything is shared')
  })

  describe('with a probe that fills slots', () => {
    beforeAll(async () => {
      await server.publish(await withSlots(probes[1] ?? '', SECTIONS, path.join(folder, 'sections')))
      await server.refresh()
    })

    /** Opens Home in a low window and scrolls to the section of the probe. */
    const openSection = async () => {
      await page.setViewportSize({ width: 1280, height: 300 })
      await page.goto(`${server.origin}/`, { waitUntil: 'commit' })
      await text('We could not load more podcasts')
      const early = server.requests.filter((requested) => ENTRY.test(requested))
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const section = page.getByRole('region', { name: 'Probes for You' })
      await section.getByText('Section of build 2').waitFor()
      return early
    }
    const spacing = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).letterSpacing)

    it('load a section when it comes near', async () => {
      expect(await openSection()).toEqual([])
    })

    it('apply their styles to their own section only', async () => {
      await openSection()
      expect(await spacing('[data-slot] nav a')).toBe('3px')
      expect(await spacing('nav a')).not.toBe('3px')
    })

    it('do not apply the styles of a page to the sections in it', async () => {
      await openSection()
      const { css } = await postcss([scopeStyles('listener')]).process('a { letter-spacing: 5px }', { from: undefined })
      await page.evaluate((rule) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rule)
        document.adoptedStyleSheets.push(sheet)
      }, css)
      expect(await spacing('[data-slot] nav a')).toBe('3px')
      expect(await spacing('main section a:not([data-slot] a)')).toBe('5px')
    })

    it('show settings of another framework', async () => {
      await page.goto(`${server.origin}/account`, { waitUntil: 'commit' })
      await page.waitForFunction(() => {
        scrollTo(0, document.body.scrollHeight)
        return document.querySelector('[data-shown]') !== null
      })
      await page.getByRole('region', { name: 'Probe Settings' }).getByText('Settings of build 2').waitFor()
    })

    it('add results to a search, and no heading without results', async () => {
      await page.goto(`${server.origin}/discover?q=word`, { waitUntil: 'commit' })
      await page.locator('[data-slot="listener.search"][data-shown]').waitFor({ state: 'attached' })
      const heading = page.getByRole('heading', { name: 'Probes Found' })
      expect(await heading.isVisible()).toBe(false)
      await page.getByLabel('Search podcasts').fill('probe')
      await text('Found by build 2')
      expect(await heading.isVisible()).toBe(true)
      expect(await axeViolations(page)).toEqual([])
    })
  })

  it('stay within the budgets: 130 kB of scripts for a visitor, 15 kB for an entry', async () => {
    const html = await readFile(path.join(shellDir, 'index.html'), 'utf8')
    // The first paint does not wait for async scripts.
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

  // The document contains the hash of every file.
  it('are built reproducibly in any folder, and other sources get another container', async () => {
    const elsewhere = await copyCheckout(folder)
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

  it('do not build with a second copy of a shared library', async () => {
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
