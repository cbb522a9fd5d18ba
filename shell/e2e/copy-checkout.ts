import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './module-server.ts'

const EXCLUDED = new Set(['node_modules', 'dist', '.tsbuild'])
const FRONT_END_SOURCES = /^(?:packages|shell|mfe-.*|package(?:-lock)?\.json|tsconfig.*\.json)$/

/** Copies the sources of the front ends to a path of another name and depth below `folder`, and links the dependencies. */
export const copyCheckout = async (folder: string) => {
  const root = path.join(await mkdtemp(path.join(folder, 'elsewhere-')), 'another name')
  await mkdir(root)
  for (const name of await readdir(ROOT)) {
    if (!FRONT_END_SOURCES.test(name)) continue
    const filter = (source: string) => !EXCLUDED.has(path.basename(source))
    await cp(path.join(ROOT, name), path.join(root, name), { recursive: true, filter })
  }
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(root, 'node_modules')]
  await mkdir(to)
  // Names with a dot are caches.
  const packages = (await readdir(from)).filter((name) => !name.startsWith('.'))
  const copy = (option: string) => promisify(execFile)('cp', [option, ...packages, to], { cwd: from })
  await copy('-al').catch(() => copy('-R'))
  return root
}
