import { LRUCache } from 'lru-cache'
import type { Context } from '../http/context.ts'
import { type Encoded, encode, sendEncoded } from '../http/static-file.ts'
import { createSendPage, escapeHtml } from '../pages/page.ts'
import { fitToShell, servedVersions, toAssignment } from './assign-versions.ts'
import { REPORTING_ENDPOINTS } from './csp-reports.ts'
import type { ModuleParts } from './module-routes.ts'
import { contentSecurityPolicy, isKnownPage, moduleAt, preloadTags, renderPage, type Theme } from './render-page.ts'

/** Private links of drafts, and invitations. */
const SECRET_PATH = /^\/(preview|invitation)\//i

/** One entry for each combination of versions, preloaded module and theme. */
const MAX_CACHED_PAGES = 500

/** Sends the shell's page with the visitor's assignment inlined. Rendered pages are cached until the registry changes. */
export const createSendShellPage = (parts: ModuleParts) => {
  const {
    registry,
    cookies,
    assignVersions,
    productName,
    liveReload,
    audioOrigin,
    hasSession,
    isContentMissing,
    readHeadTags,
  } = parts
  const sendPage = createSendPage(productName)
  const cache = new LRUCache<string, { page: Encoded; policy: string }>({ max: MAX_CACHED_PAGES })
  registry.onChange(() => cache.clear())

  const pageFor = async (context: Context) => {
    const headTags = await readHeadTags(context)
    const isSignedIn = hasSession(context)
    const known = cookies.read(context)
    const visitor = isSignedIn && known.sid === null ? { ...known, sid: cookies.createCohort(context) } : known
    const found = await assignVersions(visitor)
    if (!found) return null
    const assigned = fitToShell(found)
    cookies.recordServed(context, servedVersions(assigned))
    const { snapshot, shell, overrides, isSafeMode } = assigned
    const module = isSignedIn ? moduleAt(assigned, context.path) : null
    const theme = themeOf(context)
    const versions = [...assigned.modules].map(([name, { document, flags }]) => [name, document.version, ...flags])
    const preloaded = isSignedIn && (module?.module ?? true)
    const key = JSON.stringify([
      snapshot.rev,
      shell.version,
      versions,
      overrides,
      isSafeMode,
      preloaded,
      theme,
      headTags,
    ])
    const isKnown = isKnownPage(found, context.path)
    const cached = cache.get(key)
    if (cached) return { ...cached, isKnown }
    const assignment = toAssignment(assigned, productName, liveReload)
    const page = await encode(
      renderPage(shell, assignment, preloadTags(assigned, module, isSignedIn), { theme, headTags }),
    )
    const rendered = { page, policy: contentSecurityPolicy(shell, audioOrigin) }
    cache.set(key, rendered)
    return { ...rendered, isKnown }
  }

  return async (context: Context) => {
    const [rendered, isMissing] = await Promise.all([pageFor(context), isContentMissing(context)])
    context.set('cache-control', 'private, no-cache')
    if (!rendered) {
      context.set({ 'retry-after': '2', refresh: '2' })
      const text = `${escapeHtml(productName)} is starting. This page reloads automatically.`
      return sendPage(context, 503, 'One moment', `<h1>One moment.</h1>\n<p>${text}</p>`)
    }
    context.set({
      'content-security-policy': rendered.policy,
      'reporting-endpoints': REPORTING_ENDPOINTS,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'Cookie',
    })
    // The address of such a page is a secret.
    if (SECRET_PATH.test(context.path)) context.set({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    sendEncoded(context, rendered.page, rendered.isKnown && !isMissing ? 200 : 404)
  }
}

/** The shell stores an explicit choice in a cookie. */
const themeOf = (context: Context): Theme | null => {
  const value = context.cookies.get('theme')
  return value === 'light' || value === 'dark' ? value : null
}
