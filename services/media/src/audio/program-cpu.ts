import { processStat } from '@griot/service-kit/process-stat'

// One read takes 20 microseconds.
const SAMPLE_MS = 100

/** The CPU time of a process and of its ended children. Undefined outside of Linux, and after the process was reaped. */
const cpuSecondsOf = (pid: number) => {
  try {
    const { ownSeconds, childSeconds } = processStat(pid)
    return ownSeconds + childSeconds
  } catch {
    return undefined
  }
}

/**
 * Measures the CPU time of one program. Linux removes the figure when the program ends, so this samples it, and counts the
 * time since the last sample in full: about 0.1 seconds, more if this process was busy. Outside of Linux the complete run
 * time counts.
 */
export const meterProgram = (pid: number | undefined) => {
  let usedSeconds = 0
  let sampledAt = performance.now()
  const sample = () => {
    const seconds = pid === undefined ? undefined : cpuSecondsOf(pid)
    if (seconds === undefined) return
    usedSeconds = seconds
    sampledAt = performance.now()
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    /** Ends the measurement, when the program has ended. Returns seconds. */
    end() {
      clearInterval(timer)
      return usedSeconds + (performance.now() - sampledAt) / 1_000
    },
  }
}
