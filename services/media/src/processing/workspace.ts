import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = 'griot-media-'

/** The folder of one worker process; nothing in it outlives the process by more than one start of another. */
export interface Workspace {
  dir: string
  /** Lends a fresh, private, empty folder; it is gone with all that is in it when `work` has ended, however it ended. */
  lend<Result>(work: (dir: string) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Opens a private folder under `parent`, and clears away those of workers that were killed. */
export const openWorkspace = async (parent: string): Promise<Workspace> => {
  await mkdir(parent, { recursive: true })
  await clearDead(parent)
  const dir = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  return {
    dir,
    async lend(work) {
      const lent = await mkdtemp(join(dir, 'job-'))
      try {
        return await work(lent)
      } finally {
        await rm(lent, { recursive: true, force: true })
      }
    },
    close: () => rm(dir, { recursive: true, force: true }),
  }
}

const clearDead = async (parent: string) => {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
}

const isAlive = (pid: number) => {
  // In a container every start has the same number, and the one before is gone for certain.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
