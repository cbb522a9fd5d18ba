import { execFile } from 'node:child_process'
import { root } from '../start/config.ts'

/** Runs a program of ours to its end, with nothing in its environment but this. */
export const runNode = (command: readonly string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', ...command],
      { cwd: root, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

/** What `npm run ledger:audit` says, and how it ended. */
export const auditLedger = (env: Record<string, string>) =>
  runNode(
    ['infra/scripts/run-command.ts', 'listening_points', 'services/listening-points/src/commands/audit-ledger.ts'],
    env,
  )
