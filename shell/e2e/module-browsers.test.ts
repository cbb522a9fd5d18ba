import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promote, rollBack } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import { ApiClient } from '@griot/service-kit/testing/api-client'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OTHER_BROWSERS, type OtherBrowser } from '../../infra/testing/other-browsers.ts'
import { CHUNK, ENTRY, fileOf, STYLES } from './fault-harness.ts'
import { publishPodcast } from './fixtures.ts'
import { buildProbes, type FaultKind, type ModuleServer, ROOT, startModuleServer } from './module-server.ts'
import { BY } from './probe-server.ts'
import { recordMp3 } from './recording.ts'
import { createUserActions, LONG_TIMEOUT } from './user-actions.ts'

type OpenBrowser = (typeof OTHER_BROWSERS)[number]['open']

/** Skips browsers that are not installed. */
const inEach = (title: string, tests: (browser: { name: string; open: OpenBrowser }) => void) => {
  for (const { isInstalled, ...browser } of OTHER_BROWSERS) {
    describe.runIf(isInstalled)(`${title} ${browser.name}`, () => tests(browser))
  }
}

// Fault tests whose result may depend on the browser.
inEach('modules in', ({ open: openBrowser }) => {
  let folder: string
  let server: ModuleServer
  let browser: OtherBrowser | undefined
  let user: ReturnType<typeof createUserActions>
  let first: string
  let second: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-other-browser-'))
    const dists = await buildProbes()
    const modulesDir = path.join(folder, 'modules')
    server = await startModuleServer({ modulesDir, shellDir: path.join(ROOT, 'shell/dist'), uncached: /^\/m\// })
    for (const dist of dists) await server.publish(dist)
    const [one, other] = await Promise.all(dists.map((dist) => readBuild(dist)))
    first = one?.version ?? ''
    second = other?.version ?? ''
    await openFreshBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    server.reset()
    await promoteVersion(first)
  })
  afterEach(() => browser?.goto('about:blank'))

  it.each<[string, FaultKind, FaultKind]>([
    ['is not found and then fails', 'not-found', 'failure'],
    ['is cut off and then fails', 'reset', 'failure'],
  ])('D1 an entry that %s is retried at other addresses', async (_, once, again) => {
    server.addFault(fileOf(first, ENTRY), once)
    server.addFault(fileOf(first, ENTRY, 1), again)
    await open()

    for (const attempt of [0, 1, 2]) expect(wasRequested(fileOf(first, ENTRY, attempt))).toBe(true)
  })

  // In a fresh browser: WebKit caches preloaded files regardless of their headers.
  it.each([
    ['entry', ENTRY],
    ['chunk', CHUNK],
  ])('D2, D3 the %s hangs, and the second attempt uses another address', async (_, file) => {
    await openFreshBrowser()
    server.addFault(fileOf(first, file), 'hang')
    await open()

    expect(wasRequested(fileOf(first, file, 1))).toBe(true)
  })

  it.each<[string, string, FaultKind]>([
    ['D1 the entry returns a page', ENTRY, 'page'],
    ['D6 the entry does not match its hash', ENTRY, 'tamper'],
    ['D6 the chunk does not match its hash', CHUNK, 'tamper'],
    ['D6 the styles do not match their hash', STYLES, 'tamper'],
  ])('%s: the last known good version loads', async (_, file, kind) => {
    await promoteVersion(second)
    server.addFault(fileOf(second, file, 'any'), kind)
    await open('Probe build 1')

    expect(await evaluate('globalThis.tampered')).toBeNull()
    expect(await evaluate('getComputedStyle(document.body).outlineWidth')).not.toBe('9px')
  })

  it('D14 a released version is shown with the next page of the module, and the sound continues', async () => {
    await listen('Probe build 1')
    await untilNotified(() => promoteVersion(second))
    await user.press('a', 'other')

    await user.text('Other probe, build 2')
    await user.expectPlaying()
  })

  it('D20 all servers are unreachable, and return', async () => {
    await promoteVersion(second)
    await listen('Probe build 2')
    await user.bufferAll()
    server.addFault(/^\//, 'reset')
    await user.press('button', 'pressed 0')
    await user.text('pressed 1')
    await user.press('a', 'other')
    await user.text('Other probe, build 2')
    await user.expectPlaying()

    server.reset()
    await server.changePointer((pointer) => rollBack(pointer, { by: BY, module: 'probe' }))
    await user.text('Other probe, build 1')
  })

  const openFreshBrowser = async () => {
    await browser?.close()
    browser = await openBrowser()
    user = createUserActions(browser)
  }
  const evaluate = (expression: string) => browser?.evaluate(expression)
  const promoteVersion = async (version: string) => {
    await server.changePointer((pointer) => promote(pointer, { by: BY, module: 'probe', version }))
  }
  const wasRequested = (place: RegExp) => server.requests.some((requested) => place.test(requested))
  const open = (wanted = 'Probe build 1') => user.open(`${server.origin}/probe/7`, wanted)
  const listen = async (wanted: string) => {
    await open(wanted)
    await user.captureAudio()
    await user.press('button', 'play')
    await user.expectPlaying()
  }

  /** Waits until the tab has loaded the changed assignment. */
  const untilNotified = async (change: () => Promise<unknown>) => {
    const answered = () => server.requests.filter((requested) => requested === '/mfe/v1/assignment').length
    const before = answered()
    await change()
    await expect.poll(answered, LONG_TIMEOUT).toBeGreaterThan(before)
    // After another round trip, the page has also read it.
    await evaluate(`fetch('/healthz').then((answer) => answer.text())`)
  }
})

// The product itself in other browser engines.
inEach('a listener with', ({ name, open: openBrowser }) => {
  const { origin } = runningProduct()
  const title = `The show for ${name}`
  let folder: string
  let browser: OtherBrowser
  let show: Awaited<ReturnType<typeof publishPodcast>>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-other-listener-'))
    const host = new ApiClient(origin)
    await host.signIn({ email: `host@${name}.example.org`.toLowerCase(), firstName: 'Ama', lastName: 'Mensah' })
    show = await publishPodcast(host, { title, file: await recordMp3(folder, 60) })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('signs in, plays an episode, and opens pages of other modules while the sound continues', async () => {
    const { open, text, press, fill, captureAudio, expectPlaying } = createUserActions(browser)
    await open(`${origin}/`, 'Log In')
    await press('a', 'Log In')
    await text('First name')
    await fill('E-mail', `bisi@${name}.example.org`.toLowerCase())
    await fill('First name', 'Bisi')
    await fill('Last name', 'Adeyemi')
    await press('button', 'Sign In')
    await text('Bisi Adeyemi')

    await open(`${origin}/episode/${show.episode.id}`, `${title}, part one`)
    await captureAudio()
    await press('main button', 'Play')
    await expectPlaying()
    for (const [link, heading] of [
      ['Points', 'Total Points'],
      ['Upload', 'Audio Content Management'],
      ['Library', 'Listening History'],
    ] as const) {
      await press('nav a', link)
      await text(heading)
    }
    await expectPlaying()
  })
})
