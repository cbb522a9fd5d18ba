import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** Passes bytes on as they are, counting and hashing them; one byte more than allowed ends the stream with an error. */
export class ByteMeter extends Transform {
  bytes = 0
  readonly #most: number
  readonly #tooMany: () => Error
  readonly #hash = createHash('sha256')

  constructor(most: number, tooMany: () => Error) {
    super()
    this.#most = most
    this.#tooMany = tooMany
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback) {
    this.bytes += chunk.length
    if (this.bytes > this.#most) {
      done(this.#tooMany())
      return
    }
    this.#hash.update(chunk)
    done(null, chunk)
  }

  /** Of all bytes that came through; can be asked once. */
  sha256() {
    return this.#hash.digest()
  }
}
