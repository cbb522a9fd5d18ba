import { readFileSync } from 'node:fs'

// The unit of CPU times in /proc.
const TICKS_PER_SECOND = 100

/** The state of a process. Throws outside of Linux, and after the process was reaped. */
export const processStat = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name in brackets may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const secondsAt = (index: number) => Number(fields[index]) / TICKS_PER_SECOND
  return {
    isZombie: fields[0] === 'Z',
    parentPid: Number(fields[1]),
    /** CPU time of the process itself. */
    ownSeconds: secondsAt(11) + secondsAt(12),
    /** CPU time of its children that have ended. */
    childSeconds: secondsAt(13) + secondsAt(14),
    /** Ticks from the start of the system. */
    startedAt: fields[19],
  }
}
