// The modules' part of the gateway: their files, the shell's files, the page itself, and the news about new versions.
//
//   GET /m/:module/:version(~n)?/*file   a file of a published version    GET /mfe/v1/assignment   what stands, as JSON
//   GET /assets/*, /favicon.svg …        a file of the shell              GET /mfe/v1/events       told when that changes
//   GET anything else as a page          the shell, with what stands inlined

import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Assignment } from '@griot/contracts/modules'
import { versionFolder } from '@griot/mfe-preset/publish'
import { notFound, unavailable } from '@griot/service-kit/errors'
import type { Context, Middleware } from '../http/context.ts'
import { openEvents } from './events.ts'
import {
  type ChosenTheme,
  CONTENT_SECURITY_POLICY,
  moduleAt,
  type Page,
  preloadLinks,
  renderPage,
  shellReader,
} from './page.ts'
import { assignedModules, openRegistry, type Snapshot } from './registry.ts'
import { FOR_AN_HOUR, sendFile } from './send-file.ts'

export interface ModuleRoutesOptions {
  /** Root of the module registry. */
  modulesDir: string
  /** The shell's build. */
  shellDir: string
  productName: string
  env?: string
  /** Tabs load the page again when anything changed: for development. */
  liveReload?: boolean
  /** Whether the visitor seems to be signed in; only then is a module worth preloading. */
  hasSession?: (context: Context) => boolean
  onTrouble?: (error: unknown, what: string) => void
}

// `~n` names the same file by another address: the way around a request that hangs.
const MODULE_FILE = /^\/m\/([^/~]+)\/([^/~]+)(?:~\d{1,4})?\/(.+)$/
const SHELL_ASSET = /^\/assets\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/
const SHELL_ROOT_FILE = /^\/([\w-]+\.(?:svg|png|ico|txt|webmanifest))$/

/** Answers every page that is left once the API, the sign-in and the health checks have had their turn. */
export const moduleRoutes = ({
  modulesDir,
  shellDir,
  productName,
  env = 'prod',
  liveReload = false,
  hasSession = () => true,
  onTrouble = () => {},
}: ModuleRoutesOptions) => {
  const registry = openRegistry(modulesDir, env, onTrouble)
  const readShell = shellReader(shellDir)
  const events = openEvents()

  const assignmentOf = (snapshot: Snapshot, shell: string): Assignment => ({
    rev: snapshot.rev,
    shell,
    productName,
    modules: assignedModules(snapshot),
    ...(liveReload ? { liveReload } : {}),
  })
  registry.onChange(({ rev }) => events.send('rev', { rev }))

  const stopReloads = liveReload ? watchShell(readShell, () => events.send('reload', {})) : () => {}

  const pages = new Map<string, Page>()
  let pagesAreOf = ''
  const pageFor = async (context: Context) => {
    const shell = await readShell()
    const snapshot = registry.current()
    if (!shell || !snapshot) return null
    if (pagesAreOf !== `${shell.version} ${snapshot.rev}`) {
      pages.clear()
      pagesAreOf = `${shell.version} ${snapshot.rev}`
    }
    const isSignedIn = hasSession(context)
    const module = isSignedIn ? moduleAt(snapshot, context.path) : null
    const theme = chosenTheme(context)
    const key = `${isSignedIn ? `for ${module?.module}` : 'signed out'} ${theme}`
    const page =
      pages.get(key) ??
      renderPage(shell, assignmentOf(snapshot, shell.version), isSignedIn ? preloadLinks(shell, module) : [], theme)
    pages.set(key, page)
    return page
  }

  const sendModuleFile = async (context: Context, [, module = '', version = '', file = '']: string[]) => {
    const document = await registry.document(module, version)
    const stored = document && Object.hasOwn(document.files, file) ? document.files[file] : undefined
    const place = path.join(versionFolder(modulesDir, module, version), file)
    if (!stored || !(await sendFile(context, place, stored.sri))) throw notFound('file')
  }

  const sendPage = async (context: Context) => {
    const page = await pageFor(context)
    context.set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    if (!page) {
      context.set('retry-after', '2')
      context.status = 503
      context.body = `${productName} is starting. Please try again in a moment.`
      return
    }
    const isCompressed = context.acceptsEncodings('gzip', 'identity') === 'gzip'
    context.set({
      'content-security-policy': CONTENT_SECURITY_POLICY,
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

  const sendAssignment = async (context: Context) => {
    const snapshot = registry.current()
    const shell = await readShell()
    if (!snapshot || !shell) throw unavailable('modules')
    context.set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    const body = JSON.stringify(assignmentOf(snapshot, shell.version))
    context.status = 200
    context.type = 'application/json; charset=utf-8'
    context.etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    if (context.fresh) context.status = 304
    else context.body = body
  }

  const middleware: Middleware = async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    await registry.opened

    const moduleFile = MODULE_FILE.exec(context.path)
    if (moduleFile) return sendModuleFile(context, moduleFile)
    if (context.path === '/mfe/v1/assignment') return sendAssignment(context)
    if (context.path === '/mfe/v1/events') return events.answer(context, 'rev', { rev: registry.current()?.rev ?? 0 })

    const asset = SHELL_ASSET.exec(context.path)?.[1]
    if (asset && (await sendFile(context, path.join(shellDir, 'assets', asset)))) return
    const rootFile = SHELL_ROOT_FILE.exec(context.path)?.[1]
    if (rootFile && (await sendFile(context, path.join(shellDir, rootFile), undefined, FOR_AN_HOUR))) return

    return isPage(context) ? sendPage(context) : next()
  }

  return {
    middleware,
    /** True once the registry and the shell's build could be read; what was read once stays good. */
    modulesReady: async () => {
      await registry.opened
      return (registry.current()?.modules.size ?? 0) > 0 && (await readShell()) !== null
    },
    /** Ends the event streams, which would hold up a closing server. */
    close: () => {
      stopReloads()
      events.close()
      registry.close()
    },
  }
}

/** The shell remembers the choice in a cookie. */
const chosenTheme = (context: Context): ChosenTheme | null => {
  const value = context.cookies.get('theme')
  return value === 'light' || value === 'dark' ? value : null
}

const PREFIXES_WITHOUT_PAGES = ['/api', '/m', '/mfe', '/assets', '/metrics']

// A file's name that leads nowhere answers a page only to someone who opened it as one: a browser would run the page
// as the script it asked for.
const LOOKS_LIKE_A_FILE = /\.[a-z0-9]+$/i
const isPage = (context: Context) =>
  !PREFIXES_WITHOUT_PAGES.some((prefix) => context.path === prefix || context.path.startsWith(`${prefix}/`)) &&
  context.accepts('html', 'json') === 'html' &&
  (!LOOKS_LIKE_A_FILE.test(context.path) || context.get('accept').includes('text/html'))

const watchShell = (readShell: ReturnType<typeof shellReader>, onChange: () => void) => {
  let last: string | undefined
  const timer = setInterval(async () => {
    const version = (await readShell())?.version
    if (last !== undefined && version !== last) onChange()
    last = version
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}
