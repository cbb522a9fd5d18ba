import { constants, createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ArrivingObjects, WrongOffset } from './arriving-objects.ts'
import { diskFailure, flushToDisk, sizeOf } from './files.ts'
import { checkKey, ObjectMissing } from './object-store.ts'

const ARRIVING = 'arriving'

// Few large writes: each is a trip to another thread.
const WRITE_BYTES = 1024 * 1024

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
        await pipeline(source, createWriteStream(path, { flags: 'r+', start: offset, highWaterMark: WRITE_BYTES }))
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
      for await (const chunk of createReadStream(from, { highWaterMark: WRITE_BYTES })) onBytes(chunk as Buffer)
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

/** Makes an empty file where there is none, and answers how long it is. */
const makeFile = async (path: string) => {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
