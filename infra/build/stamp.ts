import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from './targets.ts'

const Stamp = z.object({ inputs: z.array(z.string()), hash: z.string() })

const folder = join(root, 'node_modules', '.cache', 'griot', 'build')
const fileFor = (name: string): string => join(folder, `${name.replaceAll('/', '-')}.json`)

const notInputs = new Set(['node_modules', 'dist', '.tsbuild', 'e2e', 'testing'])

/** Every source file below the given folders; tests are none. */
export const filesBelow = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => {
    if (!existsSync(join(root, path))) return []
    if (statSync(join(root, path)).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
    const names = readdirSync(join(root, path)).filter((name) => !notInputs.has(name))
    return filesBelow(names.sort().map((name) => `${path}/${name}`))
  })

// By content: a checkout or a copy touches every file without changing one.
export const hashOf = (inputs: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const file = join(root, path)
    hash
      .update(`${path}\0`)
      .update(existsSync(file) ? readFileSync(file) : 'gone')
      .update('\0')
  }
  return hash.digest('hex')
}

/** What a target was last built from; undefined when it was never built. */
export const builtFrom = (name: string): string[] | undefined => {
  if (!existsSync(fileFor(name))) return undefined
  return Stamp.safeParse(JSON.parse(readFileSync(fileFor(name), 'utf8'))).data?.inputs
}

/** True when the target was built from exactly these inputs, and its output is still there. */
export const isFresh = (name: string, output: string, inputs: readonly string[]): boolean => {
  if (!existsSync(fileFor(name)) || !existsSync(join(root, output))) return false
  const stamp = Stamp.safeParse(JSON.parse(readFileSync(fileFor(name), 'utf8')))
  return stamp.success && stamp.data.hash === hashOf(inputs)
}

export const setStamp = (name: string, inputs: readonly string[], hash = hashOf(inputs)): void => {
  mkdirSync(dirname(fileFor(name)), { recursive: true })
  writeFileSync(fileFor(name), JSON.stringify({ inputs, hash }))
}

/** Has the target built at the next build, whatever it was built from. */
export const forgetStamp = (name: string): void => rmSync(fileFor(name), { force: true })
