import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Pointer } from '@griot/contracts/module-pointer'
import type { TelemetryReport } from '@griot/contracts/module-registry'
import type { ModuleDocument } from '@griot/contracts/modules'
import { type PointerUpdate, updatePointer } from '@griot/module-registry/pointer'
import { publishModule } from '@griot/module-registry/publish'
import { openRegistryStore } from '@griot/module-registry/registry-store'
import { wavOf } from '@griot/service-kit/audio/wav'
import { runningProduct } from '@griot/service-kit/testing/running-product'
import Koa, { type Next } from 'koa'
import type { Context, GatewayState } from '../../gateway/src/http/context.ts'
import { moduleRoutes } from '../../gateway/src/modules/module-routes.ts'
import { createRejectBlocked } from '../../gateway/src/modules/reject-blocked.ts'
import { createVisitorCookies } from '../../gateway/src/modules/visitor-cookies.ts'
import { moduleOptions } from '../../gateway/src/testing/module-server.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
const RSPACK = 'node_modules/@rspack/cli/bin/rspack.js'
const TYPESCRIPT = 'packages/mfe-preset/typescript.mjs'

/** Builds a front end of the workspace into the folder `out`. */
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
  if (code !== 0) throw new Error(`${workspace} did not build:\n${(await output).join('\n')}`)
  return out
}

/** Two builds of the probe module, built once for each run of the tests. */
export const buildProbes = () => buildAll(['1', '2'].map(buildProbe))

export const buildProbe = async (id: string) => {
  const out = path.join(runningProduct().dataDir, 'probes', id)
  if (existsSync(out)) return out
  // Two test files may build at once. The first to finish moves its build into place.
  const own = await build('shell/e2e/probe', `${out}-${process.pid}`, { PROBE_BUILD: id })
  await rename(own, out).catch(() => rm(own, { recursive: true, force: true }))
  return out
}

type Slot = ModuleDocument['contributes']['slots'][number]

/** The slots of other modules that each build of the probe can fill. */
export const SECTIONS: readonly Slot[] = [
  { slot: 'listener.home', id: 'probe.home', deadlineMs: 5000, title: 'Probes for You' },
  { slot: 'listener.search', id: 'probe.search', deadlineMs: 5000, title: 'Probes Found' },
  { slot: 'rewards.account', id: 'probe.account', deadlineMs: 5000, title: 'Probe Settings' },
]

/** Copies a build and changes the document of the copy. */
export const withDocument = async (
  dist: string,
  copy: string,
  change: (document: ModuleDocument) => Partial<ModuleDocument>,
) => {
  await cp(dist, copy, { recursive: true })
  const file = path.join(copy, 'module.json')
  const document = JSON.parse(await readFile(file, 'utf8')) as ModuleDocument
  await writeFile(file, JSON.stringify({ ...document, ...change(document) }))
  return copy
}

/** Copies a build of the probe as a version that also fills these slots. Other tests use a probe that fills none. */
export const withSlots = (dist: string, slots: readonly Slot[], copy: string) =>
  withDocument(dist, copy, ({ version, contributes }) => ({
    version: version.replace(/\d+(?=-)/, (patch) => `${Number(patch) + 1}`),
    contributes: { ...contributes, slots },
  }))

/** Waits for all builds, even if one fails: a build must not write into a folder that is being removed. */
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

/** Two minutes of sound. */
const TONE = wavOf(
  Buffer.from(Array.from({ length: SAMPLE_RATE * TONE_SECONDS }, (_, at) => 128 + 40 * Math.sin(at / 6))),
  SAMPLE_RATE,
)

