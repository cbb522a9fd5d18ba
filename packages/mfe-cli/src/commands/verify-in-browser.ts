import type { RegistryStatus } from '@griot/contracts/module-registry'
import type { CheckResult, ModuleDocument } from '@griot/contracts/modules'
import { isShellDocument } from '@griot/contracts/modules'
import { onPath } from '@griot/service-kit/on-path'
import type { Browser, Page } from 'playwright-core'
import { beginTour } from '../browser/tour.ts'
import type { Client } from '../client.ts'
import type { Output } from '../command.ts'
import { EXIT, Stop } from '../outcome.ts'
import { showChecks } from '../show.ts'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// Plays as if there were a loudspeaker, and as if somebody had asked for it.
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required']
const PATIENCE_MS = 20_000
const TESTER = { 'E-mail': 'mfe-verify@example.org', 'First name': 'Module', 'Last name': 'Verifier' }

/** What is asked of the registry, and where the answer goes. */
interface Asked {
  client: Pick<Client, 'origin' | 'document' | 'override'> & { status(): Promise<Pick<RegistryStatus, 'modules'>> }
  out: Output
}

/**
 * C10: goes through every page and slot of a version in the live product while a recording plays, by an override that
 * nobody else sees, and looks for what it leaves behind. The product has to let us in: by its built-in sign-in, or as
 * whoever MFE_SESSION belongs to.
 */
export const verifyInBrowser = async ({ client, out }: Asked, module: string, version: string) => {
  const document = await client.document(module, version)
  if (isShellDocument(document)) throw new Stop(EXIT.refused, 'The shell has no pages of its own to open.')
  const { routes, slots } = document.contributes
  const { link } = await client.override({ modules: { [module]: version } }, 10)
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await enter(page, client.origin, link)
    const tour = await beginTour({ page, origin: client.origin, document, others: await othersThan(module, client) })
    const troubles: string[] = []
    const attempt = async (what: string, work: () => Promise<string[]>) => {
      const done = out.begin(what)
      const found = await work()
      done(found.length === 0 ? 'well' : 'not well')
      troubles.push(...found)
    }

    const began = out.begin('Playing a recording')
    await tour.begin().catch(() => {
      throw new Stop(EXIT.refused, 'C10  No page of the product came up to play a recording in.')
    })
    began('it plays')
    for (const route of routes) await attempt(`Opening ${route.path}`, () => tour.openRoute(route))
    for (const slot of slots) await attempt(`Filling ${slot.slot}`, () => tour.openSlot(slot))
    await attempt('Switching it off and on', tour.switchOffAndOn)

    showChecks(out, troubles.length === 0 ? [allWell(document)] : troubles.map(refusal))
    if (troubles.length > 0) throw new Stop(EXIT.refused, `${module} ${version} does not stand in a browser.`)
  } finally {
    await browser.close()
  }
}

const allWell = ({ contributes: { routes, slots } }: ModuleDocument): CheckResult => ({
  id: 'C10',
  outcome: 'ok',
  says: `Everything stands in a real browser (pages ${routes.length}, slots ${slots.length}), and the sound went on.`,
})

const refusal = (says: string): CheckResult => ({ id: 'C10', outcome: 'refuse', says })

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

const enter = async (page: Page, origin: string, link: string) => {
  const session = process.env.MFE_SESSION
  if (session) {
    const name = origin.startsWith('https:') ? '__Host-griot_session' : 'griot_session'
    await page.context().addCookies([{ name, value: session, url: origin, httpOnly: true, sameSite: 'Lax' }])
  } else {
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
  }
  await page.goto(link)
}
