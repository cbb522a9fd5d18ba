// Opens everything that a module contributes in one page while a recording plays, and collects problems as sentences.

import type { Assignment } from '@griot/contracts/module-assignment'
import { isDeclaredSlot, type ModuleDocument } from '@griot/contracts/modules'
import type { SlotId } from '@griot/shell-sdk/contract'
import type { Page } from 'playwright-core'
import { findFrameChanges, readFrame } from './frame-styles.ts'
import { EPISODE, SAMPLE_ID, SLOT_SAMPLES, serveRecording } from './samples.ts'
import { watcherScript } from './watch-page.ts'

export const TIMEOUT_MS = 20_000
/** The shell's texts for a page or slot without a fallback. */
const UNAVAILABLE_PAGE = 'This page is unavailable right now.'
const UNAVAILABLE_SLOT = 'This is unavailable right now.'
/** A page that does not exist: the shell shows it without any module. */
const UNKNOWN_PAGE = '/mfe-verify'
/** Short timers of a closed screen may still expire in this time. */
const SETTLE_MS = 3000
const MAX_NAMED = 5

type Route = ModuleDocument['contributes']['routes'][number]
type Slot = ModuleDocument['contributes']['slots'][number]

type CheckedPage = Awaited<ReturnType<typeof openCheckedPage>>

/** Loads a page of the product and plays a recording. `others` are the current versions of the other modules. */
export const openCheckedPage = async (
  page: Page,
  origin: string,
  document: ModuleDocument,
  others: readonly ModuleDocument[],
) => {
  const { module, version, container } = document
  const errors = collectErrors(page, document)
  const watched = { module, version, container, others: others.map((other) => other.container) }
  await page.addInitScript(watcherScript(watched))
  await serveRecording(page)
  const [first] = [...others, document].flatMap((one) => one.contributes.routes)
  await page.goto(origin + (first ? pathOf(first) : UNKNOWN_PAGE), { waitUntil: 'commit' })
  await page.waitForFunction(() => globalThis.griotWatcher?.hasShell())
  await page.evaluate((media) => griotWatcher.play(media), EPISODE)
  await page.waitForFunction(() => griotWatcher.position() > 0)
  await leavePage(page)
  errors.splice(0)
  await page.evaluate(() => griotWatcher.problems())
  return { page, document, others, errors, frame: await readFrame(page) }
}

export const openRoute = (checked: CheckedPage, route: Route) =>
  runStep(checked, route.path, `${route.title} did not open within ${TIMEOUT_MS / 1000} seconds.`, () =>
    visitTwice(checked, () => visit(checked, route)),
  )

/** The second visit must not leave more timers and listeners than the first. */
const visitTwice = async ({ page }: CheckedPage, visitOnce: () => Promise<string[]>) => {
  const problems = await visitOnce()
  const once = await page.evaluate(() => griotWatcher.leaks())
  problems.push(...(await visitOnce()))
  const more = await newLeaks(page, once)
  return more.length > 0 ? [...problems, `every visit leaks: ${more.join(', ')}.`] : problems
}

export const openSlot = (checked: CheckedPage, slot: Slot) =>
  isDeclaredSlot(slot.slot) ? openDeclaredSlot(checked, slot) : openShellSlot(checked, slot)

/** Opens the page of the slot twice. */
const openDeclaredSlot = (checked: CheckedPage, { slot }: Slot) => {
  const declared = checked.others
    .flatMap(({ contributes }) => contributes.declares ?? [])
    .find((one) => one.slot === slot)
  return runStep(checked, slot, `it was not shown on its page within ${TIMEOUT_MS / 1000} seconds.`, async () => {
    if (!declared) return ['no current module declares this slot.']
    return visitTwice(checked, () => visitSlot(checked, slot, withSampleIds(declared.page)))
  })
}

/** Opens and closes a slot twice. */
const openShellSlot = (checked: CheckedPage, { slot, id, deadlineMs }: Slot) => {
  const fallback = checked.document.contributes.fallback[id]?.text ?? UNAVAILABLE_SLOT
  const timeout = deadlineMs * 2
  return runStep(checked, slot, `it was not shown or did not close within ${timeout / 1000} seconds.`, async () => {
    if (!isKnownSlot(slot)) return ['this command cannot open this slot.']
    await showSlot(checked.page, slot, fallback, timeout)
    await showSlot(checked.page, slot, fallback, timeout)
    return []
  })
}

/** Disposes the module and sets it up again, as a change of its version does. */
export const switchOffAndOn = (checked: CheckedPage) => {
  const { page, document } = checked
  const failure = `it was not set up again within ${TIMEOUT_MS / 1000} seconds.`
  return runStep(checked, 'switched off and on', failure, async () => {
    await setDisabled(checked, true, 1)
    await page.waitForFunction(() => griotWatcher.isDisposed())
    const leaks = await newLeaks(page, {})
    const problems = leaks.length > 0 ? [`it leaks ${leaks.join(', ')}.`] : []
    const setups = await page.evaluate(() => griotWatcher.setups())
    await setDisabled(checked, false, 2)
    await waitForSetups(page, setups + 1)
    const [route] = document.contributes.routes
    if (route) problems.push(...(await visit(checked, route)))
    const globals = await page.evaluate(() => griotWatcher.globals())
    return globals.length > 0 ? [...problems, `it leaves global variables: ${globals.join(', ')}.`] : problems
  })
}

