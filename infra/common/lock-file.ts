import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedAt } from './process-table.ts'

/** Held by the one Griot that uses a folder of data. */
export const lockOf = (dataDir: string) => join(dataDir, 'griot.lock')

export type Lock = { held: true; release: () => void } | { held: false; holder: number }

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

// Linked, not written, into place: a lock is never seen half-written, and an existing one is never overwritten.
const create = (file: string, content: string): boolean => {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft)
  }
}

/** Moves a dead holder's lock away; puts it back when it turns out to be someone's who was faster. */
const clear = (file: string, stale: string): void => {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside) !== stale) linkSync(aside, file)
  rmSync(aside)
}

/** The process that a lock names, unless it is gone. */
const livingHolder = (content: string): number | undefined => {
  const [pid, started] = [Number.parseInt(content, 10), content.slice(content.indexOf(' ') + 1)]
  return pid > 0 && startedAt(pid) === started ? pid : undefined
}

/** The process that holds the lock, if one does. */
export const holderOf = (file: string): number | undefined => livingHolder(read(file) ?? '')

/** Takes the lock, or says which process has it. One left by a process that is gone counts for nothing. */
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
    clear(file, theirs)
  }
}
