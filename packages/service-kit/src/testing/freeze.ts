import { execFileSync } from 'node:child_process'

/** Suspends a process and its children. Returns a function that resumes them. */
export const freeze = (pid: number): (() => void) => {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
  const pids = [pid, ...children]
  const signal = (name: NodeJS.Signals) => {
    for (const one of pids) process.kill(one, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
