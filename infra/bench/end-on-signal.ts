import { execFileSync } from 'node:child_process'
import { onNpmExit } from '../common/on-npm-exit.ts'
import { isAlive, signal, waitForExit } from '../common/process-table.ts'

const TIMEOUT_MS = 5_000

/** Children of a process and their children, except those whose parent has ended. */
const descendantsOf = (pid: number) => {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const table = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const childrenOf = (parent: number): number[] =>
    table.flatMap(([child = 0, itsParent]) => (itsParent === parent ? [child, ...childrenOf(child)] : []))
  return childrenOf(pid)
}

/** On SIGINT and SIGTERM, ends all child processes and then this process. Call it before any process is started. */
export const endChildrenOnSignal = () => {
  let isEnding = false
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    // The measurement now fails in several places. These errors must not end this process before its children.
    process.on('uncaughtException', () => {})
    let remaining: number[] = []
    // PostgreSQL waits for its clients after SIGTERM, but not after SIGINT.
    for (const name of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
      remaining = [...new Set([...remaining.filter(isAlive), ...descendantsOf(process.pid)])]
      for (const pid of remaining) signal(pid, name)
      await Promise.all(remaining.map((pid) => waitForExit(pid, TIMEOUT_MS)))
    }
    process.exitCode = code
    setTimeout(() => process.exit(), TIMEOUT_MS).unref()
  }
  process.on('SIGINT', () => void end(130))
  process.on('SIGTERM', () => void end(143))
  onNpmExit(() => void end(143))
}
