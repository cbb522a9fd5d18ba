import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises'
import type { Log } from '../log/log.ts'

export interface ServeOptions {
  handler: RequestListener
  /** After SIGTERM the process keeps serving for `DRAIN_SECONDS`, so that load balancers notice that it is not ready. */
  config: { HOST: string; PORT: number; DRAIN_SECONDS: number }
  log: Log
  /** Runs first at shutdown: ends responses that would stay open, such as event streams. */
  onDrain?: () => Promise<void>
  /** Runs after the last response: closes pools, queues, files. */
  onClose: () => Promise<void>
  /** For a whole request to arrive; uploads need more than the default. */
  requestTimeoutMs?: number
}

const DRAIN_MS = 8_000
const ACCEPT_MS = 1_000
const QUICK_ITERATION_MS = 1
/** Longer than clients keep idle connections: a server that closes first can break a request that is just being sent. */
export const KEEP_ALIVE_MS = 65_000
const STARTER_DISCONNECTED = 'starter disconnected'

/** Listens until SIGTERM, SIGINT or the end of the starting process, then drains and exits. */
export const serve = async ({ handler, config, log, onDrain, onClose, requestTimeoutMs = 15_000 }: ServeOptions) => {
  let isDraining = false
  const serveLast: RequestListener = (request, response) => {
    response.setHeader('connection', 'close')
    if (request.url !== '/readyz') return handler(request, response)
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"draining"}')
  }
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: 10_000, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => (isDraining ? serveLast : handler)(request, response),
  )
  server.listen(config.PORT, config.HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  log.info({ port }, 'listening')
  onShutdown(log, async (why) => {
    isDraining = true
    await onDrain?.()
    if (why !== STARTER_DISCONNECTED) await delay(config.DRAIN_SECONDS * 1000)
    await acceptWaiting(server)
    const closed = once(server, 'close')
    server.close()
    // Connections that were busy when the server closed become idle later.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(idle)
    clearTimeout(deadline)
    await onClose()
  })
  return { server, port }
}

/**
 * Accepts the connections that wait in the backlog, which closing the server resets. Node accepts one in each iteration of the
 * event loop. More may arrive during a slow iteration.
 */
const acceptWaiting = async (server: Server) => {
  let hasAccepted = false
  server.on('connection', () => {
    hasAccepted = true
  })
  const deadline = performance.now() + ACCEPT_MS
  let startedAt: number
  do {
    hasAccepted = false
    startedAt = performance.now()
    await nextIteration()
  } while ((hasAccepted || performance.now() - startedAt > QUICK_ITERATION_MS) && performance.now() < deadline)
}

/** Runs `close` once at shutdown, then exits; with code 1 if it fails. */
export const onShutdown = (log: Log, close: (why: string) => Promise<void>) => {
  let closing = false
  const shutdown = (why: string) => {
    if (closing) return
    closing = true
    log.info({ why }, 'shutting down')
    close(why).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', shutdown)
  process.once('SIGINT', shutdown)
  // The starter holds an IPC channel to each process. It closes even if the starter is killed.
  process.once('disconnect', () => shutdown(STARTER_DISCONNECTED))
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })
}
