import type { ModuleDocument } from '@griot/contracts/modules'
import { isShellDocument } from '@griot/contracts/modules'
import { onPath } from '@griot/service-kit/on-path'
import type { Browser, Page } from 'playwright-core'
import type { Call } from '../command.ts'
import { EXIT, Stop } from '../outcome.ts'
import { showChecks } from '../show.ts'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PATIENCE_MS = 20_000
/** A page that people have in their menu while its module stands. */
const ELSEWHERE = '/discover'
const ANY_ID = '00000000-0000-4000-8000-000000000000'
const TESTER = { 'E-mail': 'mfe-verify@example.org', 'First name': 'Module', 'Last name': 'Verifier' }

/**
 * C10: opens every page of a version in the live product, leaves it and comes back, by an override that nobody else sees.
 * The product has to let us in: by its built-in sign-in, or as whoever MFE_SESSION belongs to.
 */
export const verifyInBrowser = async ({ client, out }: Call, module: string, version: string) => {
  const document = await client.document(module, version)
  if (isShellDocument(document)) throw new Stop(EXIT.refused, 'The shell has no pages of its own to open.')
  const { link } = await client.override({ [module]: version }, 10)
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await enter(page, client.origin, link)
    const troubles: string[] = []
    for (const route of document.contributes.routes) {
      const done = out.begin(`Opening ${route.path}`)
      const found = await openRoute(page, client.origin, document, route)
      done(found.length === 0 ? 'it stands' : 'it does not stand')
      troubles.push(...found)
    }
    showChecks(out, [
      troubles.length === 0
        ? {
            id: 'C10',
            outcome: 'ok',
            says: `Every page stands in a real browser (${document.contributes.routes.length}).`,
          }
        : { id: 'C10', outcome: 'refuse', says: troubles.join(' ') },
    ])
    if (troubles.length > 0) throw new Stop(EXIT.refused, `${module} ${version} does not stand in a browser.`)
  } finally {
    await browser.close()
  }
}

const openBrowser = async (): Promise<Browser> => {
  const found = await Promise.all(BROWSERS.map((name) => onPath(name, process.env.PATH)))
  const executablePath = process.env.CHROMIUM_PATH || found.find((place) => place !== undefined)
  if (!executablePath) throw new Stop(EXIT.transport, 'There is no Chromium on this machine.', ['Set CHROMIUM_PATH.'])
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--mute-audio'] })
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

type Route = ModuleDocument['contributes']['routes'][number]

/** What is wrong with a page, in sentences. Calls that find nothing are none of it: the address names nobody. */
const openRoute = async (page: Page, origin: string, { module, version }: ModuleDocument, { path, title }: Route) => {
  const troubles: string[] = []
  const place = path.replace(/:[^/]+/g, ANY_ID)
  const noticeMessage = (text: string) => {
    if (text.includes(`${module}@`) || /Content.Security.Policy/i.test(text))
      troubles.push(`${path}: ${text.split('\n')[0]}`)
  }
  const noticeError = (error: Error) => troubles.push(`${path}: ${error.message}`)
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === 'error') noticeMessage(message.text())
  }
  page.on('console', onConsole)
  page.on('pageerror', noticeError)
  try {
    await page.goto(origin + place, { waitUntil: 'commit' })
    const ready = `mfe:${module}:version:${version}`
    await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, ready)
    const shown = await headingUnlike(page, '')
    // Whoever goes elsewhere and comes back has it again: it is ended and begun anew.
    const elsewhere = path === ELSEWHERE ? '/' : ELSEWHERE
    const link = page.locator(`nav a[href="${elsewhere}"]:visible`).first()
    if ((await link.count()) > 0) {
      await link.click()
      await page.waitForURL(origin + elsewhere)
      const other = await headingUnlike(page, shown)
      await page.goBack({ waitUntil: 'commit' })
      await headingUnlike(page, other)
    }
  } catch {
    troubles.push(`${path}: ${title} did not come within ${PATIENCE_MS / 1000} seconds.`)
  } finally {
    page.off('console', onConsole)
    page.off('pageerror', noticeError)
  }
  return troubles
}

/** The heading of the page, once it is another one. */
const headingUnlike = async (page: Page, known: string) => {
  const all = page.locator('main h1')
  const other = (known === '' ? all : all.filter({ hasNotText: known })).first()
  await other.waitFor()
  return (await other.textContent()) ?? ''
}
