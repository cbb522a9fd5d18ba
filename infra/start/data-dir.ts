import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { isPortFree } from '../common/free-port.ts'
import { holderOf, type Lock, lockOf, takeLock } from '../common/lock-file.ts'
import { makeFolder } from '../common/make-folder.ts'
import { SetupError } from '../common/setup-error.ts'
import type { StartConfig } from './config.ts'

const inUse = (dataDir: string, holder: number) =>
  new SetupError(
    `${dataDir} is in use by another Griot (process ${holder}): stop it, or set DATA_DIR and PORT to run one more.`,
  )

const takeFolder = (dataDir: string): Lock => {
  try {
    makeFolder(join(dataDir, 'work'))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return takeLock(lockOf(dataDir))
  } catch {
    throw new SetupError(`${dataDir} cannot be written to: set DATA_DIR to a folder of yours.`)
  }
}

/** Makes the folder ours until the answered function is called. */
export const openDataDir = (dataDir: string): (() => void) => {
  const lock = takeFolder(dataDir)
  if (!lock.held) throw inUse(dataDir, lock.holder)
  return lock.release
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
  openDataDir(config.dataDir)()
  await requirePort(config)
}
