import type { Readable } from 'node:stream'
import { unavailable } from '../errors.ts'

/** The bytes of an object, for whoever makes something else of them: one that breaks off half-way is a bucket that is away. */
export async function* bytesOf(object: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of object) yield chunk as Buffer
  } catch (error) {
    throw unavailable('storage', error)
  }
}
