import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Pointer } from '@griot/contracts/module-pointer'
import { block, promote, rollBack, unblock } from '@griot/module-registry/changes'
import { readBuild } from '@griot/module-registry/publish'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchBrowser } from './browser.ts'
import { openMetronome } from './metronome.ts'
import { builtProbes, type House, openHouse, ROOT } from './modules-house.ts'
import { listenIn, soundGoesOn } from './sound.ts'

export const PANEL = 'The probe is unavailable.'
export const BY = 'the drill'

/** What a file of a version is asked for as: by its first address, by that of a further try, or by any. */
export const fileOf = (version: string, file: string, attempt: number | 'any' = 0) => {
  const tries = { any: '(~\\d+)?', 0: '' }[attempt as 'any' | 0] ?? `~${attempt}`
  return new RegExp(`^/m/probe/${version.replaceAll('.', '\\.')}${tries}/${file}$`)
}

export const ENTRY = 'remoteEntry\\.js'
export const CHUNK = '[0-9a-f]+\\.js'
export const STYLES = '.*\\.css'

/** What may be missing of the time that went by. */
const MOST_BEHIND_SECONDS = 0.5

/** Between two tries the loader pauses for a third of a second, then for a good second: here, for a tenth of that. */
const shortenPauses = () => {
  const { setTimeout } = globalThis
  const isPause = (ms = 0) => ms > 200 && ms < 1500
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) => setTimeout(run, isPause(ms) ? (ms ?? 0) / 10 : ms),
  })
}

type WithHeadings = typeof globalThis & { headings: { text: string; at: number; padding: string }[] }

/**
 * Writes down when a page showed which heading, by the machine's clock, and how the page around it was drawn then: a busy
 * test learns of it much later.
 */