/** Runs one step and returns its problems, with the errors of the page during the step. */
const runStep = async ({ page, errors }: CheckedPage, name: string, failure: string, work: () => Promise<string[]>) => {
  const problems: string[] = []
  try {
    problems.push(...(await work()))
  } catch (error) {
    if (page.isClosed()) throw error
    problems.push(failure)
  }
  problems.push(...errors.splice(0), ...(await page.evaluate(() => griotWatcher.problems())))
  await waitForPlayback(page).catch(() => problems.push('the audio stopped.'))
  return [...new Set(problems)].map((problem) => `${name}: ${problem}`)
}

const waitForPlayback = async (page: Page) => {
  const from = await page.evaluate(() => griotWatcher.position())
  await page.waitForFunction((before) => griotWatcher.position() > before, from)
}

const waitForSetups = (page: Page, count: number) =>
  page.waitForFunction((expected) => griotWatcher.setups() >= expected, count)

const heading = (page: Page) => page.locator('main h1').first()

/** Navigates without loading a new page, as a link does. */
const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const leavePage = async (page: Page) => {
  await navigate(page, UNKNOWN_PAGE)
  await heading(page).filter({ hasText: '404' }).waitFor()
}

const visit = async ({ page, document, frame }: CheckedPage, route: Route) => {
  await navigate(page, pathOf(route))
  await waitForSetups(page, 1)
  await heading(page).filter({ hasNotText: '404' }).waitFor()
  const fallback = document.contributes.fallback[route.id]?.text ?? UNAVAILABLE_PAGE
  const changes = await describeFrameChanges(page, frame)
  const isFallback = (await page.getByRole('alert').filter({ hasText: fallback }).count()) > 0
  await leavePage(page)
  return [...changes, ...(isFallback ? [`only its fallback is shown (${route.title}).`] : [])]
}

const visitSlot = async ({ page, document, frame }: CheckedPage, slot: string, path: string) => {
  await navigate(page, path)
  const scrollAndFind = (content: string) => {
    // The content loads when the user comes near it.
    scrollTo(0, globalThis.document.body.scrollHeight)
    return globalThis.document.querySelector(content) !== null
  }
  await page.waitForFunction(scrollAndFind, `[data-mfe="${document.module}"][data-slot="${slot}"][data-shown]`)
  const changes = await describeFrameChanges(page, frame)
  await leavePage(page)
  return changes
}

const describeFrameChanges = async (page: Page, frame: CheckedPage['frame']) => {
  const changes = await findFrameChanges(page, frame)
  return changes.length > 0 ? [`it changes the styles of the frame: ${changes.slice(0, MAX_NAMED).join(', ')}.`] : []
}

const showSlot = async (page: Page, slot: SlotId, fallback: string, timeout: number) => {
  await page.evaluate(({ event, payload }) => griotWatcher.emit(event, payload), SLOT_SAMPLES[slot])
  const isShown = (expected: { slot: string; fallback: string; shown: boolean }) =>
    griotWatcher.isShown(expected.slot, expected.fallback) === expected.shown
  await page.waitForFunction(isShown, { slot, fallback, shown: true }, { timeout })
  await page.evaluate((name) => griotWatcher.closeSlot(name), slot)
  await page.keyboard.press('Escape')
  await page.waitForFunction(isShown, { slot, fallback, shown: false }, { timeout })
}

/** Changes the assignment for this page alone. `revsAhead` must grow, because the shell ignores older revisions. */
const setDisabled = async ({ page, document }: CheckedPage, isDisabled: boolean, revsAhead: number) => {
  await page.unroute('**/mfe/v1/assignment*')
  await page.route('**/mfe/v1/assignment*', async (route) => {
    const response = await route.fetch()
    const assignment = (await response.json()) as Assignment
    const own = assignment.modules[document.module]
    if (own) own.isDisabled = isDisabled
    await route.fulfill({ json: { ...assignment, rev: assignment.rev + revsAhead } })
  })
  // The shell requests the assignment when the browser comes online.
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

/** Describes the leaks beyond those in `known` that stay. */
const newLeaks = async (page: Page, known: Readonly<Record<string, number>>) => {
  const until = Date.now() + SETTLE_MS
  for (;;) {
    const leaks = Object.entries(await page.evaluate(() => griotWatcher.leaks())).flatMap(([leak, count]) => {
      const added = count - (known[leak] ?? 0)
      return added > 0 ? [added === 1 ? leak : `${leak} (${added} times)`] : []
    })
    if (leaks.length === 0 || Date.now() >= until) return leaks
    await page.waitForTimeout(100)
  }
}

/** Console errors of the module and uncaught errors of the page. Each step removes those that it reports. */
const collectErrors = (page: Page, { module, version }: ModuleDocument) => {
  const errors: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    const isOwn = text.includes(`${module}@`) || message.location().url.includes(`/m/${module}/${version}`)
    if (message.type() === 'error' && isOwn) errors.push(`console error “${firstLine(text)}”.`)
  })
  page.on('pageerror', (error) => errors.push(`uncaught error: ${firstLine(error.message)}.`))
  return errors
}

const firstLine = (text: string) => text.split('\n')[0] ?? ''

const isKnownSlot = (slot: string): slot is SlotId => Object.hasOwn(SLOT_SAMPLES, slot)

const pathOf = ({ path }: Route) => withSampleIds(path)

const withSampleIds = (path: string) => path.replace(/:[^/?]+/g, SAMPLE_ID)
