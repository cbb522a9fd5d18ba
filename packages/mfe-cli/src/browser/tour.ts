import type { Assignment } from '@griot/contracts/module-assignment'
import type { ModuleDocument } from '@griot/contracts/modules'
import type { SlotId } from '@griot/shell-sdk/contract'
import type { Page } from 'playwright-core'
import { EPISODE, serveRecording } from './recording.ts'
import { SLOT_SAMPLES } from './slot-samples.ts'
import { watcherScript } from './watch-page.ts'

const PATIENCE_MS = 20_000
/** What the shell says in the place of what has no sentence of its own. */
const UNAVAILABLE_PAGE = 'This page is unavailable right now.'
const UNAVAILABLE_SLOT = 'This is unavailable right now.'
/** Nobody's page: the shell says so, and no module is in it. */
const ELSEWHERE = '/mfe-verify'
const ANY_ID = '00000000-0000-4000-8000-000000000000'
/** Short timers of a screen that was left may still run out. */
const CALM_MS = 3000

type Route = ModuleDocument['contributes']['routes'][number]
type Slot = ModuleDocument['contributes']['slots'][number]

interface Visited {
  page: Page
  origin: string
  document: ModuleDocument
  /** What stands of the other modules. */
  others: readonly ModuleDocument[]
}

