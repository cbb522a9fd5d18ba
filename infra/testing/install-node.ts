import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/targets.ts'

/** The release of the image, and the newest one that the product supports. */
export const NODE_24 = '24.21.0'

/** Installs a Node release from npm into a cache folder. Returns the folder that holds the `node` binary. */
export const installNode = (version: string): string => {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, 'node_modules', '.cache', 'griot', `node-${version}`)
  const bin = join(folder, 'node_modules', name, 'bin')
  if (!existsSync(join(bin, 'node'))) {
    // With `strict-allow-scripts` npm reads the folder before it creates it.
    mkdirSync(folder, { recursive: true })
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--workspaces=false']
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' })
  }
  return bin
}
