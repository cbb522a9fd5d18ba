import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskFailure, flushToDisk, sizeOf } from './files.ts'
import { checkKey, ObjectMissing, type PartialObjects, WrongOffset } from './object-store.ts'

const FOLDER = 'arriving'

/** Partial objects as files in a folder of the disk store. The length of a file is the number of bytes that have arrived. */
export const createDiskPartials = (root: string): PartialObjects => {
  const partialPath = (key: string) => join(root, FOLDER, checkKey(key))
  const objectPath = (key: string) => join(root, checkKey(key))

  return {
    async size(key) {
      return (await sizeOf(partialPath(key))) ?? (await sizeOf(objectPath(key))) ?? 0
    },
    async append(key, offset, source) {
      const path = partialPath(key)
      await mkdir(dirname(path), { recursive: true })
      const size = await createEmptyFile(path)
      if (size !== offset) throw new WrongOffset(key, offset, size)
      try {
        await pipeline(source, createWriteStream(path, { flags: 'r+', start: offset }))
        return (await sizeOf(path)) ?? 0
      } catch (error) {
        throw diskFailure(error)
      }
    },
    async complete(key) {
      const [partial, target] = [partialPath(key), objectPath(key)]
      if ((await sizeOf(partial)) !== null) {
        await flushToDisk(partial)
        await mkdir(dirname(target), { recursive: true })
        await rename(partial, target)
      }
      const size = await sizeOf(target)
      if (size === null) throw new ObjectMissing(key)
      await flushToDisk(dirname(target))
      return { size }
    },
    discard: (key) => rm(partialPath(key), { force: true }),
  }
}

/** Creates the file unless it exists, and returns its size. */
const createEmptyFile = async (path: string) => {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}
