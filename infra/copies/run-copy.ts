import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../start/config.ts'
import type { ProcessSpec } from '../start/environment.ts'

export interface Running {
  child: ChildProcess
  gone: Promise<unknown>
  /** Lines of its log that tell of trouble. */
  trouble: string[]
}

const answersReady = async (port: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.ok === true
}

/** Starts one process as it was built; settles when it is ready, or has ended. */
export const runCopy = async ({ script, env, port }: ProcessSpec): Promise<Running> => {
  const child = spawn(process.execPath, [script], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  const trouble: string[] = []
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    if (/"level":"?(error|fatal|50|60)/.test(line)) trouble.push(line)
  })
  if (port === undefined) await Promise.race([once(child, 'message'), gone])
  else while (child.exitCode === null && !(await answersReady(port))) await sleep(25)
  if (child.exitCode !== null) throw new Error(`${script} ended: ${trouble.join('\n')}`)
  return { child, gone, trouble }
}
