import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '../start/config.ts'

export interface RunningProcess {
  child: ChildProcess
  pid: number
  url: string
  /** Resolves when it has ended, however that came about. */
  gone: Promise<unknown>
}

/** One of our processes on a port of its own choice, as soon as it listens. `program` is what Node is given. */
export const startProcess = async (
  program: readonly string[],
  environment: Record<string, string>,
): Promise<RunningProcess> => {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    gone.then(() => reject(new Error(`${program.at(-1)} ended before it listened`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { msg?: string; port?: number; level?: string | number }
      if (said.level === 'error' || said.level === 50) process.stderr.write(`${line.slice(0, 1200)}\n`)
      if (said.msg === 'listening' && said.port !== undefined) resolve(said.port)
    })
  })
  return { child, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, gone }
}
