import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedAt } from './process-table.ts'

/** The lock of the process that uses a data folder. */
export const lockOf = (dataDir: string) => join(dataDir, 'griot.lock')

export type Lock = { held: true; release: () => void } | { held: false; holder: number }

/** Returns `otherwise` if `work` throws a system error with this code. */
const unless = <Result>(code: string, otherwise: Result, work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return otherwise
    throw error
  }
}

const read = (file: string) => unless<string | undefined>('ENOENT', undefined, () => readFileSync(file, 'utf8'))

// Create the lock with a hard link: readers never see it incomplete, and an existing lock is never overwritten.
const create = (file: string, content: string): boolean => {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    return unless('EEXIST', false, () => {
      linkSync(draft, file)
      return true
    })
  } finally {
    rmSync(draft)
  }
}

/** Removes the lock of a process that has ended. Puts the file back if another process has taken the lock meanwhile. */
const removeStale = (file: string, stale: string): void => {
  const aside = `${file}.${randomUUID()}`
  unless('ENOENT', undefined, () => renameSync(file, aside))
  const removed = read(aside)
  if (removed === undefined) return
  if (removed !== stale) linkSync(aside, file)
  rmSync(aside)
}

const livingHolder = (content: string): number | undefined => {
  const [pid, started] = [Number.parseInt(content, 10), content.slice(content.indexOf(' ') + 1)]
  return pid > 0 && startedAt(pid) === started ? pid : undefined
}

/** The PID of the process that holds the lock. */
export const holderOf = (file: string): number | undefined => livingHolder(read(file) ?? '')

/** Takes the lock, or returns the PID that holds it. Replaces the lock of a process that has ended. */
export const takeLock = (file: string): Lock => {
  const ours = `${process.pid} ${startedAt(process.pid) ?? ''}`
  for (;;) {
    if (create(file, ours)) {
      return { held: true, release: () => read(file) === ours && rmSync(file) }
    }
    const theirs = read(file)
    if (theirs === undefined) continue
    const holder = livingHolder(theirs)
    if (holder !== undefined) return { held: false, holder }
    removeStale(file, theirs)
  }
}
