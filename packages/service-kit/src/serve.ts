import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  /** Milliseconds that a whole request may take to arrive; uploads need far more than the rest. */
  requestTimeoutMs?: number
}

const DRAIN_MS = 8_000

/** Listens, and ends cleanly: on SIGTERM or SIGINT, or when the process that started us is gone. */
export const serve = async ({
  handler,
  host,
  port,
  log,
  onDrain,
  onClose,
  requestTimeoutMs = 15_000,
}: ServeOptions) => {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    handler,
  )
  server.listen(port, host)
  await once(server, 'listening')
  const { port: actual } = server.address() as AddressInfo
  log.info({ port: actual }, 'listening')
  onShutdown(log, async () => {
    const closed = once(server, 'close')
    server.close()
    await onDrain?.()
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
export const onShutdown = (log: Log, close: () => Promise<void>) => {
  let closing = false
  const shutdown = (why: string) => {
    if (closing) return
    closing = true
    log.info({ why }, 'shutting down')
    close().then(
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
  process.once('disconnect', () => shutdown('starter gone'))
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })
}
