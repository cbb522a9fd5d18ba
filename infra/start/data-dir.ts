import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, OTHERS_MAY_READ } from '@griot/service-kit/make-folder'
import { isPortFree } from '../common/free-port.ts'
import { holderOf, type Lock, lockOf, takeLock } from '../common/lock-file.ts'
import { SetupError } from '../common/setup-error.ts'
import type { StartConfig } from './config.ts'

type Folders = Pick<StartConfig, 'dataDir' | 'modulesDir' | 'objectsDir' | 'hasBucket'>

const inUse = (dataDir: string, holder: number) =>
  new SetupError(
    `${dataDir} is in use by another Griot (process ${holder}): stop it, or set DATA_DIR and PORT to run one more.`,
  )

const unwritable = (folder: string, name: string) =>
  new SetupError(`${folder} cannot be written to: set ${name} to a folder of yours.`)

const requireWritable = (folder: string) => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)

const takeFolder = (dataDir: string): Lock => {
  try {
    makeFolder(join(dataDir, 'work'))
    requireWritable(dataDir)
    return takeLock(lockOf(dataDir))
  } catch {
    throw unwritable(dataDir, 'DATA_DIR')
  }
}

/** Makes the folder ours until the answered function is called. */
const openDataDir = (dataDir: string): (() => void) => {
  const lock = takeFolder(dataDir)
  if (!lock.held) throw inUse(dataDir, lock.holder)
  return lock.release
}

const requireFolder = (folder: string, name: string) => {
  try {
    makeFolder(folder, OTHERS_MAY_READ)
    requireWritable(folder)
  } catch {
    throw unwritable(folder, name)
  }
}

/** Makes the data folder ours until the answered function is called, and sees to the folders that may be elsewhere. */
export const openFolders = ({ dataDir, modulesDir, objectsDir, hasBucket }: Folders): (() => void) => {
  const release = openDataDir(dataDir)
  try {
    requireFolder(modulesDir, 'MODULES_DIR')
    if (!hasBucket) requireFolder(objectsDir, 'OBJECTS_DIR')
    return release
  } catch (error) {
    release()
    throw error
  }
}

/** Refuses a port that somebody has; 0 is any that nobody has. */
export const requirePort = async ({ port, host }: Pick<StartConfig, 'port' | 'host'>): Promise<void> => {
  if (port === 0 || (await isPortFree(port, host))) return
  throw new SetupError(`Port ${port} on ${host} is in use or not allowed: set PORT to another one.`)
}

/** What a start would be refused for, without taking anything: for whoever has a minute of building before it. */
export const requirePlace = async (config: StartConfig): Promise<void> => {
  const holder = holderOf(lockOf(config.dataDir))
  if (holder !== undefined) throw inUse(config.dataDir, holder)
  openFolders(config)()
  await requirePort(config)
}
