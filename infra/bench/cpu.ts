import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

// What /proc counts in, on every Linux that Node runs on.
const TICKS_A_SECOND = 100

const statOf = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces and brackets itself.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (index: number) => fields[index] ?? 0
  return { parent: at(1), own: at(11) + at(12), ofChildren: at(13) + at(14) }
}

/** Seconds of CPU that a process has used so far. */
export const cpuOf = (pid: number) => statOf(pid).own / TICKS_A_SECOND

/**
 * The same to the nanosecond, of the threads that live now: for what uses so little that ticks would hide it. Where the
 * kernel does not keep this, ticks.
 */
export const exactCpuOf = (pid: number) => {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It ended meanwhile.
    }
  }
  return nanoseconds > 0 ? nanoseconds / 1e9 : cpuOf(pid)
}

/** Seconds of CPU of a process with all its children, those that have ended included. */
export const cpuOfFamily = (pid: number) => {
  let ticks = statOf(pid).own + statOf(pid).ofChildren
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const { parent, own } = statOf(Number(name))
      if (parent === pid) ticks += own
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks / TICKS_A_SECOND
}

/** Everything that is measured shares one core, so that a rate means per core; whoever asks has another. */
export const CORES = { measured: 0, asking: 1 } as const

/** Keeps a process, its threads and whatever it starts from now on to one core, where `taskset` is there to do it. */
export const pin = (pid: number | undefined, core: number | string) => {
  if (cpus().length > 1) spawnSync('taskset', ['-acp', String(core), String(pid)])
}

/** Lets this process run wherever it likes again. */
export const unpin = () => pin(process.pid, `0-${cpus().length - 1}`)
