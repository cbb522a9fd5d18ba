import { PassThrough } from 'node:stream'

const KEEP_ALIVE_MS = 15_000
const RETRY_MS = 2_000
const MOST_WAITING_BYTES = 1024 * 1024

/**
 * Server-sent events to one reader. A reader that does not keep up is closed: it comes back by itself and is told
 * what it missed.
 */
export class EventStream extends PassThrough {
  readonly #keepAlive = setInterval(() => this.#say(': still here\n\n'), KEEP_ALIVE_MS)

  constructor() {
    super()
    this.once('close', () => clearInterval(this.#keepAlive))
    this.write(`retry: ${RETRY_MS}\n\n`)
  }

  /** `id` is what the reader names when it comes back. */
  send(event: string, data: unknown, id?: string) {
    this.#say(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #say(text: string) {
    if (this.destroyed || this.writableEnded) return
    if (this.writableLength + this.readableLength > MOST_WAITING_BYTES) this.destroy()
    else this.write(text)
  }
}
