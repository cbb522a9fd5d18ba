import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

// The unit of CPU times in /proc.
const TICKS_PER_SECOND = 100

const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name in brackets may contain spaces and brackets.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (index: number) => fields[index] ?? 0
  return { parent: at(1), own: at(11) + at(12), ofChildren: at(13) + at(14) }
}

/** Seconds of CPU that a process has used so far. */
export const cpuOf = (pid: number) => statOf(pid).own / TICKS_PER_SECOND

/** Seconds of CPU of a process with its children, including those that have ended. */
export const cpuOfFamily = (pid: number) => {
  let ticks = statOf(pid).own + statOf(pid).ofChildren
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const { parent, own } = statOf(Number(name))
      if (parent === pid) ticks += own
    } catch {
      // The process has ended.
    }
  }
  return ticks / TICKS_PER_SECOND
}

/** All measured processes share one core, so that rates are per core. The clients use another one. */
export const CORES = { measured: 0, client: 1 } as const

/** Pins a process, its threads and its future children to a core, if `taskset` is installed. */
export const pin = (pid: number | undefined, core: number | string) => {
  if (cpus().length > 1) spawnSync('taskset', ['-acp', String(core), String(pid)])
}

/** Lets this process use all cores again. */
export const unpin = () => pin(process.pid, `0-${cpus().length - 1}`)
