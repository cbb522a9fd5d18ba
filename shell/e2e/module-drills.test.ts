import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Assignment, VersionDocument } from '@griot/contracts/modules'
import { disable, promote, rollBack } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { build, buildAll, type FaultKind, type House, openHouse, ROOT } from './modules-house.ts'
import { listenIn, soundGoesOn, soundOf } from './sound.ts'

const ENTRY = /^\/m\/probe\/.*remoteEntry\.js$/
const CHUNK = /^\/m\/probe\/.*\/[0-9a-f]+\.js$/
const STYLES = /^\/m\/probe\/.*\.css$/
const PANEL = 'The probe is unavailable.'
const BY = 'the drill'

// Every way in which a module can fail, in a real browser, while someone listens. Nothing a module does may be heard.
describe('whatever becomes of a module, the sound goes on', () => {
  let folder: string
  let browser: Browser
  let house: House
  let first: VersionDocument
  let versions: [first: string, second: string]
  let context: BrowserContext
  let page: Page
  let mistakes: string[]

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-drills-'))
    const builds = ['1', '2'].map((id) =>
      build('shell/e2e/probe', path.join(folder, `probe-${id}`), { PROBE_BUILD: id }),
    )
    const probes = await buildAll(builds)
    house = await openHouse({ modulesDir: path.join(folder, 'modules'), shellDir: path.join(ROOT, 'shell/dist') })
    for (const name of ['listener', 'rewards']) await house.publish(path.join(ROOT, `mfe-${name}/dist`))
    for (const probe of probes) await house.publish(probe)
    const [one, other] = await Promise.all(probes.map((dist) => readBuild(dist)))
    if (!one || !other) throw new Error('The probe was not built twice.')
    first = one
    versions = [one.version, other.version]
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    house.heal()
    await promoteFirst()
    context = await browser.newContext()
    page = await context.newPage()
    page.setDefaultTimeout(15_000)
    mistakes = []
    page.on('pageerror', (error) => mistakes.push(String(error)))
    await listenIn(page)
  })

  afterEach(() => context.close())

  it.each<[string, RegExp, FaultKind]>([
    ['1: its entry is not found', ENTRY, 'not-found'],
    ['1: its entry fails', ENTRY, 'failure'],
    ['1: its entry is cut off', ENTRY, 'reset'],
    ['1: its entry is answered with a page', ENTRY, 'page'],
    ['3: its chunk is not found', CHUNK, 'not-found'],
    ['3: its styles are not found', STYLES, 'not-found'],
    ['4: its chunk is answered with a page', CHUNK, 'page'],
    ['4: its styles are answered with a page', STYLES, 'page'],
    ['6: its entry arrives changed', ENTRY, 'tamper'],
    ['6: its chunk arrives changed', CHUNK, 'tamper'],
    ['6: its styles arrive changed', STYLES, 'tamper'],
  ])('drill %s', async (_, place, kind) => {
    // Only of the version that comes: the last known good one is whole.
    const [, second] = versions
    house.break(new RegExp(place.source.replace('probe\\/', `probe\\/${second.replaceAll('.', '\\.')}`)), kind)
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(page)
    const isChanged = kind === 'tamper' || kind === 'page'
    await expect.poll(() => toldOf(second)).toContain(isChanged ? 'integrity_fail' : 'load_fail')
    // What arrives changed is not asked for again; what did not come is.
    expect(house.requests.some((asked) => asked.includes(`${second}~`))).toBe(!isChanged)
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false)
    expect(mistakes).toEqual([])
  })

  it('drill 2: its entry hangs, and the second try goes by another address', async () => {
    house.break(new RegExp(`/m/probe/${versions[1].replaceAll('.', '\\.')}/remoteEntry`), 'hang')
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 2')
    await soundGoesOn(page)
    expect(house.requests.filter((asked) => asked.includes('~1/remoteEntry.js'))).toHaveLength(1)
  })

  it.each([
    ['5: it throws while it is evaluated', 'evaluate', 'load_fail'],
    ['8: it keeps another contract', 'contract', 'contract_fail'],
    ['8: its setup throws', 'setup', 'contract_fail'],
    ['8: its setup never ends', 'setup-hangs', 'contract_fail'],
    ['8: it does not bring a page it announces', 'missing-route', 'contract_fail'],
  ])('drill %s', async (_, at, kind) => {
    await fault('2', at)
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(page)
    await expect.poll(() => toldOf(versions[1])).toContain(kind)
    expect(house.requests.some((asked) => asked.includes(`${versions[1]}~`))).toBe(false)
  })

  it('drill 7: nobody vouches for its entry', async () => {
    await page.route('**/mfe/v1/assignment*', async (route) => {
      const response = await route.fetch()
      const assignment = (await response.json()) as Assignment
      const { probe } = assignment.modules
      await route.fulfill({
        response,
        json: { ...assignment, modules: { ...assignment.modules, probe: { ...probe, integrity: '' } } },
      })
    })
    await playOnFirst()
    await bringSecond()

    await text('Other probe, build 1')
    await soundGoesOn(page)
    expect(house.requests.filter((asked) => asked.includes(versions[1]))).toEqual([])
  })

  it('drill 9: it throws while it is drawn', async () => {
    await fault('2', 'render')
    await playOnFirst()
    await bringSecond()
    await text('Other probe, build 2')

    await follow('probe')
    await text('Probe build 1')
    await soundGoesOn(page)
    await expect.poll(() => toldOf(versions[1])).toContain('render_fail')
  })

  it('drill 9: it throws after a while, and its other pages are untouched', async () => {
    await fault('2', 'render-later')
    await playOnSecond()
    // Mounted once again after the first crash; the second one within a minute is enough.
    for (const _ of ['first crash', 'second crash']) {
      await press('pressed 0')
      await press('pressed 1')
    }
    await text('Probe build 1')
    await soundGoesOn(page)
    await follow('other')
    await text('Other probe, build 1')
  })

  it.each([
    ['in a click', 'handler'],
    ['behind a promise', 'rejection'],
    ['in a timer', 'timer'],
  ])('drill 10: it makes a mistake %s', async (_, at) => {
    await fault('2', at)
    await playOnSecond()
    await press('misbehave')

    await expect.poll(() => toldOf(versions[1])).toContain('error')
    await press('pressed 0')
    await text('pressed 1')
    await soundGoesOn(page)
  })

  it('drill 11: it lets go of nothing for seconds', async () => {
    await fault('2', 'block')
    await playOnSecond()
    const before = await soundOf(page)
    await press('misbehave')
    // Nothing of the page answers before the module lets go.
    const after = await soundOf(page)

    expect(after.position - before.position).toBeGreaterThan(2)
    await press('pressed 0')
    await text('pressed 1')
  })

  it('drill 12: a part of a page does not come, and Retry begins the module anew', async () => {
    const lazy = Object.entries(first.files).find(
      ([name, { type }]) => type === 'js' && name !== 'remoteEntry.js' && !first.preload.default.includes(name),
    )
    house.break(new RegExp(`/${lazy?.[0]}$`), 'not-found')
    await playOnFirst()
    await press('more')
    // Mounted once again after the first crash.
    await expect.poll(() => toldOf(versions[0])).toContain('render_fail')
    await press('more')
    await text(PANEL)
    await soundGoesOn(page)

    house.heal()
    await press('Retry')
    await press('more')
    await text(PANEL)
    await press('Retry')
    await press('more')
    await text('More of build 1')
    await soundGoesOn(page)
    expect(house.requests.some((asked) => asked.includes('~1/'))).toBe(true)
  })

  it('drill 14: a new version waits until its page is opened anew, and a form is left alone', async () => {
    await playOnFirst()
    await page.getByLabel('draft').fill('half a sentence')
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))

    await heard(promoteSecond)
    expect(await page.getByLabel('draft').inputValue()).toBe('half a sentence')
    await follow('other')
    await text('Other probe, build 2')
    await soundGoesOn(page)
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  })

  it('drill 15: it is taken back while someone listens', async () => {
    await playOnSecond()
    const { position } = await soundOf(page)
    const began = Date.now()

    await takeBack()
    await text('Probe build 1')

    // Told, not found out by the poll of every minute; on an idle machine it takes less than a second.
    expect(Date.now() - began).toBeLessThan(20_000)
    expect((await soundOf(page)).position).toBeGreaterThanOrEqual(position)
    await soundGoesOn(page)
  })

  it('drill 15: someone who is writing is waited for', async () => {
    await playOnSecond()
    await page.getByLabel('draft').fill('half a sentence')
    await heard(takeBack)
    expect(await page.getByLabel('draft').inputValue()).toBe('half a sentence')

    await page.getByLabel('draft').fill('')
    await text('Probe build 1')
    await soundGoesOn(page)
  })

  it('drill 16: ten times to and fro, and the right version every time', async () => {
    await playOnSecond()
    const before = await heapOf()
    for (let round = 0; round < 5; round += 1) {
      await takeBack()
      await text('Probe build 1')
      expect(await paddingOfProbe()).toBe('16px')
      await bringSecond()
      await text('Other probe, build 2')
      await follow('probe')
      await text('Probe build 2')
    }
    expect((await heapOf()) - before).toBeLessThan(4_000_000)
    await soundGoesOn(page)
  })

  it('drill 20: everything is away after the page was loaded, and comes back', async () => {
    await playOnSecond()
    await bufferAll()
    house.break(/^\//, 'reset')
    await press('pressed 0')
    await text('pressed 1')
    await follow('other')
    await text('Other probe, build 2')
    await soundGoesOn(page)

    house.heal()
    await takeBack()
    await text('Other probe, build 1')
  })

  it('drill 21: a team switches its module off, and on again', async () => {
    await playOnSecond()
    await house.move((pointer) => disable(pointer, { by: BY, module: 'probe', reason: 'a fire' }))
    await text(PANEL)
    await soundGoesOn(page)
    await promoteSecond()
    await text('Probe build 2')
  })

  it('drill 21: the runtime of the modules does not come', async () => {
    house.break(/^\/assets\/federation\./, 'not-found')
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text(PANEL)
    await goTo('/points')
    await text('Points are unavailable right now.')
    expect(await page.locator('#player').count()).toBe(1)
  })

  it('drill 21: in safe mode nothing of a module is loaded, and everyone can leave it', async () => {
    await page.goto(`${house.origin}/probe/7?mfe=safe`, { waitUntil: 'commit' })
    await text(PANEL)
    await text('Safe mode: only the frame, your account and the player run.')
    expect(house.requests.filter((asked) => asked.startsWith('/m/'))).toEqual([])

    await page.getByRole('link', { name: 'Leave safe mode' }).click()
    await page.waitForURL('**/')
    await goTo('/discover')
    await expect.poll(() => house.requests.some((asked) => asked.startsWith('/m/listener/'))).toBe(true)
  })

  it('drill 21: a module that does not stand has its panel, and an unknown address has none', async () => {
    await page.goto(`${house.origin}/upload`, { waitUntil: 'commit' })
    await text('This page is unavailable right now. What is playing goes on.')
    await page.goto(`${house.origin}/nowhere`, { waitUntil: 'commit' })
    await text('There is nothing at this address.')
  })

  it('drill 25: offline, what is loaded works, the rest says so and comes back by itself', async () => {
    await playOnSecond()
    await bufferAll()
    await context.setOffline(true)
    await text('You are offline.')
    await goTo('/points')
    await text('Points are unavailable right now.')
    await page.goBack()
    await text('Probe build 2')
    await goTo('/points')

    await context.setOffline(false)
    await page.getByText('Points are unavailable right now.').waitFor({ state: 'detached' })
    await soundGoesOn(page)
  })

  const toldOf = (version: string) => house.told.filter((event) => event.version === version).map(({ kind }) => kind)

  const promoteFirst = () =>
    house.move((pointer) => promote(pointer, { by: BY, module: 'probe', version: versions[0] }))
  const promoteSecond = () =>
    house.move((pointer) => promote(pointer, { by: BY, module: 'probe', version: versions[1] }))

  const play = async (shown: string) => {
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text(shown)
    await press('play')
    await soundGoesOn(page)
  }
  const playOnFirst = () => play('Probe build 1')
  const playOnSecond = async () => {
    await promoteSecond()
    await play('Probe build 2')
  }

  /** Waits until the tab has heard of a change. */
  const heard = async (change: () => Promise<void>) => {
    const isTold = page.waitForResponse((response) => response.url().includes('/mfe/v1/assignment'))
    await change()
    await (await isTold).finished()
  }

  /** The second version is released while someone listens, and they go to another page of the module. */
  const bringSecond = async () => {
    await heard(promoteSecond)
    await follow('other')
  }

  const takeBack = () => house.move((pointer) => rollBack(pointer, { by: BY, module: 'probe' }))

  /** Sound that is there needs no connection. */
  const bufferAll = () =>
    page.waitForFunction(() => {
      const { sound } = globalThis as { sound?: HTMLAudioElement }
      return sound !== undefined && sound.buffered.length > 0 && sound.buffered.end(0) > sound.currentTime + 20
    })

  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const goTo = (place: string) => page.locator(`nav a[href="${place}"]:visible`).first().click()
  const text = (wanted: string) => page.getByText(wanted, { exact: false }).first().waitFor({ timeout: 20_000 })
  const paddingOfProbe = () => page.getByTestId('probe').evaluate((element) => getComputedStyle(element).padding)
  const heapOf = async () => {
    const session = await context.newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize
  }
  const fault = (buildId: string, at: string) =>
    page.addInitScript((probeFault) => Object.assign(globalThis, { probeFault }), { build: buildId, at })
})
