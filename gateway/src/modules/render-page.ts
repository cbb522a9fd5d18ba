import { createHash } from 'node:crypto'
import { moduleFilePath } from '@griot/contracts/module-address'
import type { Assignment } from '@griot/contracts/module-assignment'
import { CONTAINERS, type ModuleDocument, OWN_RUNTIME, SHELL_PAGES } from '@griot/contracts/modules'
import { GetUser } from '@griot/contracts/user'
import { escapeHtml } from '../pages/page.ts'
import type { AssignedVersions } from './assign-versions.ts'
import type { Shell } from './registry.ts'

export type Theme = 'light' | 'dark'

/** The theme is in the first byte of the page, so that it does not flash in the other one. */
export const renderPage = (
  shell: Shell,
  assignment: Assignment,
  preloads: readonly string[],
  { theme, headTags }: { theme: Theme | null; headTags: string },
) =>
  shell.template
    .replace('</head>', () => `${headTags}</head>`)
    .replace('<html', theme === null ? '<html' : `<html data-theme="${theme}"`)
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(assignment.productName))
    .replace('<!--griot:preloads-->', () => preloads.join('\n'))
    .replace('__GRIOT_REGISTRY__', () => inlineJson(assignment))

/** Escapes `<`, so that no text of a module can end the script element. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The module with a page at this path; null in safe mode. */
export const moduleAt = ({ modules, isSafeMode }: AssignedVersions, pathname: string): ModuleDocument | null => {
  const found = [...modules.values()].find(({ document, isDisabled }) => !isDisabled && hasPage(document, pathname))
  return isSafeMode ? null : (found?.document ?? null)
}

/** Whether the shell or an assigned module has a page at this path, also if that is unavailable now. */
export const isKnownPage = ({ modules }: AssignedVersions, pathname: string) =>
  SHELL_PAGES.some((path) => matches(path, pathname)) ||
  [...modules.values()].some(({ document }) => hasPage(document, pathname))

const hasPage = (document: ModuleDocument, pathname: string) =>
  document.contributes.routes.some(({ path }) => matches(path, pathname))

/** Ignores case and a slash at the end, like the router of the shell. */
const matches = (pattern: string, pathname: string) => {
  const [expected, actual] = [pattern, pathname.toLowerCase()].map((path) => path.split('/').filter(Boolean))
  return (
    expected?.length === actual?.length &&
    expected?.every((part, at) => part.startsWith(':') || part.toLowerCase() === actual?.[at])
  )
}

const PRELOAD_USER = `<link rel="preload" as="fetch" href="${GetUser.path}" crossorigin="use-credentials">`

/** Tags for the files that the page waits for, in this order: the user, the rest of the shell, the module of the path. */
export const preloadTags = (assigned: AssignedVersions, module: ModuleDocument | null, isSignedIn: boolean) => {
  // A signed-out visitor with overrides needs the shell's ribbon that shows them.
  const hasRibbon = assigned.isSafeMode || Object.keys(assigned.overrides).length > 0
  return [
    ...(isSignedIn ? [PRELOAD_USER] : []),
    ...(isSignedIn || hasRibbon ? shellScripts(assigned.shell) : []),
    ...(isSignedIn && module ? moduleTags(assigned.shell, module) : []),
  ]
}

/**
 * The scripts of all pages but the landing page. Deferred, they run right after the shell's entry. The shell paints its frame
 * with the first one; the others, with the federation runtime, must not delay it.
 */
const shellScripts = (shell: Shell) =>
  shell.preload.default.map((file, index) => {
    const priority = index === 0 ? 'high' : 'low'
    return `<script defer fetchpriority="${priority}" data-shell src="/${file}"></script>`
  })

/** `crossorigin` and `integrity` must equal those of the later request; otherwise the browser fetches the file twice. */
const moduleTags = (shell: Shell, document: ModuleDocument) => {
  const { module } = document
  const carried = shell.carries?.[module]
  if (carried) {
    const kindOf = (file: string) => (file.endsWith('.css') ? 'style' : 'script')
    return carried.map((file) => `<link rel="preload" as="${kindOf(file)}" href="/${file}" data-module="${module}">`)
  }
  const isModule = document.entryType === 'module'
  // Other builds may request their chunks without integrity, so that a preload would load them twice.
  const hasKnownRequests = isModule || document.built.mf !== OWN_RUNTIME
  return [document.entry, ...(hasKnownRequests ? document.preload.default : [])].flatMap((file) => {
    const { sri, type } = document.files[file] ?? {}
    if (!sri || type === 'asset') return []
    const path = moduleFilePath(document, file)
    const attributes = `crossorigin="anonymous" integrity="${sri}" data-module="${module}"`
    if (type === 'css') return [`<link rel="preload" as="style" href="${path}" ${attributes}>`]
    if (isModule) return [`<link rel="modulepreload" href="${path}" ${attributes}>`]
    return runsBeforeShell(document)
      ? [`<script defer fetchpriority="high" src="${path}" ${attributes}></script>`]
      : [`<link rel="preload" as="script" href="${path}" ${attributes}>`]
  })
}

/** An entry with a runtime of its own may run before the shell. A development build may not: it needs the refresh runtime. */
const runsBeforeShell = ({ built }: ModuleDocument) => built.mf === CONTAINERS && built.watcher === undefined

/** The page paints its frame before the style sheet has loaded. */
const inlineStyleHashes = (template: string) =>
  [...template.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )

/** The inlined JSON is data, so no script needs a nonce. */
export const contentSecurityPolicy = ({ template }: Pick<Shell, 'template'>, audioOrigin?: string) => {
  const audio = audioOrigin === undefined ? '' : ` ${audioOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...inlineStyleHashes(template)].join(' '),
    // A foreign picture would disclose every visitor to its server.
    "img-src 'self' data:",
    // blob: the studio reads the duration of a recording before the upload.
    `media-src 'self' https: blob:${audio}`,
    `connect-src 'self'${audio}`,
    "font-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    // Only embeds allow frames.
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    'report-to mfe',
  ].join('; ')
}
