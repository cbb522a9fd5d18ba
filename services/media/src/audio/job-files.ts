import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chown, copyFile, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sandbox } from '@griot/service-kit/audio/sandbox'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'

interface FetchParts {
  store: Pick<ObjectStore, 'download'>
  sandbox: Pick<Sandbox, 'uid'>
}

/** Downloads an object into a job folder and permits ffmpeg to use both. Returns the name of the file. */
export const fetchInput = async ({ store, sandbox: { uid } }: FetchParts, objectKey: string, dir: string) => {
  const name = randomUUID()
  const path = join(dir, name)
  await store.download(objectKey, path)
  if (uid === null) return name
  // A hard link to the object: its owner must not change.
  if ((await stat(path)).nlink > 1) {
    await copyFile(path, `${path}-copy`, constants.COPYFILE_FICLONE)
    await rename(`${path}-copy`, path)
  }
  for (const place of [path, dir]) await chown(place, uid, uid)
  return name
}

/** Opens a file that ffmpeg has written. Refuses links and devices, which a file that took over ffmpeg could create. */
export const readOutput = async (path: string, start = 0) => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file.createReadStream({ start })
  await file.close()
  throw new Error(`${path} is not a file`)
}
