import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Pointer } from '@griot/contracts/module-pointer'
import { block, promote, rollBack, unblock } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { captureAudio, expectPlaying } from './audio.ts'
import { launchBrowser } from './browser.ts'
import { buildProbes, type ModuleServer, ROOT, startModuleServer } from './module-server.ts'
import { openReferenceSound } from './reference-sound.ts'

export const PANEL = 'The probe is unavailable.'
export const BY = 'the test'

/** Matches the path of a version's file: of the first attempt (0), of a later one, or of any. */
export const fileOf = (version: string, file: string, attempt: number | 'any' = 0) => {
  const suffix = { any: '(~\\d+)?', 0: '' }[attempt as 'any' | 0] ?? `~${attempt}`
  return new RegExp(`^/m/probe/${version.replaceAll('.', '\\.')}${suffix}/${file}$`)
}

export const ENTRY = 'remoteEntry\\.js'
export const CHUNK = '[0-9a-f]+\\.js'
export const STYLES = '.*\\.css'

/** Tolerated difference to the reference sound. */
const MAX_BEHIND_SECONDS = 0.5

/** Shortens the pauses between the loader's attempts to a tenth. */
const shortenPauses = () => {
  const { setTimeout } = globalThis
  const isPause = (ms = 0) => ms > 200 && ms < 1500
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) => setTimeout(run, isPause(ms) ? (ms ?? 0) / 10 : ms),
  })
}

type WithHeadings = typeof globalThis & { headings: { text: string; at: number; padding: string }[] }

