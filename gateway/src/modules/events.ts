import { PassThrough } from 'node:stream'
import type { Context } from '../http/context.ts'

const KEEP_ALIVE_MS = 15_000

export interface OneStream {
  send(event: string, data: unknown): void
  onClose(run: () => void): void
}

/** Server-sent events to every open tab. */
export const openEvents = () => {
  const streams = new Set<PassThrough>()
  const keepAlive = setInterval(() => {
    for (const stream of streams) stream.write(': still here\n\n')
  }, KEEP_ALIVE_MS)
  keepAlive.unref()

  return {
    /** Answers with a stream that starts by saying where things stand. */
    answer(context: Context, event: string, data: unknown): OneStream {
      const stream = new PassThrough()
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
      context.req.once('close', () => stream.destroy())
      context.set({
        'cache-control': 'no-store',
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      })
      context.status = 200
      context.body = stream
      stream.write(`retry: 2000\n${frame(event, data)}`)
      return {
        send: (news, more) => void stream.write(frame(news, more)),
        onClose: (run) => void stream.once('close', run),
      }
    },
    send(event: string, data: unknown) {
      for (const stream of streams) stream.write(frame(event, data))
    },
    close() {
      clearInterval(keepAlive)
      for (const stream of streams) stream.end()
      streams.clear()
    },
  }
}

const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
