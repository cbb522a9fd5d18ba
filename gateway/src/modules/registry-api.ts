// What teams say to the registry, by the `mfe` command or on its page. Every call says in whose name it comes.
//
//   POST /mfe/v1/modules/:module/plan                which files are missing
//   PUT  /mfe/v1/modules/:module/blobs/:hash         one file, by the SHA-384 of its content
//   POST /mfe/v1/modules/:module/versions            the version, once all its files are there
//   GET  /mfe/v1/modules/:module/versions            what was deployed, newest first
//   GET  /mfe/v1/modules/:module/versions/:version   its document
//   GET  …/versions/:version/checks                  what the checks say to it now
//   GET|PUT …/versions/:version/types                which types are to be compared with its own, and what came of it
//   PUT  /mfe/v1/modules/:module/drafts/:draft       which version a developer's build, or a branch, is at
//   POST /mfe/v1/env/:env/modules/:module/:action    promote, canary, rollback, disable, enable, block, unblock, flag
//   POST /mfe/v1/modules/:module/collect             old versions that nothing needs are cleared away
//   GET  /mfe/v1/env/:env/revisions                  what was shown to people before, newest first
//   POST /mfe/v1/env/:env/freeze                     admins only
//   GET  /mfe/v1/status                              what stands, how it does, and what was done
//   POST /mfe/v1/overrides                           a link by which a person sees other versions
//   GET|POST /mfe/v1/tokens, DELETE /mfe/v1/tokens/:id   admins only

import {
  ChangeAction,
  ChangeRequest,
  type CollectAnswer,
  CollectRequest,
  type DeployedVersions,
  type DeployPlan,
  DeployRequest,
  type DraftAnswer,
  DraftRequest,
  FreezeRequest,
  type OverrideAnswer,
  OverrideRequest,
  type RegistryStatus,
  type Revisions,
  TokenRequest,
  TypesCompared,
  type UncomparedTypes,
  type VersionChecks,
  type VersionHealth,
} from '@griot/contracts/module-registry'
import { ModuleName } from '@griot/contracts/modules'
import type { Db } from '@griot/service-kit/db'
import { forbidden, invalid, notFound } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import type { Context, Middleware } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { readJsonBody } from '../read-body.ts'
import { notShown } from './assignment.ts'
import type { createChange } from './change.ts'
import { createKeepFile } from './keep-file.ts'
import { type Operations, refuseOtherEnvironment } from './operations.ts'
import type { createPast } from './past.ts'
import type { Registry } from './registry.ts'
import type { createSights } from './sights.ts'
import { type Asker, type createAskers, createToken } from './team.ts'
import { deleteToken, listTokens } from './tokens.queries.ts'
import { insertComparison } from './types-compared.queries.ts'

interface Options {
  db: Db
  log: Log
  env: string
  registry: Registry
  operations: Operations
  changeModule: ReturnType<typeof createChange>
  past: ReturnType<typeof createPast>
  askers: ReturnType<typeof createAskers>
  sights: ReturnType<typeof createSights>
  health(): Promise<VersionHealth[]>
}

interface Call {
  context: Context
  asker: Asker
  /** The variable parts of the path. */
  parts: readonly string[]
}

type Route = readonly [method: string, path: RegExp, answer: (call: Call) => Promise<unknown>]

