import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../start/config.ts'

export interface RunningProcess {
  child: ChildProcess
  pid: number
  /** Empty for a worker, which has no HTTP server for requests. */
  url: string
  /** Resolves when the process has ended, for any reason. */
  exited: Promise<unknown>
  /** Log lines of level error and fatal. */
  errors: readonly string[]
}

interface LogLine {
  msg?: string
  port?: number
  level?: string | number
}

type Environment = Readonly<Record<string, string | undefined>>

const ERROR_LEVELS: readonly unknown[] = ['error', 'fatal', 50, 60]

/** Resolves with the port that the process logs, or with 0 when it sends a ready message. Collects errors of the log. */
const readLog = (child: ChildProcess, errors: string[]) =>
  new Promise<number>((resolve) => {
    child.once('message', () => resolve(0))
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      const { level, msg, port } = JSON.parse(line) as LogLine
      if (ERROR_LEVELS.includes(level)) errors.push(line.slice(0, 1200))
      if (msg === 'listening' && port !== undefined) resolve(port)
    })
  })

const waitForReadyz = async (child: ChildProcess, port: number) => {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await response?.arrayBuffer().catch(() => {})
    if (response?.ok) break
    await sleep(25)
  }
  return port
}

/**
 * Starts Node with these arguments. Resolves when the process logs that it listens, or sends a ready message. With a
 * `readyPort`, resolves when /readyz on that port returns 200, which works at every log level.
 */
export const startProcess = async (
  program: readonly string[],
  environment: Environment,
  { readyPort }: { readyPort?: number | undefined } = {},
): Promise<RunningProcess> => {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const errors: string[] = []
  const loggedPort = readLog(child, errors)
  const port = await Promise.race([
    readyPort === undefined ? loggedPort : waitForReadyz(child, readyPort),
    exited.then(() => {
      throw new Error(`${program.at(-1)} ended before it was ready: ${errors.join('\n')}`)
    }),
  ])
  return { child, pid: child.pid ?? 0, url: port === 0 ? '' : `http://127.0.0.1:${port}`, exited, errors }
}

/** A process of a workspace: from its sources, or from `dist` as it is released. */
export const programOf = (workspace: string, { entry = 'main', isBuilt = false } = {}) =>
  isBuilt
    ? [join(root, workspace, 'dist', `${entry}.js`)]
    : ['--import', 'tsx', join(root, workspace, 'src', `${entry}.ts`)]

export const isRunning = ({ child }: RunningProcess) => child.exitCode === null && child.signalCode === null

/** Sends the signal and waits until the process has ended. Returns its exit code, or null if a signal ended it. */
export const endProcess = async (running: RunningProcess, signal: NodeJS.Signals) => {
  if (isRunning(running)) running.child.kill(signal)
  await running.exited
  return running.child.exitCode
}

/** Runs one of our programs to its end, with only these variables in its environment. */
export const runProgram = (program: readonly string[], environment: Environment) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', ...program],
      { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

/** Runs `npm run ledger:audit`. */
export const auditLedger = (environment: Environment) =>
  runProgram(
    ['infra/scripts/run-command.ts', 'listening_points', 'services/listening-points/src/commands/audit-ledger.ts'],
    environment,
  )
