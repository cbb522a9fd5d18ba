import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Contributions, ModuleDocument } from '@griot/contracts/modules'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore, type RegistryStore } from '@griot/module-registry/registry-store'
import { builtShell, moduleDocument, moduleFiles, writeBuild } from '@griot/module-registry/testing/built-module'
import { notFound } from '@griot/service-kit/http/errors'
import { KEEP_ALIVE_MS } from '@griot/service-kit/http/serve'
import { createLog } from '@griot/service-kit/log/log'
import Koa from 'koa'
import type { GatewayState } from '../http/context.ts'
import { type ModuleOptions, moduleRoutes } from '../modules/module-routes.ts'
import { createVisitorCookies } from '../modules/visitor-cookies.ts'
import { handleErrors } from '../pages/handle-errors.ts'

/** The entry of the first published version. */
export const ENTRY = '/m/rewards/0.1.0-g00000001/remoteEntry.js'

/** As in a browser. Node's fetch adds `no-cache` by default and would never get 304. */
export const REVALIDATE = { 'cache-control': 'max-age=0' }

const SECRET = 'a secret of ours'

/** Without drafts, previews and source maps. */
export const moduleOptions = (store: RegistryStore): ModuleOptions => ({
  store,
  cookies: createVisitorCookies(SECRET),
  productName: 'Griot & Sons',
  liveReload: false,
  hasSession: () => true,
  limitEvents: async () => {},
  readDraft: async () => null,
  readPreview: async () => [],
  isContentMissing: async () => false,
  readHeadTags: async () => '',
  mayReadSources: async () => false,
  onProblem: () => {},
})

export type ModuleServer = Awaited<ReturnType<typeof serveModules>>

/** The modules' part of the gateway by itself, with a shell and rewards published. */
export const serveModules = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'griot-gateway-modules-'))
  const store = openRegistryStore(folder)
  const publish = async (build: number, more: Partial<ModuleDocument> = {}) => {
    const files = moduleFiles('rewards', build)
    const contributes: Contributions = {
      routes: [{ id: 'rewards.points', path: '/points', title: 'Points', skeleton: 'list' }],
      nav: [],
      slots: [],
      fallback: { 'rewards.points': { text: '</script><script>alert(1)' } },
    }
    const document = moduleDocument('rewards', build, files, { contributes, ...more })
    await publishModule({ dist: await writeBuild(folder, document, files), store })
  }
  await publishModule({ dist: await builtShell(folder), store })
  await publish(1)

  const problems: string[] = []
  const modules = moduleRoutes({
    ...moduleOptions(store),
    hasSession: (context) => context.get('cookie') !== '',
    onProblem: (_, what) => problems.push(what),
  })
  let origin = ''
  const app = new Koa<GatewayState>()
  app.use(handleErrors(createLog('gateway', 'silent'), false))
  app.use((context, next) => {
    context.state.origin = origin
    return next()
  })
  app.use(modules.middleware)
  app.use(() => {
    throw notFound('page')
  })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    ...{ folder, store, origin, modules, problems, publish },
    text: async (place: string, headers: Record<string, string> = {}) =>
      (await fetch(origin + place, { headers })).text(),
    /** Returns a cookie that overrides versions for `forMs` milliseconds. */
    overrideOf: (versions: Readonly<Record<string, string>>, forMs = 60_000) =>
      `griot_modules=${createVisitorCookies(SECRET).createOverrideToken(versions, forMs)}`,
    async close() {
      modules.close()
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