const noteHeadings = () => {
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

const provedGood = (pointer: Pointer, lkg: string): Pointer => {
  const { probe } = pointer.modules
  return probe ? { ...pointer, modules: { ...pointer.modules, probe: { ...probe, lkg } } } : pointer
}

/**
 * The ground of all drills: the shell with three remotes of the product and two versions of a probe, of which the first
 * stands. Each drill has a page of its own in which every mistake outside of a module is written down.
 */
export const prepareDrills = () => {
  let folder: string
  let dists: string[]
  let browser: Browser
  let house: House
  let first: string
  let second: string
  let context: BrowserContext
  let page: Page
  let mistakes: string[]
  let metronome: Awaited<ReturnType<typeof openMetronome>>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'griot-drills-'))
    dists = await builtProbes()
    house = await openHouse({
      modulesDir: path.join(folder, 'modules'),
      shellDir: path.join(ROOT, 'shell/dist'),
      notKept: /^\/m\//,
    })
    for (const name of ['listener', 'rewards']) await house.publish(path.join(ROOT, `mfe-${name}/dist`))
    for (const dist of dists) await house.publish(dist)
    const [one, other] = await Promise.all(dists.map((dist) => readBuild(dist)))
    if (!one || !other) throw new Error('The probe was not built twice.')
    first = one.version
    second = other.version
    browser = await launchBrowser()
    // One for all of them: the shell need not come over the wire again for each.
    context = await browser.newContext()
    metronome = await openMetronome(browser)
  })

  afterAll(async () => {
    await browser?.close()
    house?.close()
    await rm(folder, { recursive: true, force: true })
  })

  beforeEach(async () => {
    house.heal()
    await unblockAll()
    await stand(first)
    page = await openPage(context)
  })

  // Whatever the drill was: nothing was heard of it, the menu answers, and nobody else was hurt.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') await checkHarmless()
    await page.close()
    if (page.context() !== context) await page.context().close()
  })

  const unblockAll = () => house.move((pointer) => unblock(provedGood(pointer, first), { by: BY, module: 'probe' }))

  const openPage = async (within: BrowserContext) => {
    const opened = await within.newPage()
    opened.setDefaultTimeout(60_000)
    mistakes = []
    // Its own are what the drill is about.
    opened.on('pageerror', (error) => error.stack?.includes('/m/probe/') || mistakes.push(String(error)))
    await listenIn(opened)
    await opened.addInitScript(shortenPauses)
    await opened.addInitScript(noteHeadings)
    return opened
  }

  const checkHarmless = async () => {
    expect(mistakes).toEqual([])
    const heard = await metronome.compare(page)
    if (heard) {
      expect(heard.interruptions).toEqual([])
      expect(heard.behind).toBeLessThanOrEqual(MOST_BEHIND_SECONDS)
    }
    if (page.url().startsWith(house.origin)) {
      await goTo('/points')
      await page.waitForURL('**/points')
    }
  }

  const goTo = (place: string) => page.locator(`nav a[href="${place}"]:visible`).first().click()
  const stand = (version: string) => house.move((pointer) => promote(pointer, { by: BY, module: 'probe', version }))

  const text = (wanted: string) => page.getByText(wanted, { exact: false }).first().waitFor({ timeout: 60_000 })
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  /** Waits until the tab has heard of a change. */
  const heard = async (change: () => Promise<unknown>) => {
    const isTold = page.waitForResponse((response) => response.url().includes('/mfe/v1/assignment'))
    await change()
    await (await isTold).finished()
    // Come is not read yet; by the time that one more answer has been read, it is.
    await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  }

  const play = async (shown: string) => {
    await page.goto(`${house.origin}/probe/7`, { waitUntil: 'commit' })
    await text(shown)
    await press('play')
    await soundGoesOn(page, 0)
    await metronome.begin(page)
  }

  /** What the tab tells of a version, told now and not after the moment for which it gathers. */
  const told = async (version: string, kind: string) => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    return house.told.filter((event) => event.version === version && event.kind === kind).length
  }

  return {
    house: () => house,
    page: () => page,
    /** For what must come over the wire anew. */
    takeFreshBrowser: async () => {
      await page.close()
      page = await openPage(await browser.newContext())
    },
    /** The page's time can be moved on from now; a clock is for good, and so has a browser of its own. */
    takeClock: async () => {
      await page.close()
      page = await openPage(await browser.newContext())
      await page.clock.install()
    },
    versions: () => ({ first, second }),
    /** The folders that the two versions were built into. */
    dists: () => dists,
    stand,
    text,
    follow,
    press,
    heard,
    goTo,
    playOnFirst: () => play('Probe build 1'),
    playOnSecond: async () => {
      await stand(second)
      await play('Probe build 2')
    },
    /** The second version is released while someone listens, and they go to another page of the module. */
    bringSecond: async (version = second) => {
      await heard(() => stand(version))
      await follow('other')
    },
    takeBack: () => house.move((pointer) => rollBack(pointer, { by: BY, module: 'probe' })),
    /** What may be gone back to cannot be blocked: so it is as if the version that stands had proved itself. */
    block: (version: string) =>
      house.move((pointer) => block(provedGood(pointer, second), { by: BY, module: 'probe', range: version })),
    unblock: unblockAll,
    /** Milliseconds from a change of what stands until the page had this heading. */
    shownAfter: async ({ at }: Pointer, heading: string) => {
      const shown = await page.evaluate(
        (wanted) => (globalThis as WithHeadings).headings.findLast(({ text }) => text === wanted)?.at,
        heading,
      )
      return (shown ?? Number.POSITIVE_INFINITY) - Date.parse(at)
    },
    /** A build fails at one place from now on. */
    fault: (build: string, at: string) =>
      page.addInitScript((probeFault) => Object.assign(globalThis, { probeFault }), { build, at }),
    hasTold: (version: string, kind: string, times = 1) =>
      expect.poll(() => told(version, kind)).toBeGreaterThanOrEqual(times),
    isAskedFor: (place: RegExp) => house.requests.some((asked) => place.test(asked)),
    /** As the page was first drawn with this heading. */
    paddingAtFirst: (heading: string) =>
      page.evaluate(
        (wanted) => (globalThis as WithHeadings).headings.find(({ text }) => text === wanted)?.padding,
        heading,
      ),
    padding: () => page.getByTestId('probe').evaluate((element) => getComputedStyle(element).padding),
    /** Sound that is there needs no connection. */
    bufferAll: () =>
      page.waitForFunction(() => {
        const { sound } = globalThis as { sound?: HTMLAudioElement }
        return sound !== undefined && sound.buffered.length > 0 && sound.buffered.end(0) > sound.currentTime + 20
      }),
  }
}