const sendTone = (context: Context) => {
  const from = Number(/bytes=(\d+)-/.exec(context.get('range'))?.[1] ?? 0)
  context.type = 'audio/wav'
  context.status = context.get('range') === '' ? 200 : 206
  context.set({ 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${TONE.length - 1}/${TONE.length}` })
  context.body = TONE.subarray(from)
}

interface ModuleServerOptions {
  modulesDir: string
  shellDir: string
  /** Files that browsers must not cache, so that a fault affects the request of each page. */
  uncached?: RegExp
  /** As in development: tabs replace modules that were built again. */
  liveReload?: boolean
}

interface ServerState {
  /** Requested paths since the last reset. */
  requests: string[]
  /** Telemetry events since the last reset. */
  reported: TelemetryReport['events']
  faults: { place: RegExp; kind: FaultKind }[]
  user: typeof USER | null
}

const respondWithFault = async (kind: FaultKind, context: Context, next: Next) => {
  if (kind === 'not-found' || kind === 'failure') {
    context.status = kind === 'failure' ? 500 : 404
  } else if (kind === 'page') {
    // Like a server that returns the page for unknown addresses, or a captive portal.
    context.type = 'html'
    context.body = '<!doctype html><title>Welcome</title>'
  } else if (kind === 'tamper') {
    context.req.headers['accept-encoding'] = 'identity'
    await next()
    const original = await text(context.body as Readable)
    context.body = context.type.includes('css')
      ? `${original} body{outline:9px solid red}`
      : `${original};globalThis.tampered=1`
  } else {
    context.respond = false
    if (kind === 'reset') context.req.socket.destroy()
  }
}

const createApp = (modules: ReturnType<typeof moduleRoutes>, state: ServerState, uncached?: RegExp) => {
  const rejectBlocked = createRejectBlocked(modules.registry)
  const receiveReport = async (context: Context) => {
    state.reported.push(...(JSON.parse(await text(context.req)) as TelemetryReport).events)
    context.status = 204
  }
  const sendUser = (context: Context) => {
    if (state.user) context.body = state.user
    else context.status = 401
  }

  const app = new Koa<GatewayState>()
  app.silent = true
  app.use(async (context, next) => {
    await next()
    if (uncached?.test(context.path)) context.set('cache-control', 'no-store')
  })
  app.use(async (context, next) => {
    state.requests.push(context.path)
    context.state.origin = `http://${context.host}`
    const kind = state.faults.find(({ place }) => place.test(context.path))?.kind
    return kind ? respondWithFault(kind, context, next) : next()
  })
  app.use((context, next) => {
    if (context.path === '/mfe/v1/telemetry') return receiveReport(context)
    if (context.path.startsWith('/api/')) rejectBlocked(context.req.headers['x-mfe'])
    if (context.path === '/api/auth/user') sendUser(context)
    else if (context.path.endsWith('/stream')) sendTone(context)
    else if (context.path.startsWith('/api/')) context.status = 503
    else return next()
  })
  app.use(modules.middleware)
  return app
}

/** Starts the gateway's module routes on a free port, with injected faults and an API that only returns the user. */
export const startModuleServer = async ({
  modulesDir,
  shellDir,
  uncached,
  liveReload = false,
}: ModuleServerOptions) => {
  const store = openRegistryStore(modulesDir)
  await publishModule({ dist: shellDir, store, effort: 'little' })
  const cookies = createVisitorCookies('a secret for tests')
  const modules = moduleRoutes({ ...moduleOptions(store), cookies, productName: 'Griot', liveReload })
  const state: ServerState = { requests: [], reported: [], faults: [], user: USER }

  const server = createServer(createApp(modules, state, uncached).callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: state.requests,
    reported: state.reported,
    /** Changes the registry's pointer, as the mfe command does. */
    changePointer: async (change: (pointer: Pointer) => PointerUpdate | null) => {
      const pointer = await updatePointer(store, change)
      await modules.registry.refresh()
      return pointer
    },
    addFault: (place: RegExp, kind: FaultKind) => {
      state.faults.push({ place, kind })
    },
    /** Null signs the user out. */
    setUser: (next: typeof USER | null) => {
      state.user = next
    },
    reset: () => {
      // The same arrays, which tests have read.
      for (const recorded of [state.requests, state.reported, state.faults]) recorded.length = 0
      state.user = USER
    },
    /** Reads versions that another process published. */
    refresh: () => modules.registry.refresh(),
    publish: (dist: string) => publishModule({ dist, store, effort: 'little' }),
    registry: modules.registry,
    /** A link that selects these versions for one browser. */
    overrideLink: (versions: Record<string, string>) =>
      `/mfe/v1/override?with=${cookies.createOverrideToken(versions, 600_000)}`,
    close: () => {
      modules.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

export type ModuleServer = Awaited<ReturnType<typeof startModuleServer>>
