import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { processesWith, terminate } from '../common/process-table.ts'
import { root } from './config.ts'

/** An argument of every process of the product on this data folder. */
export const markerOf = (dataDir: string) =>
  `griot-product-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`

/** Ends processes that still run after their starter was killed. Most exit when their IPC channel closes. */
export const endProcesses = (dataDir: string) =>
  Promise.all(processesWith(markerOf(dataDir)).map((pid) => terminate(pid, 2000)))

interface Options {
  script: string
  dataDir: string
  env?: NodeJS.ProcessEnv
  onLine: (line: string) => void
}

/** Starts a bundle. Its IPC channel closes when the starter ends, also when it is killed. */
export const spawnProcess = ({ script, dataDir, env = process.env, onLine }: Options) => {
  const child = spawn(process.execPath, [resolve(root, script), markerOf(dataDir)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches only the starter, which stops the processes in order.
    detached: true,
  })
  for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', onLine)
  return child
}
