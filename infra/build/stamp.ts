import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, type Target } from './targets.ts'

const fileFor = ({ name }: Target): string => join(root, 'node_modules', '.cache', 'griot', 'build', `${name}.hash`)

const notInputs = new Set(['node_modules', 'dist', '.tsbuild', 'e2e', 'testing'])

/** Every file below the given paths, except tests. */
const filesBelow = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    if (/\.test\.tsx?$/.test(path)) return []
    if (statSync(join(root, path)).isFile()) return [path]
    const names = readdirSync(join(root, path)).filter((name) => !notInputs.has(name))
    return filesBelow(names.sort().map((name) => `${path}/${name}`))
  })

/** The hash of all inputs. Contents, not times: a checkout changes the times of all files. */
export const hashOf = ({ inputs }: Target): string => {
  const hash = createHash('sha256')
  for (const path of filesBelow(inputs)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** True if the last build used exactly these inputs and its output exists. */
export const isFresh = (target: Target): boolean =>
  existsSync(fileFor(target)) &&
  target.outputs.every((output) => existsSync(join(root, output))) &&
  readFileSync(fileFor(target), 'utf8') === hashOf(target)

export const setStamp = (target: Target, hash: string): void => {
  mkdirSync(dirname(fileFor(target)), { recursive: true })
  writeFileSync(fileFor(target), hash)
}

/** Makes the next build rebuild the target. */
export const forgetStamp = (target: Target): void => rmSync(fileFor(target), { force: true })
