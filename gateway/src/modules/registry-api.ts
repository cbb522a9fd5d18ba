import { RegistryApi } from '@griot/contracts/module-endpoints'
import type { Pointer } from '@griot/contracts/module-pointer'
import { ModuleName } from '@griot/contracts/modules'
import { storeBlob } from '@griot/module-registry/blobs'
import { freeze } from '@griot/module-registry/changes'
import { readPrevious } from '@griot/module-registry/history'
import { ENV, readPointer, readRevisions, updatePointer } from '@griot/module-registry/pointer'
import type { RegistryStore } from '@griot/module-registry/registry-store'
import { missingFiles } from '@griot/module-registry/versions'
import { AppError, conflict, forbidden, invalid, notFound, orNotFound } from '@griot/service-kit/http/errors'
import Router from '@koa/router'
import { LRUCache } from 'lru-cache'
import type { Context, GatewayState, Middleware } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { readJsonBody, validate } from '../http/read-body.ts'
import { notShown } from './assign-versions.ts'
import type { Caller } from './authenticate-caller.ts'
import { saveVerdict } from './browser-verdicts.queries.ts'
import { changeModule } from './change-module.ts'
import { collectUnused, deployVersion, listDeployed, requireVersion } from './operations.ts'
import { createOverride, listPreviews, setDraft, shownBy } from './overrides.ts'
import type { Platform } from './registry.ts'
import { on, type Route } from './registry-route.ts'
import { checkBrowser, checkRelease, findUncompared } from './release-checks.ts'
import { readHealth } from './reports.queries.ts'
import { createStoreFile } from './store-file.ts'
import { teamRoutes } from './team-routes.ts'
import { insertComparison } from './type-comparisons.queries.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { reportBudget } from './webhooks.ts'

const JOURNAL_ENTRIES = 50
const LISTED_VERSIONS = 30
const MAX_LISTED = 500

/** The browser check may follow after the other ones. */
const FOR_A_SHARE = { isForEveryone: false }

type Authenticate = (context: Context) => Promise<Caller>

/** The registry API for the `mfe` command and the admin page. Every call is authenticated. */
export const createRegistryApi = (platform: Platform, authenticate: Authenticate): Middleware => {
  const router = new Router<GatewayState>()
  const routes = [
    ...versionRoutes(platform),
    ...environmentRoutes(platform),
    ...teamRoutes(platform),
    ...webhookRoutes(platform),
  ]
  for (const { endpoint, permission, handle } of routes) {
    router.register(endpoint.path, [endpoint.method], async (context: Context & { params: Record<string, string> }) => {
      await platform.registry.opened
      const caller = await authenticate(context)
      const { params } = context
      const { module = '', env = ENV } = params
      if ('module' in params && !ModuleName.safeParse(module).success) throw notFound('module')
      if (endpoint.params?.safeParse(params).success === false) throw notFound('page')
      if (permission === 'admin' && !caller.isAdmin) throw forbidden('registry', 'Only admins may do this.')
      if (permission !== 'admin' && permission !== 'any') caller.authorize(permission, module)
      const body = endpoint.body && (await readJsonBody(context.req, endpoint.body))
      if (env !== ENV) throw conflict('environment.other', `This gateway serves ${ENV}, not ${env}.`)
      context.set('cache-control', 'no-store')
      context.status = endpoint.status ?? 200
      const query = endpoint.query && validate(endpoint.query, { ...context.query })
      context.body = await handle({ context, caller, params, query, body })
    })
  }
  const route = router.routes()
  return (context, next) =>
    route(context as never, () => {
      const { matched = [] } = context as { matched?: { methods: string[] }[] }
      if (matched.length > 0) throw methodNotAllowed(context, [...new Set(matched.flatMap(({ methods }) => methods))])
      return next()
    })
}

