import { PassThrough } from 'node:stream'
import type { Context } from '@griot/service-kit/http/context'

const KEEP_ALIVE_MS = 15_000
const RECONNECT_MS = 2_000
const MAX_BUFFERED_BYTES = 1024 * 1024

export interface ServerEvent {
  name: string
  data: unknown
  /** The client sends the last id as `Last-Event-ID` when it reconnects. */
  id?: string
}

/** Responds with server-sent events. A slow client is disconnected; it reconnects. */
export const openEventStream = (context: Context) => {
  const stream = new PassThrough()
  const write = (text: string) => {
    if (stream.destroyed || stream.writableEnded) return
    if (stream.writableLength + stream.readableLength > MAX_BUFFERED_BYTES) stream.destroy()
    else stream.write(`${text}\n\n`)
  }
  write(`retry: ${RECONNECT_MS}`)
  const keepAlive = setInterval(() => write(': keep-alive'), KEEP_ALIVE_MS)
  stream.once('close', () => clearInterval(keepAlive))
  context.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Disables the response buffer of nginx.
    'x-accel-buffering': 'no',
  })
  context.body = stream
  return {
    send({ name, data, id }: ServerEvent) {
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}`)
    },
    fail() {
      stream.destroy()
    },
    end() {
      stream.end()
    },
    onClose(stop: () => void) {
      stream.once('close', stop)
    },
  }
}
