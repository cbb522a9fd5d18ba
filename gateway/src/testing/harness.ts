import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { byService, byUrlVariable, SERVICES, type ServiceName } from '@griot/contracts/services'
import type { Db } from '@griot/service-kit/db/db'
import { KEEP_ALIVE_MS } from '@griot/service-kit/http/serve'
import type { VerifyIdentity } from '@griot/service-kit/identity/identity'
import { createLog } from '@griot/service-kit/log/log'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { createIdentities } from '@griot/service-kit/testing/identity'
import type { JWK } from 'jose'
import { createGateway, type Gateway } from '../app.ts'
import { GatewayEnvironment } from '../config.ts'
import { listenOnIpv6 } from '../http/listen-on-ipv6.ts'
import type { GatewayOptions } from '../shared.ts'
import { Browser } from './browser.ts'

/** A gateway on a free port with its own database and fake services. */
export interface Harness {
  port: number
  gateway: Gateway
  db: Db
  objectsDir: string
  modulesDir: string
  grantSecret: string
  /** The request handlers of the fake services; replace them to change their responses. */
  services: Record<ServiceName, RequestListener>
  /** All requests that the fake services have received. */
  received: IncomingMessage[]
  verify: VerifyIdentity
  /** The public key of the identity tokens. */
  identityKey: JWK
  /** As the owner of the tables. */
  migratorUrl: string
  browser(host?: string): Browser
  /** A second instance on the same database. */
  startSecond(): Promise<{ gateway: Gateway; browser(): Browser; close(): Promise<void> }>
  /** Stops the server of a fake service. */
  stopService(name: ServiceName): Promise<void>
  close(): Promise<void>
}

const listen = async (listener: RequestListener) => {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

const stop = async (server: Server) => {
  server.closeAllConnections()
  if (!server.listening) return
  server.close()
  await once(server, 'close')
}

export const respondJson =
  (body: unknown, status = 200): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

export const startHarness = async (
  environment: Record<string, string> = {},
  options: Pick<GatewayOptions, 'post'> = {},
): Promise<Harness> => {
  const database = await createTestDatabase('gateway', new URL('../../migrations/', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'griot-gateway-'))
  const objectsDir = join(folder, 'objects')
  await mkdir(objectsDir)
  const modulesDir = join(folder, 'modules')
  await mkdir(modulesDir)
  const { privateKey, publicKey, verify } = await createIdentities()
  const grantSecret = randomBytes(32).toString('base64url')

  const received: IncomingMessage[] = []
  const services: Harness['services'] = byService((name) => respondJson({ from: name }))
  const running = new Map(
    await Promise.all(
      SERVICES.map(async (name) => {
        const started = await listen((request, response) => {
          received.push(request)
          services[name](request, response)
        })
        return [name, started] as const
      }),
    ),
  )
  const urlOf = (name: ServiceName) => `http://127.0.0.1:${running.get(name)?.port}`

  const config = GatewayEnvironment.parse({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    IDENTITY_PRIVATE_KEY: JSON.stringify(privateKey),
    GRANT_SECRET: grantSecret,
    ...byUrlVariable(urlOf),
    MODULES_DIR: modulesDir,
    OBJECTS_DIR: objectsDir,
    ...environment,
  })
  const log = createLog('gateway', config.LOG_LEVEL)
  const gateway = await createGateway({ config, db: database.db, log, ...options })
  const { server, port } = await listen(gateway.handler)
  const startSecond = async () => {
    const second = await createGateway({ config, db: database.db, log, ...options })
    const { server, port } = await listen(second.handler)
    return {
      gateway: second,
      browser: () => new Browser(`http://127.0.0.1:${port}`),
      async close() {
        await stop(server)
        await second.close()
      },
    }
  }
  const onIpv6 = await listenOnIpv6(server, port, log)
  const browsers: Browser[] = []

  return {
    port,
    gateway,
    db: database.db,
    objectsDir,
    modulesDir,
    grantSecret,
    services,
    received,
    verify,
    identityKey: publicKey,
    migratorUrl: database.migratorUrl,
    startSecond,
    browser(host = '127.0.0.1') {
      const browser = new Browser(`http://${host}:${port}`)
      browsers.push(browser)
      return browser
    },
    async stopService(name) {
      const { server } = running.get(name) ?? {}
      if (server !== undefined) await stop(server)
    },
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()))
      onIpv6.close()
      await stop(server)
      await gateway.close()
      await Promise.all([...running.values()].map(({ server }) => stop(server)))
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
