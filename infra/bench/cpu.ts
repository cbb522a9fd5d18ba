import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { processStat } from '@griot/service-kit/process-stat'

/** Seconds of CPU that a process has used so far. */
export const cpuOf = (pid: number) => processStat(pid).ownSeconds

/** Seconds of CPU of a process with its children, including those that have ended. */
export const cpuOfFamily = (pid: number) => {
  const { ownSeconds, childSeconds } = processStat(pid)
  let seconds = ownSeconds + childSeconds
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const one = processStat(Number(name))
      if (one.parentPid === pid) seconds += one.ownSeconds
    } catch {
      // The process has ended.
    }
  }
  return seconds
}

/** All measured processes share one core, so that rates are per core. The clients use another one. */
export const CORES = { measured: 0, client: 1 } as const

/** Pins a process, its threads and its future children to a core, if `taskset` is installed. */
export const pin = (pid: number | undefined, core: number | string) => {
  if (cpus().length > 1) spawnSync('taskset', ['-acp', String(core), String(pid)])
}

/** Lets this process use all cores again. */
export const unpin = () => pin(process.pid, `0-${cpus().length - 1}`)
