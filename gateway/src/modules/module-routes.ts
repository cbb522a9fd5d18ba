// The modules' part of the gateway: their files, the shell's files, the page itself, and the news about new versions.
//
//   GET /m/:module/:version(~n)?/*file   a file of a deployed version     GET /mfe/v1/assignment   what stands, as JSON
//   GET /assets/*, /favicon.svg …        a file of a shell                GET /mfe/v1/events       told when that changes
//   A file’s map is there only for people who may see the modules’ sources.
//   GET /mfe/v1/override?with=…          sees other versions from now on; without it, what everyone sees
//   GET anything else as a page          the shell, with what stands inlined

import { moduleFileAt } from '@griot/contracts/module-address'
import { isNoPage } from '@griot/contracts/modules'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { unavailable } from '@griot/service-kit/errors'
import { shortHash } from '@griot/service-kit/short-hash'
import type { Context, Middleware } from '../http/context.ts'
import { assignmentOf, type Chosen, fitToShell, keepToShell } from './assignment.ts'
import { createChoose, createVersionNamed } from './choose.ts'
import { followDrafts, type ReadDraft } from './drafts.ts'
import { openEvents } from './events.ts'
import { createFollowOverride, type ReadPreview } from './follow-override.ts'
import { openRegistry, type Snapshot } from './registry.ts'
import { FOR_AN_HOUR } from './send-file.ts'
import { createSendShellPage } from './shell-page.ts'
import { rangesBlocked } from './too-old.ts'
import { createVersionFiles } from './version-files.ts'
import type { Visitors } from './visitors.ts'

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

const SHELL_ASSET = /^\/(assets\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/
const SHELL_ROOT_FILE = /^\/([\w-]+\.(?:svg|png|ico|txt|webmanifest))$/

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
  const registry = openRegistry(store, env, onTrouble)
  const events = openEvents()
  registry.onChange(({ rev }) => events.send('rev', { rev }))
  const followOverride = createFollowOverride(visitors, readPreview)

  const inlined = (chosen: Chosen, { rev, pointer }: Snapshot) => {
    const blocked = rangesBlocked(pointer)
    return assignmentOf(chosen, {
      ...{ rev, productName },
      ...(liveReload ? { liveReload } : {}),
      ...(Object.keys(blocked).length > 0 ? { blocked } : {}),
    })
  }

  const versionNamed = createVersionNamed(readDraft)
  const choose = createChoose(registry, versionNamed)
  const sendPage = createSendShellPage({ registry, visitors, choose, inlined, productName, audioOrigin, hasSession })
  const files = createVersionFiles({ store, registry, visitors, versionNamed, liveReload, maySeeSources })

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
    context.etag = shortHash(body)
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

    const moduleFile = moduleFileAt(context.path)
    if (moduleFile) return files.sendOfModule(context, moduleFile)
    if (context.path === '/mfe/v1/assignment') return sendAssignment(context)
    if (context.path === '/mfe/v1/events') return sendEvents(context)

    if (context.path === '/mfe/v1/override') return followOverride(context)

    const asset = SHELL_ASSET.exec(context.path)?.[1]
    // What a watcher builds has the same name in every version.
    if (asset && (await files.sendOfShell(context, asset, liveReload ? 'no-cache' : undefined))) return
    const rootFile = SHELL_ROOT_FILE.exec(context.path)?.[1]
    if (rootFile && (await files.sendOfShell(context, rootFile, FOR_AN_HOUR))) return

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

// A file's name that leads nowhere answers a page only to someone who opened it as one: a browser would run the page
// as the script it asked for.
const LOOKS_LIKE_A_FILE = /\.[a-z0-9]+$/i
const isPage = (context: Context) =>
  !isNoPage(context.path) &&
  context.accepts('html', 'json') === 'html' &&
  (!LOOKS_LIKE_A_FILE.test(context.path) || context.get('accept').includes('text/html'))
