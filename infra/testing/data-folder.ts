import { accessSync, constants, statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 1024 ** 3

const hasMemory = () => {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

/**
 * Creates a folder for the data of a test run, in memory if 4 GB are free: PostgreSQL copies a database for each test file,
 * which on a disk takes a tenth of the CPU of all tests. A container often has 64 MB there, and macOS has no such folder.
 */
export const createDataFolder = (prefix: string) => mkdtemp(join(hasMemory() ? IN_MEMORY : tmpdir(), prefix))
