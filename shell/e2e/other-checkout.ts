import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './modules-house.ts'

const LEFT_OUT = new Set(['node_modules', 'dist', '.tsbuild'])
const OF_FRONT_ENDS = /^(?:packages|shell|mfe-.*|package(?:-lock)?\.json|tsconfig.*\.json)$/

/**
 * Everything that front ends are built from, once more, in a folder of another name and depth below the given one. What is
 * installed is no copy where the file system can do without.
 */
export const otherCheckout = async (folder: string) => {
  const root = path.join(await mkdtemp(path.join(folder, 'elsewhere-')), 'another name')
  await mkdir(root)
  for (const name of await readdir(ROOT)) {
    if (!OF_FRONT_ENDS.test(name)) continue
    const filter = (source: string) => !LEFT_OUT.has(path.basename(source))
    await cp(path.join(ROOT, name), path.join(root, name), { recursive: true, filter })
  }
  const [installed, there] = [path.join(ROOT, 'node_modules'), path.join(root, 'node_modules')]
  await mkdir(there)
  // What is written while things run begins with a dot.
  const packages = (await readdir(installed)).filter((name) => !name.startsWith('.'))
  const copy = (how: string) => promisify(execFile)('cp', [how, ...packages, there], { cwd: installed })
  await copy('-al').catch(() => copy('-R'))
  return root
}
