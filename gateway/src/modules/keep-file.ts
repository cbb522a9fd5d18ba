import type { Effort } from '@griot/module-registry/blobs'
import type { Log } from '@griot/service-kit/log'
import { createDoor } from '../door.ts'
import type { Context } from '../http/context.ts'
import { readBody } from '../read-body.ts'

interface Options {
  keep(integrity: string, name: string, content: Uint8Array, effort: Effort): Promise<void>
  log: Log
}

const MOST_FILE_BYTES = 16 * 1024 * 1024
// Each is in memory as a whole, and twice for a moment.
const ARRIVING = 8
const WAITING = 200
// Shorter than the command's own, which else would go without having heard why.
const PATIENCE_MS = 20_000
// Making a large file small takes seconds of one of the four threads on which all other files are read as well.
const PACKED = 2
const PACKING_MS = 120_000

/** Takes in one file of a version by the SHA-384 of its content. What a team brings, however much, holds up no one else. */
export const createKeepFile = ({ keep, log }: Options) => {
  const arriving = createDoor({
    ...{ name: 'module files', inside: ARRIVING, waiting: WAITING, patienceMs: PATIENCE_MS, log },
  })
  const packing = createDoor({
    ...{ name: 'packing of module files', inside: PACKED, waiting: ARRIVING, patienceMs: PACKING_MS, log },
  })

  return async (context: Context, hash: string) => {
    const { req, res, query } = context
    const integrity = `sha384-${Buffer.from(hash, 'hex').toString('base64')}`
    const name = typeof query.name === 'string' ? query.name : 'file'
    const leave = await arriving.enter(res)
    try {
      const content = await readBody(req, MOST_FILE_BYTES)
      const leavePacking = await packing.enter(res)
      try {
        await keep(integrity, name, content ?? Buffer.alloc(0), query.effort === 'little' ? 'little' : 'most')
      } finally {
        leavePacking()
      }
    } finally {
      leave()
    }
    return { stored: name }
  }
}
