import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promote, rollBack } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { Visitor } from '@griot/service-kit/visitor'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasFirefox, openFirefox } from '../../infra/testing/firefox.ts'
import type { OtherBrowser } from '../../infra/testing/other-browser.ts'
import { hasWebKit, openWebKit } from '../../infra/testing/webkit.ts'
import { byExpressions, PATIENT } from './by-expressions.ts'
import { BY, CHUNK, ENTRY, fileOf, STYLES } from './drills.ts'
import { publishedShow } from './given.ts'
import { builtProbes, type FaultKind, type House, openHouse, ROOT } from './modules-house.ts'
import { recordMp3 } from './recording.ts'

const BROWSERS = [
  { name: 'Firefox', isHere: hasFirefox, open: openFirefox },
  { name: 'WebKit', isHere: hasWebKit, open: openWebKit },
]
type OpenBrowser = (typeof BROWSERS)[number]['open']

/** Skipped where a browser is not there: a file in which there is nothing at all would fail. */
const inEach = (title: string, tests: (browser: { name: string; open: OpenBrowser }) => void) => {
  for (const { isHere, ...browser } of BROWSERS) {
    describe.runIf(isHere)(`${title} ${browser.name}`, () => tests(browser))
  }
}

// The drills that a browser may answer in its own way, once more in others than the one of all other tests.
inEach('modules in', ({ open: openBrowser }) => {
  let folder: string
  let house: House
  let browser: OtherBrowser | undefined
  let person: ReturnType<typeof byExpressions>
  let first: string
  let second: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-other-browser-'))
    const dists = await builtProbes()
    const modulesDir = path.join(folder, 'modules')
    house = await openHouse({ modulesDir, shellDir: path.join(ROOT, 'shell/dist'), notKept: /^\/m\// })
    for (const dist of dists) await house.publish(dist)
    const [one, other] = await Promise.all(dists.map((dist) => readBuild(dist)))
    first = one?.version ?? ''
    second = other?.version ?? ''
    await takeFreshBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    house.heal()
    await stand(first)
  })
  afterEach(() => browser?.goto('about:blank'))

  it.each<[string, FaultKind, FaultKind]>([
    ['is not found and then fails', 'not-found', 'failure'],
    ['is cut off and then answered with a page', 'reset', 'failure'],
  ])('D1 an entry that %s is asked for by other addresses', async (_, once, again) => {
    house.break(fileOf(first, ENTRY), once)
    house.break(fileOf(first, ENTRY, 1), again)
    await open()

    for (const attempt of [0, 1, 2]) expect(isAskedFor(fileOf(first, ENTRY, attempt))).toBe(true)
  })

  // In a fresh browser: WebKit keeps what a page has preloaded, whatever it is told.
  it.each([
    ['entry', ENTRY],
    ['chunk', CHUNK],
  ])('D2, D3 the %s hangs, and the second try goes by another address', async (_, file) => {
    await takeFreshBrowser()
    house.break(fileOf(first, file), 'hang')
    await open()

    expect(isAskedFor(fileOf(first, file, 1))).toBe(true)
  })

  it.each<[string, string, FaultKind]>([
    ['D1 the entry is answered with a page', ENTRY, 'page'],
    ['D6 the entry arrives changed', ENTRY, 'tamper'],
    ['D6 the chunk arrives changed', CHUNK, 'tamper'],
    ['D6 the styles arrive changed', STYLES, 'tamper'],
  ])('%s: nothing of it runs, and the last good version stands in', async (_, file, kind) => {
    await stand(second)
    house.break(fileOf(second, file, 'any'), kind)
    await open('Probe build 1')

    expect(await evaluate('globalThis.tampered')).toBeNull()
    expect(await evaluate('getComputedStyle(document.body).outlineWidth')).not.toBe('9px')
  })

  it('D14 a release comes with the next page of the module, and the sound goes on', async () => {
    await listen('Probe build 1')
    await heard(() => stand(second))
    await person.press('a', 'other')

    await person.text('Other probe, build 2')
    await person.soundGoesOn()
  })

  it('D20 everything is away after the page was loaded, and comes back', async () => {
    await stand(second)
    await listen('Probe build 2')
    await person.bufferAll()
    house.break(/^\//, 'reset')
    await person.press('button', 'pressed 0')
    await person.text('pressed 1')
    await person.press('a', 'other')
    await person.text('Other probe, build 2')
    await person.soundGoesOn()

    house.heal()
    await house.move((pointer) => rollBack(pointer, { by: BY, module: 'probe' }))
    await person.text('Other probe, build 1')
  })

  const takeFreshBrowser = async () => {
    await browser?.close()
    browser = await openBrowser()
    person = byExpressions(browser)
  }
  const evaluate = (expression: string) => browser?.evaluate(expression)
  const stand = async (version: string) => {
    await house.move((pointer) => promote(pointer, { by: BY, module: 'probe', version }))
  }
  const isAskedFor = (place: RegExp) => house.requests.some((asked) => place.test(asked))
  const open = (wanted = 'Probe build 1') => person.open(`${house.origin}/probe/7`, wanted)
  const listen = async (wanted: string) => {
    await open(wanted)
    await person.listenIn()
    await person.press('button', 'play')
    await person.soundGoesOn()
  }

  /** Waits until the tab has heard of a change. */
  const heard = async (change: () => Promise<unknown>) => {
    const answered = () => house.requests.filter((asked) => asked === '/mfe/v1/assignment').length
    const before = answered()
    await change()
    await expect.poll(answered, PATIENT).toBeGreaterThan(before)
    // Asked is not read yet; by the time that one more answer has been read, it is.
    await evaluate(`fetch('/healthz').then((answer) => answer.text())`)
  }
})

// The product itself: what a person does first, in the engines of the browsers that many of them have.
inEach('a listener with', ({ name, open: openBrowser }) => {
  const { origin } = runningProduct()
  const title = `The show for ${name}`
  let folder: string
  let browser: OtherBrowser
  let show: Awaited<ReturnType<typeof publishedShow>>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-other-listener-'))
    const host = new Visitor(origin)
    await host.signIn({ email: `host@${name}.example.org`.toLowerCase(), firstName: 'Ama', lastName: 'Mensah' })
    show = await publishedShow(host, { title, file: await recordMp3(folder, 60) })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('signs in, opens an episode, hears it, and goes on hearing it on the pages of other modules', async () => {
    const { open, text, press, fill, listenIn, soundGoesOn } = byExpressions(browser)
    await open(`${origin}/`, 'Log In')
    await press('a', 'Log In')
    await text('First name')
    await fill('E-mail', `bisi@${name}.example.org`.toLowerCase())
    await fill('First name', 'Bisi')
    await fill('Last name', 'Adeyemi')
    await press('button', 'Sign in')
    await text('Bisi Adeyemi')

    await open(`${origin}/episode/${show.episode.id}`, `${title}, part one`)
    await listenIn()
    await press('main button', 'Play')
    await soundGoesOn()
    for (const [link, heading] of [
      ['Points', 'Total Points'],
      ['Upload', 'Audio Content Management'],
      ['Library', 'Listening History'],
    ] as const) {
      await press('nav a', link)
      await text(heading)
    }
    await soundGoesOn()
  })
})
