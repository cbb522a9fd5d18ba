import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ArrivingObjects, WrongOffset } from './arriving-objects.ts'
import { diskFailure, flushToDisk, sizeOf } from './files.ts'
import { checkKey, ObjectMissing } from './object-store.ts'

const ARRIVING = 'arriving'

// Fewer and larger trips to another thread, and not so large that many uploads at once weigh much.
const CHUNK_BYTES = 256 * 1024

/** Objects that grow as files beside those of the disk store. The length of such a file is what has arrived. */
export const createArrivingFiles = (root: string): ArrivingObjects => {
  const arrivingPath = (key: string) => join(root, ARRIVING, checkKey(key))
  const finalPath = (key: string) => join(root, checkKey(key))

  return {
    async arrived(key) {
      return (await sizeOf(arrivingPath(key))) ?? (await sizeOf(finalPath(key))) ?? 0
    },
    async append(key, offset, source) {
      const path = arrivingPath(key)
      await mkdir(dirname(path), { recursive: true })
      const size = await makeFile(path)
      if (size !== offset) throw new WrongOffset(key, offset, size)
      try {
        await pipeline(source, createWriteStream(path, { flags: 'r+', start: offset, highWaterMark: CHUNK_BYTES }))
        return (await sizeOf(path)) ?? 0
      } catch (error) {
        throw diskFailure(error)
      }
    },
    async complete(key, onBytes) {
      const arriving = arrivingPath(key)
      const target = finalPath(key)
      const isArriving = (await sizeOf(arriving)) !== null
      const from = isArriving ? arriving : target
      if (!isArriving && (await sizeOf(target)) === null) throw new ObjectMissing(key)
      await show(from, onBytes)
      const size = await flushToDisk(from)
      if (isArriving) {
        await mkdir(dirname(target), { recursive: true })
        await rename(arriving, target)
      }
      await flushToDisk(dirname(target))
      return { size }
    },
    abandon: (key) => rm(arrivingPath(key), { force: true }),
  }
}

/** Shows all bytes of a file, in one buffer that is filled again and again. */
const show = async (path: string, onBytes: (chunk: Buffer) => void) => {
  const file = await open(path, 'r')
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES)
      if (bytesRead === 0) return
      onBytes(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** Makes an empty file where there is none, and answers how long it is. */
const makeFile = async (path: string) => {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
