import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = 'griot-media-'

/** Opens the private folder of a worker process under `parent`, and removes those of killed workers. */
export const openWorkspace = async (parent: string) => {
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
  const dir = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  return {
    dir,
    /** Calls `work` with a new, empty, private folder and removes the folder afterwards. */
    async withFolder<Result>(work: (dir: string) => Promise<Result>) {
      const folder = await mkdtemp(join(dir, 'job-'))
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => rm(dir, { recursive: true, force: true }),
  }
}

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

const isRunning = (pid: number) => {
  // In a container, each start has the same process id, so a folder with ours belongs to an earlier start.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
