import { type CheckResult, type ModuleState, versionsInUse } from '@griot/contracts/module-pointer'
import { isShellDocument, type ModuleDocument } from '@griot/contracts/modules'
import { onPath } from '@griot/service-kit/files/find-program'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openCheckedPage, openRoute, openSlot, switchOffAndOn, TIMEOUT_MS } from '../browser/visit-contributions.ts'
import type { Client } from '../client.ts'
import { EXIT, type Output, refused, Stop } from '../output.ts'
import { showChecks } from '../show.ts'

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// Audio plays without a device and without a user gesture.
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required']
const OVERRIDE_MINUTES = 10
const TESTER = { 'E-mail': 'mfe-verify@example.org', 'First name': 'Module', 'Last name': 'Verifier' }

interface Options {
  client: Pick<Client, 'origin' | 'document' | 'override' | 'status'>
  out: Output
}

type SaveProblems = (problems: readonly string[]) => unknown

/**
 * C10: opens every page and slot of a version in the running product by an override, while a recording plays. For a shell
 * it is C12: the same with every module that is current, a candidate or a rollback target. Signs in at the built-in
 * sign-in, or with the session of MFE_SESSION.
 */
export const verifyInBrowser = async (options: Options, module: string, version: string, save: SaveProblems) => {
  const { client, out } = options
  const document = await client.document(module, version)
  const shell = isShellDocument(document) ? version : undefined
  const subjects = isShellDocument(document) ? await releasedModules(client, versionsInUse) : [document]
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext()
    await signIn(context, client.origin)
    const problems: string[] = []
    for (const subject of subjects) {
      const name = `${subject.module} ${subject.version}`
      if (shell) out.line(name)
      const overrides = { ...(shell && { shell }), [subject.module]: subject.version }
      const found = await testModule(options, await context.newPage(), subject, overrides)
      problems.push(...found.map((problem) => (shell ? `${name}: ${problem}` : problem)))
    }
    await save(problems)
    showChecks(out, resultsOf(shell ? 'C12' : 'C10', subjects, problems))
    if (problems.length > 0) throw refused(`${module} ${version} does not work in a browser.`)
  } finally {
    await browser.close()
  }
}

const testModule = async (
  { client, out }: Options,
  page: Page,
  document: ModuleDocument,
  overrides: Record<string, string>,
) => {
  const { routes, slots } = document.contributes
  const { link } = await client.override({ modules: overrides }, OVERRIDE_MINUTES)
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.goto(link)
  const current = await releasedModules(client, ({ stable }) => [stable])
  const others = current.filter(({ module }) => module !== document.module)
  const started = out.begin('Playing a recording')
  const checked = await openCheckedPage(page, client.origin, document, others).catch(() => {
    throw refused('No page of the product opened to play a recording in.')
  })
  started('playing')

  const problems: string[] = []
  const step = async (what: string, run: () => Promise<string[]>) => {
    const done = out.begin(what)
    const found = await run()
    done(found.length === 0 ? 'passed' : 'failed')
    problems.push(...found)
  }
  for (const route of routes) await step(`Opening ${route.path}`, () => openRoute(checked, route))
  for (const slot of slots) await step(`Filling ${slot.slot}`, () => openSlot(checked, slot))
  await step('Switching it off and on', () => switchOffAndOn(checked))
  await page.close()
  return problems
}

const resultsOf = (
  id: 'C10' | 'C12',
  subjects: readonly ModuleDocument[],
  problems: readonly string[],
): CheckResult[] => {
  if (problems.length > 0) return problems.map((says) => ({ id, outcome: 'refuse', says }))
  const count = (what: 'routes' | 'slots') => subjects.flatMap(({ contributes }) => [...contributes[what]]).length
  const whose = id === 'C12' ? ` of all modules (${subjects.length})` : ''
  const counts = `pages ${count('routes')}, slots ${count('slots')}`
  const says = `Everything${whose} works in a real browser (${counts}), and the audio kept playing.`
  return [{ id, outcome: 'ok', says }]
}

/** The documents of all enabled modules, in the versions that `versionsOf` selects. */
const releasedModules = async (client: Options['client'], versionsOf: (state: ModuleState) => string[]) => {
  const { modules } = await client.status()
  const documents = await Promise.all(
    Object.entries(modules)
      .filter(([module, { disabled }]) => module !== 'shell' && disabled === null)
      .flatMap(([module, state]) => versionsOf(state).map((version) => client.document(module, version))),
  )
  return documents.filter((document): document is ModuleDocument => !isShellDocument(document))
}

const launchBrowser = async (): Promise<Browser> => {
  const found = await Promise.all(BROWSERS.map((name) => onPath(name, process.env.PATH)))
  const executablePath = process.env.CHROMIUM_PATH || found.find((file) => file !== undefined)
  if (!executablePath) throw new Stop(EXIT.transport, 'There is no Chromium on this machine.', ['Set CHROMIUM_PATH.'])
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args: ARGUMENTS })
}

const signIn = async (context: BrowserContext, origin: string) => {
  const session = process.env.MFE_SESSION
  if (session) {
    const name = origin.startsWith('https:') ? '__Host-griot_session' : 'griot_session'
    await context.addCookies([{ name, value: session, url: origin, httpOnly: true, sameSite: 'Lax' }])
    return
  }
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.goto(`${origin}/api/login`)
  try {
    for (const [label, value] of Object.entries(TESTER)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${origin}/`)
  } catch {
    throw new Stop(EXIT.transport, 'The product has no built-in sign-in.', [
      'Set MFE_SESSION to the session cookie of a test account.',
    ])
  }
  await page.close()
}
