import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OTHERS_MAY_READ } from '@griot/service-kit/objects/disk-store'
import { isPortFree } from '../common/free-port.ts'
import { lockOf, takeLock } from '../common/lock-file.ts'
import { SetupError } from '../common/setup-error.ts'
import type { StartConfig } from './config.ts'

const requireFolder = (folder: string, name: string, mode = 0o700) => {
  try {
    mkdirSync(folder, { recursive: true, mode })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new SetupError(`${folder} cannot be written to: set ${name} to a folder of yours.`)
  }
}

/** Creates the folders and locks the data folder. Returns the function that releases the lock. */
export const openFolders = ({ dataDir, modulesDir, objectsDir, hasBucket }: StartConfig): (() => void) => {
  requireFolder(dataDir, 'DATA_DIR')
  requireFolder(join(dataDir, 'work'), 'DATA_DIR')
  requireFolder(modulesDir, 'MODULES_DIR', OTHERS_MAY_READ)
  if (!hasBucket) requireFolder(objectsDir, 'OBJECTS_DIR', OTHERS_MAY_READ)
  const lock = takeLock(lockOf(dataDir))
  if (lock.held) return lock.release
  throw new SetupError(
    `${dataDir} is in use by another Griot (process ${lock.holder}): stop it, or set DATA_DIR and PORT to run another one.`,
  )
}

/** Throws a SetupError if the port is in use. Port 0 means any free port. */
export const requirePort = async ({ port, host }: StartConfig): Promise<void> => {
  if (port === 0 || (await isPortFree(port, host))) return
  throw new SetupError(`Port ${port} on ${host} is in use or not allowed: set PORT to another one.`)
}

/** Throws the SetupError that a start with this configuration would throw, so that it appears before a long build. */
export const checkStart = async (config: StartConfig): Promise<void> => {
  openFolders(config)()
  await requirePort(config)
}
