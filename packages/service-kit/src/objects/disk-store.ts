import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder, OTHERS_MAY_READ } from '../make-folder.ts'
import { createArrivingFiles } from './arriving-files.ts'
import { diskFailure, flushToDisk, ifMissing } from './files.ts'
import { checkKey, ObjectMissing, type ObjectStore } from './object-store.ts'

const INCOMING = 'incoming'

/** The file of a key under the disk store's root. */
export const pathOfKey = (root: string, key: string) => join(root, checkKey(key))

/** Objects as files under `root`. A file appears under its key only when it is complete and on the disk. */
export const createDiskStore = (root: string): ObjectStore => {
  const pathOf = (key: string) => pathOfKey(root, key)

  return {
    async put(key, source, { signal } = {}) {
      const target = pathOf(key)
      const partial = join(root, INCOMING, randomUUID())
      await mkdir(join(root, INCOMING), { recursive: true })
      try {
        await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600 }), { signal })
        const size = await flushToDisk(partial)
        await mkdir(dirname(target), { recursive: true })
        await rename(partial, target)
        await flushToDisk(dirname(target))
        return { size }
      } catch (error) {
        await rm(partial, { force: true })
        throw diskFailure(error)
      }
    },
    async create(key, content) {
      const target = pathOf(key)
      const partial = join(root, INCOMING, randomUUID())
      await mkdir(join(root, INCOMING), { recursive: true })
      try {
        await writeFile(partial, content, { flag: 'wx', mode: 0o600, flush: true })
        await mkdir(dirname(target), { recursive: true })
        // A link is made by exactly one, and only of a file that is complete and on the disk.
        await link(partial, target)
        await flushToDisk(dirname(target))
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw diskFailure(error)
      } finally {
        await rm(partial, { force: true })
      }
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch(ifMissing(null))
      return found === null ? null : { size: found.size }
    },
    async read(key, range) {
      const file = await open(pathOf(key), 'r').catch(ifMissing(null))
      if (file === null) throw new ObjectMissing(key)
      return file.createReadStream(range)
    },
    async download(key, target) {
      try {
        // A hard link is a copy for whoever only reads it, and costs nothing; other file systems need the real copy.
        await link(pathOf(key), target).catch(() => copyFile(pathOf(key), target))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ObjectMissing(key)
        throw error
      }
    },
    async list(folder) {
      const found = await readdir(pathOf(folder), { recursive: true, withFileTypes: true }).catch(ifMissing([]))
      return found
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'))
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async sweep(olderThanMs) {
      const folder = join(root, INCOMING)
      for (const name of await readdir(folder).catch(ifMissing([]))) {
        const partial = join(folder, name)
        const found = await stat(partial).catch(ifMissing(null))
        if (found !== null && found.mtimeMs < Date.now() - olderThanMs) await rm(partial, { force: true })
      }
    },
    arriving: createArrivingFiles(root),
    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    async ready() {
      makeFolder(root, OTHERS_MAY_READ)
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

/** The bytes of a file between two positions, as a stream that closes its file. */
export const readRange = (path: string, start: number, end: number): Readable => createReadStream(path, { start, end })
