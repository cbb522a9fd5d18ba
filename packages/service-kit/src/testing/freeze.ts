import { execFileSync } from 'node:child_process'

/** Stops a process and its children where they are, as a machine out of memory does; the answer lets them go on. */
export const freeze = (pid: number): (() => void) => {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
  const everyone = [pid, ...children]
  const signal = (name: NodeJS.Signals) => {
    for (const one of everyone) process.kill(one, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
