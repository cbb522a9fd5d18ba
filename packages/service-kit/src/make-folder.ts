import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** For what a server in front, which may be another user, sends by itself. */
export const OTHERS_MAY_READ = 0o755

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder, for us alone if nothing else is said, and those above it; one that is there is left as it is. Node's
 * own recursive `mkdir` tries for ever where the system says that there is no such place, as below /proc.
 */
export const makeFolder = (folder: string, mode = 0o700): void => {
  if (isFolder(folder)) return
  makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Somebody else was faster.
    if (!isFolder(folder)) throw error
  }
}
