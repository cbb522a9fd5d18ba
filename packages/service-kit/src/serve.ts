import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface ServeOptions {
  handler: RequestListener
  host: string
  port: number
  log: Log
  /** Runs first when the process is asked to end: for answers that never end by themselves. */
  onDrain?: () => Promise<void>
  /** Runs after the last request was answered: close pools, queues, files. */
  onClose: () => Promise<void>
  /** For so long after it was asked to end it goes on answering, so that whoever sends requests here learns of it. */
  leaveMs?: number
  /** Milliseconds that a whole request may take to arrive; uploads need far more than the rest. */
  requestTimeoutMs?: number
}

const DRAIN_MS = 8_000
/** Longer than whoever asks keeps a connection: else it might be closed just as it is used again. */
export const KEEP_ALIVE_MS = 65_000
const STARTER_GONE = 'starter gone'

/** Listens, and ends cleanly: on SIGTERM or SIGINT, or when the process that started us is gone. */
export const serve = async ({
  handler,
  host,
  port,
  log,
  onDrain,
  onClose,
  leaveMs = 0,
  requestTimeoutMs = 15_000,
}: ServeOptions) => {
  let isLeaving = false
  /** Last answers: no further request is to come on the same connection, and none to this copy. */
  const sayFarewell: RequestListener = (request, response) => {
    response.setHeader('connection', 'close')
    if (request.url !== '/readyz') return handler(request, response)
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"draining"}')
  }
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: 10_000, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => (isLeaving ? sayFarewell : handler)(request, response),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  log.info({ port: actual }, 'listening')
  onShutdown(log, async (why) => {
    isLeaving = true
    await onDrain?.()
    // Without a starter there is nobody who would still send anything.
    if (why !== STARTER_GONE) await delay(leaveMs)
    const closed = once(server, 'close')
    server.close()
    // Connections that were busy when the server closed are kept alive once they are done; nobody else ends them.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await closed
    clearInterval(idle)
    clearTimeout(deadline)
    await onClose()
  })
  return { server, port: actual }
}

/** Runs `close` once when the process is asked to end, then exits. A failure while closing exits with 1. */
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
  // The starter keeps a channel open to each process; when it is killed, the channel closes and nobody is left behind.
  process.once('disconnect', () => shutdown(STARTER_GONE))
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })
}
