import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
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
import { pipeline } from 'node:stream/promises'
import { createDiskPartials } from './disk-partials.ts'
import { diskFailure, flushToDisk, ifMissing, sizeOf } from './files.ts'
import { checkKey, ObjectMissing, type ObjectStore } from './object-store.ts'

/** The mode of a folder whose files a web server, which may run as another user, sends itself. */
export const OTHERS_MAY_READ = 0o755

const INCOMING = 'incoming'

/** The path of the file that stores a key under `root`. */
export const pathOfKey = (root: string, key: string) => join(root, checkKey(key))

/** Objects as files under `root`. A file gets its name only when it is complete and flushed to the disk. */
export const createDiskStore = (root: string): ObjectStore => {
  const pathOf = (key: string) => pathOfKey(root, key)
  const incoming = join(root, INCOMING)

  /** Lets `write` fill a temporary file and `publish` give it its name. */
  const writeObject = async <Result>(
    target: string,
    write: (partial: string) => Promise<Result>,
    publish: (partial: string, target: string) => Promise<void>,
  ) => {
    const partial = join(incoming, randomUUID())
    await mkdir(incoming, { recursive: true })
    try {
      const result = await write(partial)
      await mkdir(dirname(target), { recursive: true })
      await publish(partial, target)
      await flushToDisk(dirname(target))
      return result
    } catch (error) {
      throw diskFailure(error)
    } finally {
      await rm(partial, { force: true })
    }
  }

  return {
    put: (key, source, { signal } = {}) =>
      writeObject(
        pathOf(key),
        async (partial) => {
          await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600 }), { signal })
          return { size: await flushToDisk(partial) }
        },
        rename,
      ),
    async create(key, content) {
      try {
        // Unlike `rename`, `link` fails if the name exists, so exactly one of several writers succeeds.
        await writeObject(
          pathOf(key),
          (partial) => writeFile(partial, content, { flag: 'wx', mode: 0o600, flush: true }),
          link,
        )
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      }
    },
    async stat(key) {
      const size = await sizeOf(pathOf(key))
      return size === null ? null : { size }
    },
    async read(key, range) {
      const file = await open(pathOf(key), 'r').catch(ifMissing(null))
      if (file === null) throw new ObjectMissing(key)
      // With Node's default of 64 KiB, sending a file takes twice the CPU time.
      return file.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    },
    async download(key, target) {
      try {
        // A hard link costs nothing and is enough for reading. It fails across file systems.
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
      for (const name of await readdir(incoming).catch(ifMissing([]))) {
        const partial = join(incoming, name)
        const found = await stat(partial).catch(ifMissing(null))
        if (found !== null && found.mtimeMs < Date.now() - olderThanMs) await rm(partial, { force: true })
      }
    },
    partials: createDiskPartials(root),
    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    async ready() {
      await mkdir(root, { recursive: true, mode: OTHERS_MAY_READ })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}
