import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { gone, signal, startedAt } from '../common/process-table.ts'

const Running = z.array(z.object({ pid: z.number().int().positive(), started: z.string() }))

const fileIn = (dataDir: string): string => join(dataDir, 'processes.json')

/** Writes down which processes run, for the next start to find them should this one be killed. */
export const noteRunning = (dataDir: string, pids: readonly number[]): void => {
  const running = pids.flatMap((pid) => {
    const started = startedAt(pid)
    return started === undefined ? [] : [{ pid, started }]
  })
  const draft = `${fileIn(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

const noted = (dataDir: string): z.output<typeof Running> => {
  try {
    return Running.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    // Nothing ran, or the power went while it was written: then nothing runs any more.
    return []
  }
}

/** Ends what an earlier start left running. They noticed that it is gone and are leaving; this waits, and insists. */
export const endStrays = async (dataDir: string): Promise<void> => {
  const strays = noted(dataDir).filter(({ pid, started }) => startedAt(pid) === started)
  await Promise.all(
    strays.map(async ({ pid }) => {
      signal(pid, 'SIGTERM')
      if (await gone(pid, 2000)) return
      signal(pid, 'SIGKILL')
      await gone(pid, 2000)
    }),
  )
}
