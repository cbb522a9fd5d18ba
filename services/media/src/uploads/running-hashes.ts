import { createHash, type Hash } from 'node:crypto'
import { finished, type Readable, Transform } from 'node:stream'

// Beyond this number the oldest is removed: a hash remains if another instance finished its upload.
const MAX_HASHES = 1_000

/**
 * The SHA-256 of each upload, computed while its bytes arrive. A hash exists in the memory of one instance: an upload
 * that was continued after a restart or on another instance has none, and its stored object is read once instead.
 */
export const createRunningHashes = () => {
  const running = new Map<string, { hash: Hash; bytes: number }>()

  /** The hash of all bytes before `offset`. Bytes that were hashed but not stored make a hash useless. */
  const hashAt = (id: string, offset: number) => {
    const known = offset === 0 ? { hash: createHash('sha256'), bytes: 0 } : running.get(id)
    running.delete(id)
    if (known?.bytes !== offset) return undefined
    running.set(id, known)
    const [oldest] = running.keys()
    if (running.size > MAX_HASHES && oldest !== undefined) running.delete(oldest)
    return known
  }

  return {
    /**
     * Returns a stream of the same bytes, which begin at `offset`, and hashes them. A reader that destroys the returned
     * stream does not destroy the source, so its owner still sees the reader's own error.
     */
    hashed(id: string, offset: number, source: Readable): Readable {
      const entry = hashAt(id, offset)
      const passed = new Transform({
        transform(chunk: Buffer, _, done) {
          if (entry !== undefined) {
            entry.hash.update(chunk)
            entry.bytes += chunk.length
          }
          done(null, chunk)
        },
      })
      // A store that rejects at once listens to no error of this stream.
      passed.on('error', () => {})
      finished(source, (error) => error && passed.destroy(error))
      passed.once('close', () => {
        source.unpipe(passed)
        source.resume()
      })
      return source.pipe(passed)
    },
    /** Removes and returns the hash, or undefined if it does not cover exactly this many bytes. */
    take(id: string, bytes: number) {
      const entry = running.get(id)
      running.delete(id)
      return entry?.bytes === bytes ? entry.hash.digest() : undefined
    },
  }
}
export type RunningHashes = ReturnType<typeof createRunningHashes>
