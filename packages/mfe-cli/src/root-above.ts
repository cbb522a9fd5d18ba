import { existsSync } from 'node:fs'
import path from 'node:path'
import { EXIT, Stop } from './outcome.ts'

/** The checkout that a folder is in. */
export const rootAbove = (cwd: string) => {
  for (let folder = cwd; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'packages/mfe-preset'))) return folder
  }
  throw new Stop(EXIT.refused, 'Call this inside of the repository.')
}