/** Goes through everything that a module brings, in one page and while a recording plays. Each step answers what is wrong. */
export const beginTour = async ({ page, origin, document, others }: Visited) => {
  const { module, version, container, contributes } = document
  const said = listenTo(page, document)
  const watched = { module, version, container, others: others.map((other) => other.container) }
  await page.addInitScript(watcherScript(watched))
  await serveRecording(page)

  const heading = page.locator('main h1').first()
  const isSetUp = (times: number) => page.waitForFunction((wanted) => griotWatcher.setups() >= wanted, times)
  const ask = <Answer>(question: () => Answer) => page.evaluate(question)
  const leftBehind = () => ask(() => griotWatcher.leftBehind())

  /** As a link would, without a new page. */
  const goTo = async (place: string) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, place)
  }

  const leave = async () => {
    await goTo(ELSEWHERE)
    await heading.filter({ hasText: '404' }).waitFor()
  }

  const soundGoesOn = async () => {
    const from = await ask(() => griotWatcher.position())
    await page.waitForFunction((was) => griotWatcher.position() > was, from)
  }

  /** Does one thing, and gathers what the page said meanwhile. */
  const step = async (name: string, failure: string, work: () => Promise<string[]>): Promise<string[]> => {
    const found: string[] = []
    try {
      found.push(...(await work()))
    } catch (error) {
      if (page.isClosed()) throw error
      found.push(failure)
    }
    found.push(...said.splice(0), ...(await ask(() => griotWatcher.troubles())))
    await soundGoesOn().catch(() => found.push('the sound did not go on.'))
    return [...new Set(found)].map((says) => `${name}: ${says}`)
  }

  const stands = async (route: Route) => {
    await isSetUp(1)
    await heading.filter({ hasNotText: '404' }).waitFor()
    const shellSays = contributes.fallback[route.id]?.text ?? UNAVAILABLE_PAGE
    return (await page.getByRole('alert').filter({ hasText: shellSays }).count()) > 0
      ? [`only what the shell says in its place is seen (${route.title}).`]
      : []
  }

  /** What stays behind beside what was there before. */
  const newlyLeft = async (known: readonly string[]) => {
    const until = Date.now() + CALM_MS
    let left = without(await leftBehind(), known)
    while (left.length > 0 && Date.now() < until) {
      await page.waitForTimeout(100)
      left = without(await leftBehind(), known)
    }
    return left
  }

  const visit = async (route: Route) => {
    await goTo(placeOf(route))
    const troubles = await stands(route)
    await leave()
    return troubles
  }

  const openSlot = async (slot: SlotId, text: string, timeout: number) => {
    await page.evaluate(({ event, payload }) => griotWatcher.tell(event, payload), SLOT_SAMPLES[slot])
    const isShown = (one: { slot: string; text: string; wanted: boolean }) =>
      griotWatcher.isShown(one.slot, one.text) === one.wanted
    await page.waitForFunction(isShown, { slot, text, wanted: true }, { timeout })
    await page.evaluate((name) => griotWatcher.closeSlot(name), slot)
    await page.keyboard.press('Escape')
    await page.waitForFunction(isShown, { slot, text, wanted: false }, { timeout })
  }

  let revision = 0
  /** The module is switched off and on in this page alone: as the gateway would say it. */
  const switchModule = async (isDisabled: boolean) => {
    revision += 1
    const ahead = revision
    await page.unroute('**/mfe/v1/assignment*')
    await page.route('**/mfe/v1/assignment*', async (route) => {
      const answer = await route.fetch()
      const assignment = (await answer.json()) as Assignment
      const own = assignment.modules[module]
      if (own) own.isDisabled = isDisabled
      await route.fulfill({ json: { ...assignment, rev: assignment.rev + ahead } })
    })
    await ask(() => dispatchEvent(new Event('online')))
  }

  return {
    /** Somebody listens from here on. */
    begin: async () => {
      const [first] = [...others, document].flatMap((one) => one.contributes.routes)
      await page.goto(origin + (first ? placeOf(first) : ELSEWHERE), { waitUntil: 'commit' })
      await page.waitForFunction(() => globalThis.griotWatcher?.hasShell())
      await page.evaluate((media) => griotWatcher.play(media), EPISODE)
      await page.waitForFunction(() => griotWatcher.position() > 0)
      await leave()
      said.splice(0)
      await ask(() => griotWatcher.troubles())
    },

    /** Opens a page, leaves it and comes back; whatever it takes hold of it lets go of when it is left. */
    openRoute: (route: Route) =>
      step(route.path, `${route.title} did not come within ${PATIENCE_MS / 1000} seconds.`, async () => {
        const troubles = await visit(route)
        const once = await leftBehind()
        troubles.push(...(await visit(route)))
        const more = await newlyLeft(once)
        if (more.length > 0) troubles.push(`every visit leaves more behind: ${listOf(more)}.`)
        return troubles
      }),

    openSlot: ({ slot, id, deadlineMs }: Slot) => {
      const text = contributes.fallback[id]?.text ?? UNAVAILABLE_SLOT
      const patience = deadlineMs * 2
      return step(slot, `nothing was seen of it, or it did not close, within ${patience / 1000} seconds.`, async () => {
        if (!isKnown(slot)) return ['this command does not know how the shell opens it.']
        await openSlot(slot, text, patience)
        await openSlot(slot, text, patience)
        return []
      })
    },

    /** As after a release: what it was is disposed of, and it begins anew. */
    switchOffAndOn: () =>
      step('switched off and on', `it did not begin anew within ${PATIENCE_MS / 1000} seconds.`, async () => {
        await switchModule(true)
        await page.waitForFunction(() => griotWatcher.isDisposed())
        const left = await newlyLeft([])
        const troubles = left.length > 0 ? [`it leaves behind ${listOf(left)}.`] : []
        const setups = await ask(() => griotWatcher.setups())
        await switchModule(false)
        await isSetUp(setups + 1)
        const [route] = contributes.routes
        if (route) troubles.push(...(await visit(route)))
        const globals = await ask(() => griotWatcher.globals())
        if (globals.length > 0) troubles.push(`it leaves globals in the page: ${globals.join(', ')}.`)
        return troubles
      }),
  }
}

/** What the page says of the module, or refuses, or did not catch. Calls that find nothing are none of it. */
const listenTo = (page: Page, { module, version }: ModuleDocument) => {
  const said: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    const isOwn = text.includes(`${module}@`) || message.location().url.includes(`/m/${module}/${version}`)
    if (message.type() === 'error' && isOwn) said.push(`the console says “${firstLine(text)}”.`)
  })
  page.on('pageerror', (error) => said.push(`an error that nobody caught: ${firstLine(error.message)}.`))
  return said
}

const firstLine = (text: string) => text.split('\n')[0] ?? ''

const isKnown = (slot: string): slot is SlotId => Object.hasOwn(SLOT_SAMPLES, slot)

/** A page with parts in its address that nobody has. */
const placeOf = ({ path }: Route) => path.replace(/:[^/]+/g, ANY_ID)

/** What is in one list more often than in the other. */
const without = (all: readonly string[], known: readonly string[]) => {
  const left = [...known]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const listOf = (things: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return [...counts].map(([thing, count]) => (count === 1 ? thing : `${thing} (${count} times)`)).join(', ')
}
