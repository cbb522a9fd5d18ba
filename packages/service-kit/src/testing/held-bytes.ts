import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of the buffers that are still referenced. Garbage does not count: how long it stays depends on the machine. */
export const heldBytes = () => {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
