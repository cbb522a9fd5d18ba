import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Contributions, ModuleDocument } from '@griot/contracts/modules'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { builtShell, moduleDocument, moduleFiles, writeBuild } from '@griot/module-registry/testing/built-module'
import { notFound } from '@griot/service-kit/errors'
import { createLog } from '@griot/service-kit/log'
import { KEEP_ALIVE_MS } from '@griot/service-kit/serve'
import Koa from 'koa'
import type { GatewayState } from '../http/context.ts'
import { answerErrors } from '../http/errors.ts'
import { moduleRoutes } from '../modules/module-routes.ts'
import { createVisitors } from '../modules/visitors.ts'

/** Of the first version that is published. */
export const ENTRY = '/m/rewards/0.1.0-g00000001/remoteEntry.js'

/** As a browser asks; Node's fetch would add `no-cache` and never be answered 304. */
export const REVALIDATE = { 'cache-control': 'max-age=0' }

const SECRET = 'a secret of ours'

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

  const troubles: string[] = []
  const modules = moduleRoutes({
    store,
    visitors: createVisitors(SECRET),
    productName: 'Griot & Sons',
    hasSession: (context) => context.get('cookie') !== '',
    onTrouble: (_, what) => troubles.push(what),
  })
  let origin = ''
  const app = new Koa<GatewayState>()
  app.use(answerErrors(createLog('gateway', 'silent'), false))
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
    ...{ folder, store, origin, modules, troubles, publish },
    text: async (place: string, headers: Record<string, string> = {}) =>
      (await fetch(origin + place, { headers })).text(),
    /** A cookie by which somebody sees other versions for so long. */
    overrideOf: (versions: Readonly<Record<string, string>>, forMs = 60_000) =>
      `griot_modules=${createVisitors(SECRET).overrideToken(versions, forMs)}`,
    async close() {
      modules.close()
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
