// The modules' part of the gateway: their files, the shell's files, the page itself, and the news about new versions.
//
//   GET /m/:module/:version(~n)?/*file   a file of a deployed version     GET /mfe/v1/assignment   what stands, as JSON
//   GET /assets/*, /favicon.svg …        a file of a shell                GET /mfe/v1/events       told when that changes
//   A file’s map is there only for people who may see the modules’ sources.
//   GET /mfe/v1/override?with=…          sees other versions from now on; without it, what everyone sees
//   GET anything else as a page          the shell, with what stands inlined

import { createHash } from 'node:crypto'
import { isNoPage, isShellDocument, ModuleDraft, SWITCHED_OFF, SWITCHED_ON } from '@griot/contracts/modules'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { notFound, unavailable } from '@griot/service-kit/errors'
import type { Context, Middleware } from '../http/context.ts'
import {
  assignmentOf,
  type Chosen,
  chooseFor,
  fitToShell,
  keepToShell,
  NOTHING_OVERRIDDEN,
  type Overridden,
} from './assignment.ts'
import { followDrafts, type ReadDraft } from './drafts.ts'
import { openEvents } from './events.ts'
import { createFollowOverride, type ReadPreview } from './follow-override.ts'
import { broughtAlong, type ChosenTheme, contentSecurityPolicy, moduleAt, type Page, renderPage } from './page.ts'
import { REPORTING_ENDPOINTS } from './policy-reports.ts'
import { openRegistry, type Shell, type Snapshot } from './registry.ts'
import { FOR_AN_HOUR, FOR_THIS_ONE, isSourceMap, type SentFile, sendBlob } from './send-file.ts'
import type { Sight, Visitors } from './visitors.ts'

export interface ModuleRoutesOptions {
  store: RegistryStore
  visitors: Visitors
  productName: string
  /** Where recordings come from, when that is not this gateway. */
  audioOrigin?: string | undefined
  env?: string
  /** Tabs take in at once what was built: for development. */
  liveReload?: boolean
  /** Whether the visitor seems to be signed in; only then is a module worth preloading. */
  hasSession?: (context: Context) => boolean
  /** Which version a developer's own build is at; null for one that is not there. */
  readDraft?: ReadDraft
  readPreview?: ReadPreview
  /** Whether whoever asks may see the sources, by the maps that lead to them. */
  maySeeSources?: (context: Context) => Promise<boolean>
  onTrouble?: (error: unknown, what: string) => void
}

