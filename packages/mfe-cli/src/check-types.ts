import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { EXIT, Stop } from './outcome.ts'

const SHOWN = 10
export const COMPILER = '.bin/tsc'

/**
 * C9: what is deployed keeps the SDK's types. A build takes the types away without looking at them, so they are asked
 * of the sources beside it; a build without its sources has been checked where it was made.
 */
export const checkTypes = async (dist: string): Promise<'right' | 'no sources here'> => {
  const folder = path.dirname(dist)
  const installed = compilerAbove(folder)
  if (!installed || !existsSync(path.join(folder, 'tsconfig.json'))) return 'no sources here'
  try {
    await promisify(execFile)(path.join(installed, COMPILER), ['-b', folder])
    return 'right'
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    const lines = stdout.split('\n').filter((line) => line.includes('error TS'))
    throw new Stop(EXIT.refused, 'C9  The types are not right.', lines.slice(0, SHOWN))
  }
}

/** The `node_modules` that a compiler is in, seen from a folder. */
export const compilerAbove = (from: string) => {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules')
    if (existsSync(path.join(installed, COMPILER))) return installed
  }
  return null
}
