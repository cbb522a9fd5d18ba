import type { Pointer } from '@griot/contracts/module-pointer'
import { readBuild } from '@griot/module-registry/publish'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { captureAudio, expectPlaying } from './audio.ts'
import { closeContexts, launchBrowser } from './browser.ts'
import { type ProbeServer, startProbeServer } from './probe-server.ts'
import { firstPadding, lastShownAt, recordHeadings } from './recorded-headings.ts'
import { openReferenceSound } from './reference-sound.ts'

export const PANEL = 'The probe is unavailable.'

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

interface Test {
  probes: ProbeServer
  browser: Browser
  /** Shared, so that the shell is cached. */
  context: BrowserContext
  page: Page
  errors: string[]
  reference: Awaited<ReturnType<typeof openReferenceSound>>
}

/** Each test has its own page, and fails on errors outside the probe or if the sound was interrupted. */
export const prepareFaultTests = () => {
  const test = {} as Test
  const actions = createActions(test)

  beforeAll(async () => {
    test.probes = await startProbeServer()
    test.browser = await launchBrowser()
    test.context = await test.browser.newContext()
    test.reference = await openReferenceSound(test.browser)
  })
  afterAll(async () => {
    await closeContexts()
    await test.probes?.close()
  })
  beforeEach(async () => {
    await test.probes.reset()
    await openPage(test)
  })
  // After each fault the sound continues, the menu works, and the other modules run.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') await checkHarmless(test, actions.goTo)
    await test.page.close()
    if (test.page.context() !== test.context) await test.page.context().close()
  })

  /** With an empty cache. */
  const openFreshBrowser = async () => {
    await test.page.close()
    await openPage(test, await test.browser.newContext())
  }
  return {
    ...actions,
    ...createReleases(test, actions),
    openFreshBrowser,
    /** Installs a fake clock. It cannot be removed, so it gets its own browser context. */
    installClock: async () => {
      await openFreshBrowser()
      await test.page.clock.install()
    },
  }
}

export type FaultHarness = ReturnType<typeof prepareFaultTests>

const openPage = async (test: Test, context = test.context) => {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const errors: string[] = []
  // Errors of the probe are part of the test.
  page.on('pageerror', (error) => error.stack?.includes('/m/probe/') || errors.push(String(error)))
  await captureAudio(page)
  await page.addInitScript(shortenPauses)
  await page.addInitScript(recordHeadings)
  Object.assign(test, { page, errors })
}

const checkHarmless = async ({ page, errors, reference, probes }: Test, goTo: (place: string) => Promise<void>) => {
  expect(errors).toEqual([])
  const sound = await reference.compare(page)
  if (sound) {
    expect(sound.interruptions).toEqual([])
    expect(sound.behindSeconds).toBeLessThanOrEqual(MAX_BEHIND_SECONDS)
  }
  if (page.url().startsWith(probes.server.origin)) {
    await goTo('/points')
    await page.waitForURL('**/points')
  }
}

/** Actions of a user on the page, and checks of what the page shows and requests. */
const createActions = (test: Test) => {
  const page = () => test.page
  const server = () => test.probes.server

  /** Counts the tab's telemetry events. `pagehide` makes it send its batch. */
  const countReported = async (version: string, kind: string) => {
    await page().evaluate(() => dispatchEvent(new Event('pagehide')))
    return server().reported.filter((event) => event.version === version && event.kind === kind).length
  }
  return {
    server,
    page,
    text: (wanted: string) => page().getByText(wanted, { exact: false }).first().waitFor({ timeout: 60_000 }),
    follow: (name: string) => page().getByRole('link', { name, exact: true }).click(),
    press: (name: string) => page().getByRole('button', { name, exact: true }).click(),
    goTo: (place: string) => page().locator(`nav a[href="${place}"]:visible`).first().click(),
    /** Makes a build of the probe fail at one place. */
    fault: (build: string, at: string) =>
      page().addInitScript((probeFault) => Object.assign(globalThis, { probeFault }), { build, at }),
    hasReported: (version: string, kind: string, times = 1) =>
      expect.poll(() => countReported(version, kind)).toBeGreaterThanOrEqual(times),
    wasRequested: (place: RegExp) => server().requests.some((requested) => place.test(requested)),
    /** The padding of this heading when it was first shown. */
    paddingAtFirst: (heading: string) => firstPadding(page(), heading),
    padding: () =>
      page()
        .getByTestId('probe')
        .evaluate((element) => getComputedStyle(element).padding),
    /** Waits until twenty seconds of sound are buffered. */
    bufferAll: () =>
      page().waitForFunction(() => {
        const { sound } = globalThis as { sound?: HTMLAudioElement }
        return sound !== undefined && sound.buffered.length > 0 && sound.buffered.end(0) > sound.currentTime + 20
      }),
  }
}

/** Releases versions of the probe while the user listens. */
const createReleases = (test: Test, { text, press, follow }: ReturnType<typeof createActions>) => {
  const play = async (heading: string) => {
    await test.page.goto(`${test.probes.server.origin}/probe/7`, { waitUntil: 'commit' })
    await text(heading)
    await press('play')
    await expectPlaying(test.page, 0)
    await test.reference.begin(test.page)
  }
  /** Waits until the tab has loaded the changed assignment. */
  const untilNotified = async (change: () => Promise<unknown>) => {
    const response = test.page.waitForResponse((candidate) => candidate.url().includes('/mfe/v1/assignment'))
    await change()
    await (await response).finished()
    // After another round trip, the page has also read it.
    await test.page.evaluate(() => fetch('/healthz').then((other) => other.text()))
  }
  return {
    versions: () => test.probes.versions,
    dists: () => test.probes.dists,
    promoteVersion: (version: string) => test.probes.promoteVersion(version),
    withdraw: () => test.probes.withdraw(),
    block: (version: string) => test.probes.block(version),
    unblock: () => test.probes.unblock(),
    untilNotified,
    playOnFirst: () => play('Probe build 1'),
    playOnSecond: async () => {
      await test.probes.promoteVersion(test.probes.versions.second)
      await play('Probe build 2')
    },
    /** Releases the second version while the user listens, then opens another page of the module. */
    releaseSecond: async (version = test.probes.versions.second) => {
      await untilNotified(() => test.probes.promoteVersion(version))
      await follow('other')
    },
    /** Milliseconds from a change of the pointer until the page showed this heading. */
    shownAfter: async ({ at }: Pointer, heading: string) =>
      ((await lastShownAt(test.page, heading)) ?? Number.POSITIVE_INFINITY) - Date.parse(at),
  }
}

/** The chunk that the probe's page requests only on demand. */
export const lazyChunkOf = async (dist = '') => {
  const { files, preload } = await readBuild(dist)
  const isLazy = (name: string) => name !== 'remoteEntry.js' && !preload.default.includes(name)
  return Object.keys(files).find((name) => files[name]?.type === 'js' && isLazy(name)) ?? ''
}
