import type { Effort } from '@griot/module-registry/blobs'
import type { Log } from '@griot/service-kit/log/log'
import type { Context } from '../http/context.ts'
import { readBody } from '../http/read-body.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'

interface Options {
  store(integrity: string, name: string, content: Uint8Array, effort: Effort): Promise<void>
  log: Log
}

const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Stores one file of a version by the SHA-384 of its content. Limits concurrency, so that uploads do not delay listeners. */
export const createStoreFile = ({ store, log }: Options) => {
  // Each upload is in memory as a whole, for a moment twice. The wait is shorter than the timeout of the mfe command, so
  // that the command gets the reason.
  const uploads = createConcurrencyLimit({
    ...{ name: 'module files', maxConcurrent: 8, maxQueued: 200, maxWaitMs: 20_000, log },
  })
  // Compression occupies one of the four threads that also read all other files, for seconds.
  const compressions = createConcurrencyLimit({
    ...{ name: 'module file compression', maxConcurrent: 2, maxQueued: 8, maxWaitMs: 120_000, log },
  })

  return async (context: Context, hash: string) => {
    const { req, res, query } = context
    const integrity = `sha384-${Buffer.from(hash, 'hex').toString('base64')}`
    const name = typeof query.name === 'string' ? query.name : 'file'
    const effort = query.effort === 'little' ? 'little' : 'most'
    await uploads.run(async () => {
      const content = (await readBody(req, MAX_FILE_BYTES)) ?? Buffer.alloc(0)
      await compressions.run(() => store(integrity, name, content, effort), res)
    }, res)
    return { stored: name }
  }
}
