// Serves modules to browsers.
//
//   GET /m/:module/:version(~n)?/*file   a file of a deployed version      GET /mfe/v1/assignment   versions, as JSON
//   GET /assets/*, /favicon.svg …        a file of a shell                 GET /mfe/v1/events       changes, as events
//   GET /mfe/v1/override?with=…          sets overrides; without a token, clears them
//   GET anything else as a page          the shell's page with the assignment inlined

import { moduleFileAt } from '@griot/contracts/module-address'
import { isNoPage } from '@griot/contracts/modules'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { unavailable } from '@griot/service-kit/http/errors'
import type { Context, Middleware } from '../http/context.ts'
import {
  type AssignVersions,
  createAssignVersions,
  fitToShell,
  keepToShell,
  servedVersions,
  toAssignment,
  withRetired,
} from './assign-versions.ts'
import { createEventStreams, followDrafts, type ReadDraft } from './event-stream.ts'
import { createApplyOverride, type ReadPreview } from './overrides.ts'
import { openRegistry, type Registry, type ReportProblem } from './registry.ts'
import { createSendShellPage } from './send-shell-page.ts'
import { createVersionFiles, FOR_AN_HOUR } from './version-files.ts'
import type { VisitorCookies } from './visitor-cookies.ts'

export interface ModuleOptions {
  store: RegistryStore
  cookies: VisitorCookies
  productName: string
  /** Origin of recordings, if it is not this gateway. */
  audioOrigin?: string | undefined
  /** In development: tabs reload when a version changes. */
  liveReload: boolean
  /** Whether the request has a session cookie. Only then the page preloads a module. */
  hasSession(context: Context): boolean
  /** Closes the oldest event streams of the client beyond its limit. */
  limitEvents(context: Context): Promise<void>
  readDraft: ReadDraft
  readPreview: ReadPreview
  /** Whether the page is of an episode or podcast that does not exist. */
  isContentMissing(context: Context): Promise<boolean>
  /** The tags of the public page of the same episode or podcast, for visitors. */
  readHeadTags(context: Context): Promise<string>
  /** Whether the caller may read source maps. */
  mayReadSources(context: Context): Promise<boolean>
  onProblem: ReportProblem
}

export interface ModuleParts extends ModuleOptions {
  registry: Registry
  assignVersions: AssignVersions
}

const SHELL_ASSET = /^\/(assets\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/
const SHELL_ROOT_FILE = /^\/([\w-]+\.(?:svg|png|ico|txt|webmanifest))$/

/** Must come after the API, sign-in and health checks: it responds to every other page request. */
export const moduleRoutes = (options: ModuleOptions) => {
  const { store, cookies, productName, liveReload, readDraft } = options
  const registry = openRegistry(store, options.onProblem)
  const events = createEventStreams()
  registry.onChange(({ rev }) => events.send('rev', { rev }))

  const applyOverride = createApplyOverride(cookies, options.readPreview)
  const assignVersions = createAssignVersions(registry, readDraft)
  const sendPage = createSendShellPage({ ...options, registry, assignVersions })
  const files = createVersionFiles({ ...options, registry, assignVersions })

  /** A tab sends the version of its shell, so that it does not get a module version that needs another shell. */
  const sendAssignment = async (context: Context) => {
    const assigned = await assignVersions(cookies.read(context))
    if (!assigned) throw unavailable('modules')
    const { version } = assigned.shell
    const running = typeof context.query.shell === 'string' ? context.query.shell : version
    const shell = running === version ? null : await registry.shell(running)
    const kept = shell ? keepToShell(assigned, shell) : fitToShell(assigned)
    // The versions of the assigned shell: a client can claim to run any other one.
    cookies.recordServed(context, servedVersions(assigned))
    const assignment = withRetired(toAssignment(kept, productName, liveReload), assigned.snapshot)
    const body = JSON.stringify(shell ? { ...assignment, newerShell: version } : assignment)
    context.set({ 'cache-control': 'private, no-cache', vary: 'Cookie' })
    context.status = 200
    context.type = 'application/json; charset=utf-8'
    context.etag = shortHash(body)
    if (context.fresh) context.status = 304
    else context.body = body
  }

  const sendEvents = async (context: Context) => {
    await options.limitEvents(context)
    // The client has disconnected in the meantime: its stream would stay open.
    if (context.res.destroyed) return
    const stream = events.open(context, 'rev', { rev: registry.current()?.rev ?? 0 })
    followDrafts(stream, cookies.read(context), readDraft)
  }

  const middleware: Middleware = async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    await registry.opened

    const moduleFile = moduleFileAt(context.path)
    if (moduleFile) return files.sendOfModule(context, moduleFile)
    if (context.path === '/mfe/v1/assignment') return sendAssignment(context)
    if (context.path === '/mfe/v1/events') return sendEvents(context)
    if (context.path === '/mfe/v1/override') return applyOverride(context)

    const asset = SHELL_ASSET.exec(context.path)?.[1]
    // In development, file names have no hash.
    if (asset && (await files.sendOfShell(context, asset, liveReload ? 'no-cache' : undefined))) return
    const rootFile = SHELL_ROOT_FILE.exec(context.path)?.[1]
    if (rootFile && (await files.sendOfShell(context, rootFile, FOR_AN_HOUR))) return

    return isPage(context) ? sendPage(context) : next()
  }

  return {
    middleware,
    registry,
    /** True once a shell and a module are loaded. */
    modulesReady: async () => {
      await registry.opened
      const snapshot = registry.current()
      return snapshot !== null && snapshot.shell !== null && snapshot.modules.size > 0
    },
    close: () => {
      events.close()
      registry.close()
    },
  }
}

// The response to a missing file must not be a page unless the browser navigates to it: the browser would run the page as
// the script that it requested.
const LOOKS_LIKE_A_FILE = /\.[a-z0-9]+$/i
const isPage = (context: Context) =>
  !isNoPage(context.path) &&
  context.accepts('html', 'json') === 'html' &&
  (!LOOKS_LIKE_A_FILE.test(context.path) || context.get('accept').includes('text/html'))
