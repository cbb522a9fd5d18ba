import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Pointer } from '@griot/contracts/module-pointer'
import type { TelemetryReport } from '@griot/contracts/module-registry'
import { type Moved, movePointer } from '@griot/module-registry/pointer'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import { wavOf } from '@griot/service-kit/wav'
import Koa from 'koa'
import type { Context, GatewayState } from '../../gateway/src/http/context.ts'
import { moduleRoutes } from '../../gateway/src/modules/module-routes.ts'
import { createRefuseTooOld } from '../../gateway/src/modules/too-old.ts'
import { createVisitors } from '../../gateway/src/modules/visitors.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
const RSPACK = 'node_modules/@rspack/cli/bin/rspack.js'
const TYPESCRIPT = 'packages/mfe-preset/typescript.mjs'

/** Builds a front end of the workspace into a folder of the test's own. */
export const build = async (workspace: string, out: string, env: Record<string, string> = {}, root = ROOT) => {
  const typescript = pathToFileURL(path.join(root, TYPESCRIPT)).href
  const args = ['--import', typescript, path.join(root, RSPACK), 'build', '--output-path', out]
  const child = spawn(process.execPath, args, {
    cwd: path.join(root, workspace),
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${workspace} was not built:\n${(await output).join('\n')}`)
  return out
}

/** Two builds of the probe, built once for all journeys into what goes away with their product. */
export const builtProbes = () => buildAll(['1', '2'].map(builtProbe))

export const builtProbe = async (id: string) => {
  const out = path.join(runningProduct().dataDir, 'probes', id)
  if (existsSync(out)) return out
  // Two may come here at once: each builds its own, and the first to finish puts it there whole.
  const own = await build('shell/e2e/probe', `${out}-${process.pid}`, { PROBE_BUILD: id })
  await rename(own, out).catch(() => rm(own, { recursive: true, force: true }))
  return out
}

/** Waits for every build, also when one fails: a build that goes on would write into a folder that is being removed. */
const buildAll = async (builds: Promise<string>[]) => {
  await Promise.allSettled(builds)
  return Promise.all(builds)
}

export type FaultKind = 'reset' | 'not-found' | 'failure' | 'hang' | 'tamper' | 'page'

const USER = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Okoro',
  points: 120,
  level: 2,
  roles: [],
}

export const OTHER_USER = {
  ...USER,
  id: '66666666-6666-4666-8666-666666666666',
  email: 'bisi@example.org',
  firstName: 'Bisi',
  lastName: 'Adeyemi',
}

const SAMPLE_RATE = 8000
const TONE_SECONDS = 120

/** Two minutes of sound without a file. */
const TONE = wavOf(
  Buffer.from(Array.from({ length: SAMPLE_RATE * TONE_SECONDS }, (_, at) => 128 + 40 * Math.sin(at / 6))),
  SAMPLE_RATE,
)

const sendTone = (context: Context) => {
  const all = TONE
  const from = Number(/bytes=(\d+)-/.exec(context.get('range'))?.[1] ?? 0)
  context.type = 'audio/wav'
  context.status = context.get('range') === '' ? 200 : 206
  context.set({ 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` })
  context.body = all.subarray(from)
}

interface HouseOptions {
  modulesDir: string
  shellDir: string
  /** Files that no browser may keep: a fault must meet the request of each page anew. */
  notKept?: RegExp
  /** As for development: tabs take in what was built. */
  liveReload?: boolean
}

/** The gateway's module routes on a port of their own, with faults on request and an API that knows only who is signed in. */
export const openHouse = async ({ modulesDir, shellDir, notKept, liveReload = false }: HouseOptions) => {
  const store = openRegistryStore(modulesDir)
  await publishModule({ dist: shellDir, store, effort: 'little' })
  const visitors = createVisitors('a secret of the house')
  const modules = moduleRoutes({ store, visitors, productName: 'Griot', liveReload })
  const refuseTooOld = createRefuseTooOld(modules.registry)
  const requests: string[] = []
  let faults: { place: RegExp; kind: FaultKind }[] = []
  let user: typeof USER | null = USER

  const told: TelemetryReport['events'] = []
  const remember = async (context: Context) => {
    told.push(...(JSON.parse(await text(context.req)) as TelemetryReport).events)
    context.status = 204
  }

  const sendUser = (context: Context) => {
    if (user) context.body = user
    else context.status = 401
  }

  const app = new Koa<GatewayState>()
  app.silent = true
  app.use(async (context, next) => {
    await next()
    if (notKept?.test(context.path)) context.set('cache-control', 'no-store')
  })
  app.use(async (context, next) => {
    requests.push(context.path)
    context.state.origin = `http://${context.host}`
    const kind = faults.find(({ place }) => place.test(context.path))?.kind
    if (!kind) return next()
    if (kind === 'not-found' || kind === 'failure') {
      context.status = kind === 'failure' ? 500 : 404
    } else if (kind === 'page') {
      // As a server would that answers every unknown address with the page, or a portal that wants one to sign in.
      context.type = 'html'
      context.body = '<!doctype html><title>Welcome</title>'
    } else if (kind === 'tamper') {
      context.req.headers['accept-encoding'] = 'identity'
      await next()
      const honest = await text(context.body as Readable)
      context.body = context.type.includes('css')
        ? `${honest} body{outline:9px solid red}`
        : `${honest};globalThis.tampered=1`
    } else {
      context.respond = false
      if (kind === 'reset') context.req.socket.destroy()
    }
  })
  app.use((context, next) => {
    if (context.path === '/mfe/v1/telemetry') return remember(context)
    if (context.path.startsWith('/api/')) refuseTooOld(context.req.headers['x-mfe'])
    if (context.path === '/api/auth/user') sendUser(context)
    else if (context.path.endsWith('/stream')) sendTone(context)
    else if (context.path.startsWith('/api/')) context.status = 503
    else return next()
  })
  app.use(modules.middleware)

  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths asked for since the last call of `heal`. */
    requests,
    /** What tabs have told about modules since the last call of `heal`. */
    told,
    /** Changes what stands, as a team does. */
    move: async (change: (pointer: Pointer) => Moved | null) => {
      const pointer = await movePointer(store, 'prod', change)
      await modules.registry.refresh()
      return pointer
    },
    break: (place: RegExp, kind: FaultKind) => {
      faults.push({ place, kind })
    },
    /** Who is signed in from now on; nobody is null. */
    enter: (person: typeof USER | null) => {
      user = person
    },
    heal: () => {
      faults = []
      user = USER
      requests.length = 0
      told.length = 0
    },
    /** Reads at once what another process has published. */
    refresh: () => modules.registry.refresh(),
    publish: (dist: string) => publishModule({ dist, store, effort: 'little' }),
    registry: modules.registry,
    /** Who opens it sees these versions. */
    overrideLink: (versions: Record<string, string>) =>
      `/mfe/v1/override?with=${visitors.overrideToken(versions, 600_000)}`,
    close: () => {
      modules.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
