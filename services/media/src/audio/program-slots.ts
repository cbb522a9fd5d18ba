import pLimit from 'p-limit'
import { meterProgram } from './program-cpu.ts'

/** Jobs of each class have their own queue and slots, so that long work never delays short work. */
export type JobClass = 'short' | 'long'

// For a machine with two processors: programs of long work have a low priority of the system. More jobs run at once, so
// that one is downloaded or saved while others compute.
const slots = { short: pLimit(2), long: pLimit(2) }

export const NICENESS = { short: 0, long: 10 }

export interface ProgramSlot {
  jobClass: JobClass
  /** Receives the seconds of CPU time that a program used. */
  addCpuSeconds(seconds: number): void
}

/** Runs a program in a slot. `run` calls `started` with the process id, and settles when the program has ended. */
export const inSlot = <Result>(
  { jobClass, addCpuSeconds }: ProgramSlot,
  run: (started: (pid: number | undefined) => void) => Promise<Result>,
) =>
  slots[jobClass](async () => {
    let meter: ReturnType<typeof meterProgram> | undefined
    try {
      return await run((pid) => {
        meter = meterProgram(pid)
      })
    } finally {
      if (meter !== undefined) addCpuSeconds(meter.end())
    }
  })
