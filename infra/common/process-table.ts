import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processStat } from '@griot/service-kit/process-stat'

// Read /proc on Linux: slim images have no `ps`.
const isLinux = process.platform === 'linux'

const ps = (...args: string[]) => execFileSync('ps', args, { encoding: 'utf8' }).trim()

/** True while the process runs. A zombie does not run. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    return !isLinux || !processStat(pid).isZombie
  } catch {
    return false
  }
}

/** The start time, which distinguishes a process from a later one with the same PID. Undefined if it does not run. */
export const startedAt = (pid: number): string | undefined => {
  if (!isAlive(pid)) return undefined
  try {
    return isLinux ? processStat(pid).startedAt : ps('-o', 'lstart=', '-p', String(pid))
  } catch {
    return undefined
  }
}

/** Empty if the process has ended, or is a zombie. */
const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The PIDs of the other processes whose command line contains the text. */
export const processesWith = (text: string): number[] => {
  const lines = isLinux
    ? readdirSync('/proc').map((pid) => `${pid} ${commandLine(pid)}`)
    : ps('-axo', 'pid=,command=').split('\n')
  const pids = lines.filter((line) => line.includes(text)).map((line) => Number.parseInt(line, 10))
  return pids.filter((pid) => pid !== process.pid && isAlive(pid))
}

/** Sends a signal. Does nothing if the process has ended. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until the process has ended. Returns false if it still runs after the time. */
export const waitForExit = async (pid: number, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Sends SIGTERM, and SIGKILL after the grace time, and waits until the process has ended. */
export const terminate = async (pid: number, graceMs: number): Promise<void> => {
  signal(pid, 'SIGTERM')
  if (await waitForExit(pid, graceMs)) return
  signal(pid, 'SIGKILL')
  await waitForExit(pid, 2000)
}
