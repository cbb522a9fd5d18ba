import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { PACKAGES, preparePackage, ROOT } from './prepare.ts'

const EXCLUDED = /[\\/](?:node_modules|\.tsbuild|dist)(?:[\\/]|$)/

/** Packs all packages into `out` and returns the paths of the archives. Does not change the repository. */
export const packModules = async (out: string) => {
  const staging = await mkdtemp(path.join(tmpdir(), 'griot-packages-'))
  try {
    const archives: string[] = []
    for (const name of PACKAGES) {
      const [from, to] = [path.join(ROOT, 'packages', name), path.join(staging, name)]
      await cp(from, to, { recursive: true, filter: (file) => !EXCLUDED.test(file.slice(from.length)) })
      await preparePackage(name, to)
      const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out]
      const { stdout } = await promisify(execFile)('npm', args, { cwd: to })
      const [packed] = JSON.parse(stdout) as { filename: string }[]
      archives.push(path.join(out, packed?.filename ?? ''))
    }
    return archives
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
