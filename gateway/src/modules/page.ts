import { gzipSync } from 'node:zlib'
import { moduleFilePath } from '@griot/contracts/module-address'
import type { Assignment } from '@griot/contracts/module-assignment'
import { CONTAINERS, type ModuleDocument } from '@griot/contracts/modules'
import { GetUser } from '@griot/contracts/user'
import { shortHash } from '@griot/service-kit/short-hash'
import { escapeHtml } from '../pages/frame.ts'
import type { Chosen } from './assignment.ts'
import type { Shell } from './registry.ts'

export interface Page {
  plain: Buffer
  gzip: Buffer
  etag: string
}

/** A theme that the visitor chose against the system's. */
export type ChosenTheme = 'light' | 'dark'

/**
 * The shell's page with what stands inlined, and with the files of the module that this path will show; in the chosen
 * theme from its first byte, so that it does not flash in the other one.
 */
export const renderPage = (
  shell: Shell,
  assignment: Assignment,
  brought: readonly string[],
  theme: ChosenTheme | null,
): Page => {
  const html = shell.template
    .replace('<html', theme === null ? '<html' : `<html data-theme="${theme}"`)
    .replaceAll('__PRODUCT_NAME__', () => escapeHtml(assignment.productName))
    .replace('<!--griot:preloads-->', () => brought.join('\n'))
    .replace('__GRIOT_REGISTRY__', () => inlineJson(assignment))
  const plain = Buffer.from(html)
  const etag = shortHash(plain)
  return { plain, gzip: gzipSync(plain), etag }
}

/** JSON that cannot end the script element it stands in, whatever texts a module brings. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The module whose page stands at this path. */
export const moduleAt = ({ modules, isSafeMode }: Chosen, pathname: string): ModuleDocument | null => {
  if (isSafeMode) return null
  for (const { document, disabled } of modules.values()) {
    if (disabled !== null) continue
    if (document.contributes.routes.some((route) => matches(route.path, pathname))) return document
  }
  return null
}

const matches = (pattern: string, pathname: string) => {
  const wanted = segments(pattern)
  const given = segments(pathname)
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

const segments = (pathname: string) => pathname.split('/').filter((part) => part !== '')

/** What a page waits for, in the order in which it is wanted: who is there, the rest of the shell, the module of the path. */
export const broughtAlong = (chosen: Chosen, module: ModuleDocument | null, isSignedIn: boolean) => {
  // Whoever sees other than the rest is told so, also before they sign in.
  const isOwnSight = chosen.isSafeMode || Object.keys(chosen.overrides).length > 0
  return [
    ...(isSignedIn ? [PERSON] : []),
    ...(isSignedIn || isOwnSight ? shellScripts(chosen.shell) : []),
    ...(isSignedIn && module ? moduleFiles(chosen.shell, module) : []),
  ]
}

/** The first thing that the shell asks, and nothing is shown before the answer: not only once its script has run. */
const PERSON = `<link rel="preload" as="fetch" href="${GetUser.path}" crossorigin="use-credentials">`

/** What the shell needs for all but its front page. Deferred, it runs right behind what starts the shell and looks for it. */
const shellScripts = (shell: Shell) =>
  shell.preload.default.map((file) => `<script defer fetchpriority="high" data-shell src="/${file}"></script>`)

/**
 * Preloads are exactly as the browser will ask for them later: one whose `crossorigin` or `integrity` differs from the
 * real request is fetched twice.
 */
const moduleFiles = (shell: Shell, document: ModuleDocument) => {
  const carried = shell.carries?.[document.module]
  if (carried) return carried.map((file) => preloadCarried(document.module, file))
  const links: string[] = []
  for (const file of [document.entry, ...document.preload.default]) {
    const { sri, type } = document.files[file] ?? {}
    if (!sri || type === 'asset') continue
    const place = moduleFilePath(document, file)
    const how = `crossorigin="anonymous" integrity="${sri}" data-module="${document.module}"`
    if (type === 'css') links.push(`<link rel="preload" as="style" href="${place}" ${how}>`)
    else if (runsBesideShell(document)) links.push(`<script defer fetchpriority="high" src="${place}" ${how}></script>`)
    else links.push(`<link rel="preload" as="script" href="${place}" ${how}>`)
  }
  return links
}

/**
 * An entry and its chunks only register what they bring, so they may run before the shell asks for them: behind its own
 * scripts, which one that hangs does not hold up. Development builds may not: what refreshes them is the shell's.
 */
const runsBesideShell = ({ built }: ModuleDocument) => built.mf === CONTAINERS && built.watcher === undefined

/** A page of a shell that holds the module itself knows by the mark that it may begin with it. */
const preloadCarried = (module: string, file: string) =>
  `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="/${file}" data-module="${module}">`

/**
 * Everything comes from our own origin, and recordings perhaps from another one; the inlined JSON is data, so no script
 * needs a nonce.
 */
export const contentSecurityPolicy = (audioOrigin?: string) => {
  const audio = audioOrigin === undefined ? '' : ` ${audioOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    // A recording that is about to be uploaded tells its length before it is sent.
    `media-src 'self' https: blob:${audio}`,
    `connect-src 'self'${audio}`,
    "font-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    'report-to mfe',
  ].join('; ')
}
