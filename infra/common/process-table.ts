import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// /proc where there is one: slim images carry no `ps`.
const isLinux = process.platform === 'linux'

const statFields = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const ps = (field: string, pid: number): string => {
  try {
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** True while the process runs. One that ended and was not yet collected by its parent does not run. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    return !isLinux || statFields(pid)[0] !== 'Z'
  } catch {
    return false
  }
}

/** What tells this process from a later one that got the same number: when it started. Undefined when it is gone. */
export const startedAt = (pid: number): string | undefined => {
  if (!isAlive(pid)) return undefined
  try {
    return (isLinux ? statFields(pid)[19] : ps('lstart', pid)) || undefined
  } catch {
    return undefined
  }
}

const commandLine = (pid: number): string => {
  try {
    return isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') : ps('command', pid)
  } catch {
    return ''
  }
}

/** True when the process runs and its command line holds the text. */
export const runsWith = (pid: number, text: string): boolean => isAlive(pid) && commandLine(pid).includes(text)

const allPids = (): number[] => {
  const pids = isLinux
    ? readdirSync('/proc').map(Number)
    : execFileSync('ps', ['-axo', 'pid='], { encoding: 'utf8' }).split('\n').map(Number)
  return pids.filter((pid) => Number.isInteger(pid) && pid > 0)
}

/** Every process whose command line holds the text. */
export const processesWith = (text: string): number[] =>
  allPids().filter((pid) => pid !== process.pid && runsWith(pid, text))

const parentOf = (pid: number): number => {
  try {
    return Number(isLinux ? statFields(pid)[1] : ps('ppid', pid))
  } catch {
    return 0
  }
}

/** What a process has started, and what those have, as long as their parents live. */
export const descendantsOf = (pid: number): number[] => {
  const parents = new Map(allPids().map((one) => [one, parentOf(one)]))
  const childrenOf = (parent: number): number[] =>
    [...parents].filter(([, of]) => of === parent).flatMap(([child]) => [child, ...childrenOf(child)])
  return childrenOf(pid)
}

/** Sends a signal; a process that is already gone is fine. */
export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until the process is gone; false when it is still there after the time. */
export const gone = async (pid: number, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