// `~n` names the same file by another address: the way around a request that hangs.
const MODULE_FILE = /^\/m\/([^/~]+)\/([^/~]+)(?:~\d{1,4})?\/(.+)$/
const SHELL_ASSET = /^\/(assets\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/
const SHELL_ROOT_FILE = /^\/([\w-]+\.(?:svg|png|ico|txt|webmanifest))$/

// A page for each mixture of versions, place and theme; people who try other versions make few more.
const MOST_PAGES = 500

/** Answers every page that is left once the API, the sign-in and the health checks have had their turn. */
export const moduleRoutes = ({
  store,
  visitors,
  productName,
  audioOrigin,
  env = 'prod',
  liveReload = false,
  hasSession = () => true,
  readDraft = async () => null,
  readPreview = async () => [],
  maySeeSources = async () => false,
  onTrouble = () => {},
}: ModuleRoutesOptions) => {
  const policy = contentSecurityPolicy(audioOrigin)
  const registry = openRegistry(store, env, onTrouble)
  const events = openEvents()
  registry.onChange(({ rev }) => events.send('rev', { rev }))
  const followOverride = createFollowOverride(visitors, readPreview)

  const inlined = (chosen: Chosen, { rev }: Snapshot) =>
    assignmentOf(chosen, { rev, productName, ...(liveReload ? { liveReload } : {}) })

  const versionNamed = async (module: string, named: string) =>
    ModuleDraft.safeParse(named).success ? readDraft(module, named) : named

  /** Versions that do not exist are passed over: an override can outlive what it names. */
  const overriddenBy = async ({ overrides }: Sight): Promise<Overridden> => {
    const wanted = Object.entries(overrides)
    if (wanted.length === 0) return NOTHING_OVERRIDDEN
    const modules = new Map()
    const off = new Set<string>()
    const flags = new Map<string, boolean>()
    let shell: Shell | null = null
    for (const [module, named] of wanted) {
      if (module.includes(':')) {
        flags.set(module, named === SWITCHED_ON)
        continue
      }
      if (named === SWITCHED_OFF) off.add(module)
      const version = await versionNamed(module, named)
      if (version === null) continue
      const document = module === 'shell' ? null : await registry.document(module, version)
      if (module === 'shell') shell = await registry.shell(version)
      else if (document && !isShellDocument(document)) modules.set(module, document)
    }
    return { shell, modules, off, flags }
  }

  const choose = async (sight: Sight) => {
    const snapshot = registry.current()
    const chosen = snapshot && chooseFor(snapshot, sight, await overriddenBy(sight))
    return snapshot && chosen && { snapshot, chosen }
  }

  const pages = new Map<string, Page>()
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
  registry.onChange(() => pages.clear())

  const sendModuleFile = async (context: Context, [, module = '', version = '', name = '']: string[]) => {
    const document = await registry.document(module, version)
    const file = document && Object.hasOwn(document.files, name) ? document.files[name] : undefined
    if (!file) throw notFound('file')
    // A build for development is readable as it is, and whoever tries it has a browser that asks for its maps.
    const isHidden = isSourceMap(name) && document?.built.watcher === undefined
    if (!(await (isHidden ? sendMap : sendOpen)(context, { name, sri: file.sri }))) throw notFound('file')
  }

  const sendOpen = (context: Context, file: SentFile) => sendBlob(context, store, file)

  /** To somebody who may not see it there is no such file. */
  const sendMap = async (context: Context, file: SentFile) => {
    if (liveReload) return sendOpen(context, file)
    return (await maySeeSources(context)) && sendBlob(context, store, { ...file, cacheControl: FOR_THIS_ONE })
  }

  /** Of a shell that stands for nobody but the one who asks. */
  const fileOfTriedShell = async (context: Context, name: string) => {
    const { shell } = visitors.sight(context).overrides
    const version = shell === undefined ? null : await versionNamed('shell', shell)
    const files = version === null ? undefined : (await registry.document('shell', version))?.files
    return files !== undefined && Object.hasOwn(files, name) ? (files[name]?.sri ?? null) : null
  }

  const sendShellFile = async (context: Context, name: string, cacheControl?: string) => {
    const sri = (await registry.shellFile(name)) ?? (await fileOfTriedShell(context, name))
    if (sri === null) return false
    if (isSourceMap(name)) return sendMap(context, { name, sri })
    return sendOpen(context, { name, sri, ...(cacheControl ? { cacheControl } : {}) })
  }

  const sendPage = async (context: Context) => {
    const page = await pageFor(context)
    context.set({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
    if (!page) {
      context.set('retry-after', '2')
      context.status = 503
      context.body = `${productName} is starting. Please try again in a moment.`
      return
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

  /** A tab says which shell it runs, so that it is not sent to a version that needs another one. */
  const sendAssignment = async (context: Context) => {
    const found = await choose(visitors.sight(context))
    if (!found) throw unavailable('modules')
    const { snapshot, chosen } = found
    const asked = typeof context.query.shell === 'string' ? context.query.shell : chosen.shell.version
    const shell = asked === chosen.shell.version ? null : await registry.shell(asked)
    context.set({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff', vary: 'Cookie' })
    const assignment = shell
      ? { ...inlined(keepToShell(chosen, shell), snapshot), newerShell: chosen.shell.version }
      : inlined(fitToShell(chosen), snapshot)
    const body = JSON.stringify(assignment)
    context.status = 200
    context.type = 'application/json; charset=utf-8'
    context.etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    if (context.fresh) context.status = 304
    else context.body = body
  }

  const sendEvents = (context: Context) => {
    const stream = events.answer(context, 'rev', { rev: registry.current()?.rev ?? 0 })
    followDrafts(stream, visitors.sight(context), readDraft)
  }

  const middleware: Middleware = async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    await registry.opened

    const moduleFile = MODULE_FILE.exec(context.path)
    if (moduleFile) return sendModuleFile(context, moduleFile)
    if (context.path === '/mfe/v1/assignment') return sendAssignment(context)
    if (context.path === '/mfe/v1/events') return sendEvents(context)

    if (context.path === '/mfe/v1/override') return followOverride(context)

    const asset = SHELL_ASSET.exec(context.path)?.[1]
    // What a watcher builds has the same name in every version.
    if (asset && (await sendShellFile(context, asset, liveReload ? 'no-cache' : undefined))) return
    const rootFile = SHELL_ROOT_FILE.exec(context.path)?.[1]
    if (rootFile && (await sendShellFile(context, rootFile, FOR_AN_HOUR))) return

    return isPage(context) ? sendPage(context) : next()
  }

  return {
    middleware,
    registry,
    /** True once a shell and modules could be read; what was read once stays good. */
    modulesReady: async () => {
      await registry.opened
      const snapshot = registry.current()
      return snapshot !== null && snapshot.shell !== null && snapshot.modules.size > 0
    },
    /** Ends the event streams, which would hold up a closing server. */
    close: () => {
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

// A file's name that leads nowhere answers a page only to someone who opened it as one: a browser would run the page
// as the script it asked for.
const LOOKS_LIKE_A_FILE = /\.[a-z0-9]+$/i
const isPage = (context: Context) =>
  !isNoPage(context.path) &&
  context.accepts('html', 'json') === 'html' &&
  (!LOOKS_LIKE_A_FILE.test(context.path) || context.get('accept').includes('text/html'))