/** Records in the page when each heading appeared, and its padding. A busy test would notice it much later. */
const recordHeadings = () => {
  const headings: WithHeadings['headings'] = []
  Object.assign(globalThis, { headings })
  new MutationObserver(() => {
    const heading = document.querySelector('main h1')
    const text = heading?.textContent ?? ''
    if (text === headings.at(-1)?.text) return
    const padding = heading?.parentElement ? getComputedStyle(heading.parentElement).padding : ''
    headings.push({ text, at: Date.now(), padding })
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

const withLastKnownGood = (pointer: Pointer, lkg: string): Pointer => {
  const { probe } = pointer.modules
  return probe ? { ...pointer, modules: { ...pointer.modules, probe: { ...probe, lkg } } } : pointer
}

/**
 * Serves the shell, two remotes of the product and two versions of a probe module, the first of which is current. Each test
 * has its own page, and fails on errors outside the probe or if the sound was interrupted.
 */
export const prepareFaultTests = () => {
  let folder: string
  let dists: string[]
  let browser: Browser
  let server: ModuleServer
  let first: string
  let second: string
  let context: BrowserContext
  let page: Page
  let errors: string[]
  let reference: Awaited<ReturnType<typeof openReferenceSound>>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-faults-'))
    dists = await buildProbes()
    server = await startModuleServer({
      modulesDir: path.join(folder, 'modules'),
      shellDir: path.join(ROOT, 'shell/dist'),
      uncached: /^\/m\//,
    })
    for (const name of ['listener', 'rewards']) await server.publish(path.join(ROOT, `mfe-${name}/dist`))
    for (const dist of dists) await server.publish(dist)
    const [one, other] = await Promise.all(dists.map((dist) => readBuild(dist)))
    if (!one || !other) throw new Error('the probe was not built twice')
    first = one.version
    second = other.version
    browser = await launchBrowser()
    // Shared, so that the shell is cached.
    context = await browser.newContext()
    reference = await openReferenceSound(browser)
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    server.reset()
    await unblockAll()
    await promoteVersion(first)
    page = await openPage(context)
  })

  // Whatever the fault: the sound continued, the menu works, and the other modules run.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') await checkHarmless()
    await page.close()
    if (page.context() !== context) await page.context().close()
  })

  const unblockAll = () =>
    server.changePointer((pointer) => unblock(withLastKnownGood(pointer, first), { by: BY, module: 'probe' }))

  const openPage = async (within: BrowserContext) => {
    const opened = await within.newPage()
    opened.setDefaultTimeout(60_000)
    errors = []
    // Errors of the probe are part of the test.
    opened.on('pageerror', (error) => error.stack?.includes('/m/probe/') || errors.push(String(error)))
    await captureAudio(opened)
    await opened.addInitScript(shortenPauses)
    await opened.addInitScript(recordHeadings)
    return opened
  }

  const checkHarmless = async () => {
    expect(errors).toEqual([])
    const sound = await reference.compare(page)
    if (sound) {
      expect(sound.interruptions).toEqual([])
      expect(sound.behindSeconds).toBeLessThanOrEqual(MAX_BEHIND_SECONDS)
    }
    if (page.url().startsWith(server.origin)) {
      await goTo('/points')
      await page.waitForURL('**/points')
    }
  }

  const goTo = (place: string) => page.locator(`nav a[href="${place}"]:visible`).first().click()
  const promoteVersion = (version: string) =>
    server.changePointer((pointer) => promote(pointer, { by: BY, module: 'probe', version }))

  const text = (wanted: string) => page.getByText(wanted, { exact: false }).first().waitFor({ timeout: 60_000 })
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  /** Waits until the tab has loaded the changed assignment. */
  const untilNotified = async (change: () => Promise<unknown>) => {
    const response = page.waitForResponse((candidate) => candidate.url().includes('/mfe/v1/assignment'))
    await change()
    await (await response).finished()
    // After another round trip, the page has also read it.
    await page.evaluate(() => fetch('/healthz').then((other) => other.text()))
  }

  const play = async (heading: string) => {
    await page.goto(`${server.origin}/probe/7`, { waitUntil: 'commit' })
    await text(heading)
    await press('play')
    await expectPlaying(page, 0)
    await reference.begin(page)
  }

  /** Counts the tab's telemetry events. `pagehide` makes it send its batch. */
  const countReported = async (version: string, kind: string) => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    return server.reported.filter((event) => event.version === version && event.kind === kind).length
  }

  return {
    server: () => server,
    page: () => page,
    /** With an empty cache. */
    openFreshBrowser: async () => {
      await page.close()
      page = await openPage(await browser.newContext())
    },
    /** Installs a fake clock. It cannot be removed, so it gets its own browser context. */
    installClock: async () => {
      await page.close()
      page = await openPage(await browser.newContext())
      await page.clock.install()
    },
    versions: () => ({ first, second }),
    /** The build folders of the two versions. */
    dists: () => dists,
    promoteVersion,
    text,
    follow,
    press,
    untilNotified,
    goTo,
    playOnFirst: () => play('Probe build 1'),
    playOnSecond: async () => {
      await promoteVersion(second)
      await play('Probe build 2')
    },
    /** Releases the second version while the user listens, then opens another page of the module. */
    releaseSecond: async (version = second) => {
      await untilNotified(() => promoteVersion(version))
      await follow('other')
    },
    withdraw: () => server.changePointer((pointer) => rollBack(pointer, { by: BY, module: 'probe' })),
    /** The last known good version cannot be blocked, so the current version becomes it first. */
    block: (version: string) =>
      server.changePointer((pointer) =>
        block(withLastKnownGood(pointer, second), { by: BY, module: 'probe', range: version }),
      ),
    unblock: unblockAll,
    /** Milliseconds from a change of the pointer until the page showed this heading. */
    shownAfter: async ({ at }: Pointer, heading: string) => {
      const shown = await page.evaluate(
        (wanted) => (globalThis as WithHeadings).headings.findLast(({ text }) => text === wanted)?.at,
        heading,
      )
      return (shown ?? Number.POSITIVE_INFINITY) - Date.parse(at)
    },
    /** Makes a build of the probe fail at one place. */
    fault: (build: string, at: string) =>
      page.addInitScript((probeFault) => Object.assign(globalThis, { probeFault }), { build, at }),
    hasReported: (version: string, kind: string, times = 1) =>
      expect.poll(() => countReported(version, kind)).toBeGreaterThanOrEqual(times),
    wasRequested: (place: RegExp) => server.requests.some((requested) => place.test(requested)),
    /** When this heading was first shown. */
    paddingAtFirst: (heading: string) =>
      page.evaluate(
        (wanted) => (globalThis as WithHeadings).headings.find(({ text }) => text === wanted)?.padding,
        heading,
      ),
    padding: () => page.getByTestId('probe').evaluate((element) => getComputedStyle(element).padding),
    /** Waits until twenty seconds of sound are buffered. */
    bufferAll: () =>
      page.waitForFunction(() => {
        const { sound } = globalThis as { sound?: HTMLAudioElement }
        return sound !== undefined && sound.buffered.length > 0 && sound.buffered.end(0) > sound.currentTime + 20
      }),
  }
}

/** The chunk that the probe's page requests only on demand. */
export const lazyChunkOf = async (dist = '') => {
  const { files, preload } = await readBuild(dist)
  const isLazy = (name: string) => name !== 'remoteEntry.js' && !preload.default.includes(name)
  return Object.keys(files).find((name) => files[name]?.type === 'js' && isLazy(name)) ?? ''
}