const JOURNAL_SHOWN = 50
const VERSIONS_SHOWN = 30
/** Of versions or revisions, to whoever asks for many. */
const MOST_SHOWN = 500
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const createRegistryApi = (options: Options): Middleware => {
  const { db, log, env, registry, operations, changeModule, past, askers, sights, health } = options

  const moduleIn = ({ parts, asker }: Call, scope: 'deploy' | 'release') => {
    const module = ModuleName.safeParse(parts[0])
    if (!module.success) throw notFound('module')
    asker.mayDo(scope, module.data)
    return module.data
  }

  const documentIn = async (call: Call) => {
    const module = moduleIn(call, 'deploy')
    const { document } = await readJsonBody(call.context.req, DeployRequest)
    if (document.module !== module) throw invalid({ document: `This is a version of ${document.module}.` })
    return document
  }

  const plan = async (call: Call): Promise<DeployPlan> => ({
    missing: await operations.missing(await documentIn(call)),
  })

  const keep = createKeepFile({ keep: operations.keepFile, log })
  const keepFile = async (call: Call) => {
    moduleIn(call, 'deploy')
    return keep(call.context, call.parts[1] ?? '')
  }

  const deploy = async (call: Call): Promise<VersionChecks> => {
    const document = await documentIn(call)
    const checks = await operations.deploy(document, call.asker.name)
    call.context.status = 201
    return { module: document.module, version: document.version, checks }
  }

  const showVersions = async ({ context, parts }: Call): Promise<DeployedVersions> => {
    const module = ModuleName.safeParse(parts[0])
    if (!module.success) throw notFound('module')
    return {
      versions: await operations.versions(module.data, numberIn(context, 'limit', MOST_SHOWN) ?? VERSIONS_SHOWN),
    }
  }

  const readVersion = async ({ parts }: Call) => {
    const document = await registry.document(parts[0] ?? '', parts[1] ?? '')
    if (!document) throw notFound('version')
    return document
  }

  const draft = async (call: Call): Promise<DraftAnswer> => {
    const module = moduleIn(call, 'deploy')
    const { version } = await readJsonBody(call.context.req, DraftRequest)
    const { context, asker, parts } = call
    return sights.moveDraft({ module, draft: parts[1] ?? '', version, by: asker.name }, context.state.origin)
  }

  const verify = async ({ parts }: Call): Promise<VersionChecks> => {
    const [module = '', version = ''] = parts
    return { module, version, checks: await operations.verify(module, version) }
  }

  const showUncompared = async ({ parts }: Call): Promise<UncomparedTypes> => {
    const [module = '', version = ''] = parts
    return { uncompared: await operations.uncompared(module, version) }
  }

  const keepComparison = async (call: Call): Promise<TypesCompared> => {
    const module = moduleIn(call, 'deploy')
    const own = { module, version: call.parts[1] ?? '' }
    const compared = await readJsonBody(call.context.req, TypesCompared)
    if ([own, compared.other].filter((one) => one.module === 'shell').length !== 1) {
      throw invalid({ other: 'Of the two, one is a shell.' })
    }
    for (const one of [own, compared.other]) await operations.mustBeDeployed(one.module, one.version)
    await insertComparison(db, own, compared, call.asker.name)
    return compared
  }

  const change = async (call: Call) => {
    const { context, asker, parts } = call
    const [environment = '', name = '', verb = ''] = parts
    refuseOtherEnvironment(environment, env)
    const module = moduleIn({ ...call, parts: [name] }, 'release')
    const action = ChangeAction.safeParse(verb)
    if (!action.success) throw notFound('action')
    const request = await readJsonBody(context.req, ChangeRequest)
    return changeModule({ by: asker.name, module, action: action.data, request, ifRev: ifMatch(context) })
  }

  const showRevisions = ({ context, parts }: Call): Promise<Revisions> => {
    refuseOtherEnvironment(parts[0] ?? '', env)
    const before = numberIn(context, 'before', Number.MAX_SAFE_INTEGER)
    return past.revisions(before, numberIn(context, 'limit', MOST_SHOWN) ?? JOURNAL_SHOWN)
  }

  const collect = async (call: Call): Promise<CollectAnswer> => {
    const module = moduleIn(call, 'release')
    const { dryRun = false } = await readJsonBody(call.context.req, CollectRequest)
    return operations.collect({ module, isDry: dryRun })
  }

  const freeze = async ({ context, asker, parts }: Call) => {
    requireAdmin(asker)
    refuseOtherEnvironment(parts[0] ?? '', env)
    const { reason } = await readJsonBody(context.req, FreezeRequest)
    return operations.freeze(asker.name, reason)
  }

  const status = async ({ context }: Call): Promise<RegistryStatus> => {
    const { pointer, journal } = await operations.status(JOURNAL_SHOWN)
    const { rev, at, frozen, modules } = pointer
    // The page of the registry is wanted most when something else is down.
    const [known, previews] = await Promise.all([
      health().catch(() => []),
      sights.previews(context.state.origin).catch(() => []),
    ])
    const snapshot = registry.current()
    const hidden = snapshot ? notShown(snapshot) : []
    return { env, rev, at, frozen, modules, journal, health: known, notShown: hidden, previews }
  }

  const override = async ({ context, asker }: Call): Promise<OverrideAnswer> =>
    sights.override(asker, await readJsonBody(context.req, OverrideRequest), context.state.origin)

  const showTokens = async ({ asker }: Call) => {
    requireAdmin(asker)
    return listTokens(db)
  }

  const makeToken = async ({ context, asker }: Call) => {
    requireAdmin(asker)
    const asked = await readJsonBody(context.req, TokenRequest)
    context.status = 201
    return createToken(db, { ...asked, createdBy: asker.name })
  }

  const removeToken = async ({ asker, parts }: Call) => {
    requireAdmin(asker)
    const [id = ''] = parts
    if (!UUID.test(id) || (await deleteToken(db, id)) === 0) throw notFound('token')
    return { removed: id }
  }

  const routes: readonly Route[] = [
    ['POST', /^modules\/([^/]+)\/plan$/, plan],
    ['PUT', /^modules\/([^/]+)\/blobs\/([0-9a-f]{96})$/, keepFile],
    ['POST', /^modules\/([^/]+)\/versions$/, deploy],
    ['GET', /^modules\/([^/]+)\/versions$/, showVersions],
    ['POST', /^modules\/([^/]+)\/collect$/, collect],
    ['PUT', /^modules\/([^/]+)\/drafts\/([^/]+)$/, draft],
    ['GET', /^modules\/([^/]+)\/versions\/([^/]+)$/, readVersion],
    ['GET', /^modules\/([^/]+)\/versions\/([^/]+)\/checks$/, verify],
    ['GET', /^modules\/([^/]+)\/versions\/([^/]+)\/types$/, showUncompared],
    ['PUT', /^modules\/([^/]+)\/versions\/([^/]+)\/types$/, keepComparison],
    ['POST', /^env\/([^/]+)\/modules\/([^/]+)\/([a-z]+)$/, change],
    ['GET', /^env\/([^/]+)\/revisions$/, showRevisions],
    ['POST', /^env\/([^/]+)\/freeze$/, freeze],
    ['GET', /^status$/, status],
    ['POST', /^overrides$/, override],
    ['GET', /^tokens$/, showTokens],
    ['POST', /^tokens$/, makeToken],
    ['DELETE', /^tokens\/([^/]+)$/, removeToken],
  ]

  return async (context, next) => {
    if (!context.path.startsWith('/mfe/v1/')) return next()
    const rest = context.path.slice('/mfe/v1/'.length)
    const here = routes.filter(([, path]) => path.test(rest))
    if (here.length === 0) return next()
    const route = here.find(([method]) => method === context.method)
    const allowed = here.map(([method]) => method)
    if (!route) throw methodNotAllowed(context, allowed)
    await registry.opened
    const [, path, answer] = route
    const asker = await askers.find(context)
    context.set('cache-control', 'no-store')
    context.status = 200
    context.body = await answer({ context, asker, parts: path.exec(rest)?.slice(1) ?? [] })
  }
}

const requireAdmin = ({ isAdmin }: Asker) => {
  if (!isAdmin) throw forbidden('registry', 'Only admins may do this.')
}

const numberIn = ({ query }: Context, name: string, most: number) => {
  const text = query[name]
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw invalid({ [name]: 'Is a number from 1 on.' })
  return Math.min(value, most)
}

const ifMatch = (context: Context) => {
  const header = context.get('if-match')
  if (header === '') return undefined
  const rev = Number(header.replaceAll('"', ''))
  if (!Number.isSafeInteger(rev)) throw invalid({ 'if-match': 'Is not a revision.' })
  return rev
}