const versionRoutes = (platform: Platform): Route[] => {
  const { db, log, store, registry } = platform
  const storeFile = createStoreFile({ store: (...file) => storeBlob(store, ...file), log })

  return [
    on(RegistryApi.planDeployment, 'deploy', async ({ params, body: { document } }) => {
      requireSameModule(params.module, document.module)
      return { missing: await missingFiles(store, document) }
    }),

    on(RegistryApi.storeFile, 'deploy', ({ context, params: { hash } }) => storeFile(context, hash)),

    on(RegistryApi.deployVersion, 'deploy', async ({ context, caller, params, body }) => {
      const { document } = body
      requireSameModule(params.module, document.module)
      const checks = await deployVersion(platform, body, caller.name)
      await reportBudget(platform, document, checks, context.state.origin)
      return { module: document.module, version: document.version, checks }
    }),

    on(RegistryApi.listVersions, 'any', async ({ params: { module }, query: { limit = LISTED_VERSIONS } }) => ({
      versions: await listDeployed(platform, module, Math.min(limit, MAX_LISTED)),
    })),

    on(RegistryApi.readVersion, 'any', async ({ params: { module, version } }) =>
      orNotFound(await registry.document(module, version), 'version'),
    ),

    on(RegistryApi.checkVersion, 'any', async ({ params: { module, version } }) => {
      const document = await requireVersion(platform, module, version)
      const checks = await checkRelease(platform, document)
      return { module, version, checks: [...checks, ...(await checkBrowser(platform, document, FOR_A_SHARE))] }
    }),

    on(RegistryApi.saveBrowserVerdict, 'verify', async ({ caller, params, body }) => {
      await requireVersion(platform, params.module, params.version)
      await saveVerdict(db, params, body.problems, caller.name)
      return body
    }),

    on(RegistryApi.listUncompared, 'any', async ({ params: { module, version } }) => ({
      uncompared: await findUncompared(platform, await requireVersion(platform, module, version)),
    })),

    on(RegistryApi.saveComparison, 'deploy', async ({ caller, params: own, body: compared }) => {
      const shells = [own, compared.other].filter(({ module }) => module === 'shell')
      if (shells.length !== 1) throw invalid({ other: 'Compare a shell with a module.' })
      for (const { module, version } of [own, compared.other]) await requireVersion(platform, module, version)
      await insertComparison(db, own, compared, caller.name)
      return compared
    }),

    on(RegistryApi.moveDraft, 'deploy', async ({ context, caller, params, body: { version } }) =>
      setDraft(platform, { ...params, version }, caller.name, context.state.origin),
    ),

    on(RegistryApi.collectVersions, 'release', async ({ params: { module }, body: { dryRun = false } }) =>
      collectUnused(platform, { module, isDry: dryRun }),
    ),
  ]
}

const environmentRoutes = (platform: Platform): Route[] => {
  const { store, registry } = platform
  const findPrevious = createFindPrevious(store)

  return [
    on(RegistryApi.changeModule, 'release', async ({ context, caller, params: { module, action }, body }) => {
      if (body.force && !caller.isPerson) {
        throw new AppError(403, 'force.second_person', 'A CI job cannot force a release. Ask a person.')
      }
      return changeModule(platform, { by: caller.name, module, action, request: body, ifRev: ifMatch(context) })
    }),

    on(RegistryApi.listRevisions, 'any', async ({ query: { before, limit = JOURNAL_ENTRIES } }) => {
      const { rev } = await readPointer(store)
      const found = await readRevisions(store, Math.min(before ?? rev, rev), Math.min(limit, MAX_LISTED))
      return { revisions: found.map((pointer) => ({ ...entryOf(pointer), shown: shownBy(pointer) })) }
    }),

    on(RegistryApi.freeze, 'admin', async ({ caller, body: { reason } }) => {
      const { rev, frozen } = await updatePointer(store, (pointer) => freeze(pointer, { by: caller.name, reason }))
      await registry.refresh()
      return { rev, frozen }
    }),

    on(RegistryApi.readStatus, 'any', ({ context }) => readStatus(platform, context.state.origin, findPrevious)),

    on(RegistryApi.createOverride, 'any', async ({ context, caller, body }) =>
      createOverride(platform, caller, body, context.state.origin),
    ),
  ]
}

const entryOf = ({ rev, at, change }: Pointer) => ({ rev, at, change })

type FindPrevious = ReturnType<typeof createFindPrevious>

/** The rollback target of each module. Reads the audit log once for each release: tabs poll the status. */
const createFindPrevious = (store: RegistryStore) => {
  const known = new LRUCache<string, { version: string | null }>({ max: 500 })
  return async (pointer: Pointer) => {
    const found: Record<string, string> = {}
    for (const [module, { stable, since, lkg }] of Object.entries(pointer.modules)) {
      const key = `${module}@${stable} ${since}`
      const { version } = known.get(key) ?? { version: await readPrevious(store, pointer, module) }
      known.set(key, { version })
      const target = version ?? lkg
      if (target !== null && target !== stable) found[module] = target
    }
    return found
  }
}

const readStatus = async (platform: Platform, origin: string, findPrevious: FindPrevious) => {
  const { db, store, registry } = platform
  const pointer = await readPointer(store)
  const { env, rev, at, frozen } = pointer
  const modules = Object.entries(pointer.modules)
  const journal = await readRevisions(store, rev, JOURNAL_ENTRIES)
  // Teams need the status most during an outage, so it works without the database.
  const [health, previews] = await Promise.all([
    readHealth(db).catch(() => []),
    listPreviews(platform, origin).catch(() => []),
  ])
  const snapshot = registry.current()
  return {
    ...{ env, rev, at, frozen, health, previews },
    modules: Object.fromEntries(modules.filter(([, { retired }]) => !retired)),
    retired: modules.flatMap(([module, { retired, stable, disabled }]) =>
      retired ? [{ module, version: stable, reason: disabled ?? '' }] : [],
    ),
    journal: journal.map(entryOf),
    notShown: snapshot ? notShown(snapshot) : [],
    previous: await findPrevious(pointer),
  }
}

const requireSameModule = (module: string, documented: string) => {
  if (documented !== module) throw invalid({ document: `This is a version of ${documented}.` })
}

const ifMatch = (context: Context) => {
  const header = context.get('if-match')
  if (header === '') return undefined
  const rev = Number(header.replaceAll('"', ''))
  if (!Number.isSafeInteger(rev)) throw invalid({ 'if-match': 'Must be a revision.' })
  return rev
}
