import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../build/targets.ts'

const COMMAND = join(root, 'services/listening-points/src/commands/cut-ledger.ts')

/** The service's own command, which knows its tables. `url` is their owner's; answers how it ended. */
export const runCut = async (
  url: string,
  options: readonly string[],
  say?: (text: string) => void,
): Promise<number> => {
  const child = spawn(process.execPath, ['--import', 'tsx', COMMAND, ...options], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', say === undefined ? 'inherit' : 'pipe', 'inherit'],
  })
  child.stdout?.on('data', (chunk: Buffer) => say?.(String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}
