import { onLosingNpm } from '../common/losing-npm.ts'
import { descendantsOf, gone, isAlive, signal } from '../common/process-table.ts'

const LEAVE_MS = 5_000

/**
 * A benchmark that is stopped takes along all that it has started, however it has started it. Called once, before
 * anything is.
 */
export const endChildrenOnSignal = () => {
  let isEnding = false
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    // What is being measured fails now, which is no news: it clears up, and must not end us before the others are gone.
    process.on('uncaughtException', () => {})
    let left: number[] = []
    // A PostgreSQL waits for its clients upon the first of these, and upon the second for nobody.
    for (const name of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
      left = [...new Set([...left.filter(isAlive), ...descendantsOf(process.pid)])]
      for (const pid of left) signal(pid, name)
      await Promise.all(left.map((pid) => gone(pid, LEAVE_MS)))
    }
    process.exitCode = code
    setTimeout(() => process.exit(), LEAVE_MS).unref()
  }
  process.on('SIGINT', () => void end(130))
  process.on('SIGTERM', () => void end(143))
  onLosingNpm(() => void end(143))
}
