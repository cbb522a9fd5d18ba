import type { CheckResult } from '@griot/contracts/module-pointer'
import type { RegistryStatus } from '@griot/contracts/module-registry'
import type { ModuleDocument } from '@griot/contracts/modules'
import { isShellDocument } from '@griot/contracts/modules'
import { onPath } from '@griot/service-kit/on-path'
import type { Browser, BrowserContext } from 'playwright-core'
import { beginTour } from '../browser/tour.ts'
import type { Client } from '../client.ts'
import type { Output } from '../command.ts'
import { EXIT, Stop } from '../outcome.ts'
import { showChecks } from '../show.ts'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// Plays as if there were a loudspeaker, and as if somebody had asked for it.
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required']
const PATIENCE_MS = 20_000
/** How long a tour may take. */
const MINUTES = 10
const TESTER = { 'E-mail': 'mfe-verify@example.org', 'First name': 'Module', 'Last name': 'Verifier' }

/** What is asked of the registry, and where the answer goes. */
interface Asked {
  client: Pick<Client, 'origin' | 'document' | 'override'> & { status(): Promise<Pick<RegistryStatus, 'modules'>> }
  out: Output
}

/** A module's version, and how one person comes to see it. */
interface Visit {
  document: ModuleDocument
  sight: Record<string, string>
  /** Of whom its troubles are told. */
  name: string
}

/**
 * C10: goes through every page and slot of a version in the live product while a recording plays, by an override that
 * nobody else sees, and looks for what it leaves behind. Of a shell it is C12: the same with every module that stands, is
 * on trial or may be gone back to. The product has to let us in: by its built-in sign-in, or as whoever MFE_SESSION
 * belongs to.
 */
export const verifyInBrowser = async ({ client, out }: Asked, module: string, version: string) => {
  const document = await client.document(module, version)
  const isShell = isShellDocument(document)
  const visits = isShell ? await carriedBy(version, client) : [{ document, sight: { [module]: version }, name: '' }]
  const browser = await openBrowser()
  try {
    const context = await browser.newContext()
    await signIn(context, client.origin)
    const troubles: string[] = []
    for (const visit of visits) {
      if (isShell) out.line(visit.name)
      const found = await tour({ client, out }, context, visit)
      troubles.push(...found.map((says) => (isShell ? `${visit.name}: ${says}` : says)))
    }
    const id = isShell ? 'C12' : 'C10'
    showChecks(out, troubles.length === 0 ? [allWell(id, visits)] : troubles.map((says) => refusal(id, says)))
    if (troubles.length > 0) throw new Stop(EXIT.refused, `${module} ${version} does not stand in a browser.`)
  } finally {
    await browser.close()
  }
}

/** Answers what is wrong, each in a sentence. */
const tour = async ({ client, out }: Asked, context: BrowserContext, { document, sight }: Visit) => {
  const { routes, slots } = document.contributes
  const { link } = await client.override({ modules: sight }, MINUTES)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(link)
  const steps = await beginTour({
    page,
    origin: client.origin,
    document,
    others: await othersThan(document.module, client),
  })
  const troubles: string[] = []
  const attempt = async (what: string, work: () => Promise<string[]>) => {
    const done = out.begin(what)
    const found = await work()
    done(found.length === 0 ? 'well' : 'not well')
    troubles.push(...found)
  }

  const began = out.begin('Playing a recording')
  await steps.begin().catch(() => {
    throw new Stop(EXIT.refused, 'No page of the product came up to play a recording in.')
  })
  began('it plays')
  for (const route of routes) await attempt(`Opening ${route.path}`, () => steps.openRoute(route))
  for (const slot of slots) await attempt(`Filling ${slot.slot}`, () => steps.openSlot(slot))
  await attempt('Switching it off and on', steps.switchOffAndOn)
  await page.close()
  return troubles
}

const allWell = (id: string, visits: readonly Visit[]): CheckResult => {
  const count = (what: 'routes' | 'slots') =>
    visits.reduce((sum, { document }) => sum + document.contributes[what].length, 0)
  const whose = id === 'C12' ? ` of all modules (${visits.length})` : ''
  return {
    id,
    outcome: 'ok',
    says: `Everything${whose} stands in a real browser (pages ${count('routes')}, slots ${count('slots')}), and the sound went on.`,
  }
}

const refusal = (id: string, says: string): CheckResult => ({ id, outcome: 'refuse', says })

/** Whatever a new shell has to carry. */
const carriedBy = async (shell: string, client: Asked['client']): Promise<Visit[]> => {
  const { modules } = await client.status()
  const visits = await Promise.all(
    Object.entries(modules)
      .filter(([module, { disabled }]) => module !== 'shell' && disabled === null)
      .flatMap(([module, { stable, candidate, lkg }]) =>
        [...new Set([stable, candidate?.version, lkg])].map(async (version) => {
          const document = version ? await client.document(module, version) : null
          return document && !isShellDocument(document)
            ? [{ document, sight: { shell, [module]: document.version }, name: `${module} ${document.version}` }]
            : []
        }),
      ),
  )
  return visits.flat()
}

const othersThan = async (module: string, client: Asked['client']) => {
  const { modules } = await client.status()
  const standing = Object.entries(modules).filter(([name, { disabled }]) => name !== module && disabled === null)
  const documents = await Promise.all(standing.map(([name, { stable }]) => client.document(name, stable)))
  return documents.flatMap((document) => (isShellDocument(document) ? [] : [document]))
}

const openBrowser = async (): Promise<Browser> => {
  const found = await Promise.all(BROWSERS.map((name) => onPath(name, process.env.PATH)))
  const executablePath = process.env.CHROMIUM_PATH || found.find((place) => place !== undefined)
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
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(`${origin}/api/login`)
  try {
    for (const [label, value] of Object.entries(TESTER)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${origin}/`)
  } catch {
    throw new Stop(EXIT.transport, 'The product does not let us in by itself.', [
      'Set MFE_SESSION to the value of a session cookie of a test account.',
    ])
  }
  await page.close()
}
