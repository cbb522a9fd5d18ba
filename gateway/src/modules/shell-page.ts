import type { Assignment } from '@griot/contracts/module-assignment'
import type { Context } from '../http/context.ts'
import { createSendPage, escapeHtml } from '../pages/frame.ts'
import { type Chosen, fitToShell } from './assignment.ts'
import type { createChoose } from './choose.ts'
import { broughtAlong, type ChosenTheme, contentSecurityPolicy, moduleAt, type Page, renderPage } from './page.ts'
import { REPORTING_ENDPOINTS } from './policy-reports.ts'
import type { Registry, Snapshot } from './registry.ts'
import type { Visitors } from './visitors.ts'

interface Options {
  registry: Registry
  visitors: Visitors
  choose: ReturnType<typeof createChoose>
  inlined(chosen: Chosen, snapshot: Snapshot): Assignment
  productName: string
  audioOrigin: string | undefined
  hasSession(context: Context): boolean
}

// A page for each mixture of versions, place and theme; people who try other versions make few more.
const MOST_PAGES = 500

/** Sends the shell's page with what its visitor sees. Mixtures that were asked for before are not made anew. */
export const createSendShellPage = (options: Options) => {
  const { registry, visitors, choose, inlined, productName, audioOrigin, hasSession } = options
  const policy = contentSecurityPolicy(audioOrigin)
  const sendPage = createSendPage(productName)
  const pages = new Map<string, Page>()
  registry.onChange(() => pages.clear())

  const pageFor = async (context: Context) => {
    const isSignedIn = hasSession(context)
    const seen = visitors.sight(context)
    const sight = isSignedIn && seen.sid === null ? { ...seen, sid: visitors.draw(context) } : seen
    const found = await choose(sight)
    if (!found) return null
    const { snapshot } = found
    const chosen = fitToShell(found.chosen)
    const module = isSignedIn ? moduleAt(chosen, context.path) : null
    const theme = chosenTheme(context)
    const versions = [...chosen.modules].map(([name, { document, flags }]) => [name, document.version, ...flags])
    const key = JSON.stringify([
      snapshot.rev,
      chosen.shell.version,
      versions,
      chosen.overrides,
      chosen.isSafeMode,
      isSignedIn && (module?.module ?? true),
      theme,
    ])
    const known = pages.get(key)
    if (known) return known
    const brought = broughtAlong(chosen, module, isSignedIn)
    const page = renderPage(chosen.shell, inlined(chosen, snapshot), brought, theme)
    if (pages.size >= MOST_PAGES) pages.clear()
    pages.set(key, page)
    return page
  }

  return async (context: Context) => {
    const page = await pageFor(context)
    context.set({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
    if (!page) {
      context.set({ 'retry-after': '2', refresh: '2' })
      const says = `${escapeHtml(productName)} is starting. This page opens by itself.`
      return sendPage(context, 503, 'One moment', `<h1>One moment.</h1>\n<p>${says}</p>`)
    }
    const isCompressed = context.acceptsEncodings('gzip', 'identity') === 'gzip'
    context.set({
      'content-security-policy': policy,
      'reporting-endpoints': REPORTING_ENDPOINTS,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'Accept-Encoding, Cookie',
    })
    if (isCompressed) context.set('content-encoding', 'gzip')
    context.status = 200
    context.etag = `${page.etag}${isCompressed ? '-gzip' : ''}`
    if (context.fresh) context.status = 304
    else context.body = isCompressed ? page.gzip : page.plain
  }
}

/** The shell remembers the choice in a cookie. */
const chosenTheme = (context: Context): ChosenTheme | null => {
  const value = context.cookies.get('theme')
  return value === 'light' || value === 'dark' ? value : null
}
