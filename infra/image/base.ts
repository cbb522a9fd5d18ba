import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Where what takes long to make is kept from one run to the next. */
export const cache = join(homedir(), '.cache', 'griot-image')

/**
 * Stands for the image that `node:20.x.y-bookworm-slim` names: Debian of that name, with this machine's Node and a user
 * 1000. It is the one thing that is not taken from where the image file says.
 */
export const baseFor = (image: string): string => {
  const [, wanted, suite] = image.match(/^node:(\d+\.\d+\.\d+)-([a-z]+)-slim$/) ?? []
  if (wanted === undefined || suite === undefined) throw new Error(`What ${image} is made of is not known here.`)
  if (wanted.split('.')[0] !== process.versions.node.split('.')[0]) {
    throw new Error(`The image has Node ${wanted} and this is ${process.versions.node}: use the same major version.`)
  }
  const base = join(cache, `${suite}-node-${process.versions.node}`)
  if (existsSync(base)) return base
  const draft = `${base}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, draft], { stdio: 'inherit' })
  giveNode(draft)
  execFileSync('chroot', [draft, 'useradd', '--uid', '1000', '--create-home', 'node'])
  renameSync(draft, base)
  return base
}

const giveNode = (root: string): void => {
  const local = join(root, 'usr', 'local')
  cpSync(process.execPath, join(local, 'bin', 'node'), { dereference: true })
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  cpSync(join(npm, 'npm'), join(local, 'lib', 'node_modules', 'npm'), { recursive: true })
  for (const [name, file] of [
    ['npm', 'npm-cli.js'],
    ['npx', 'npx-cli.js'],
  ] as const) {
    execFileSync('ln', ['-sf', `../lib/node_modules/npm/bin/${file}`, join(dirname(join(local, 'bin', name)), name)])
  }
}
