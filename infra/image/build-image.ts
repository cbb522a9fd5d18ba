import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../build/targets.ts'
import { installNode, NODE_24 } from '../testing/install-node.ts'

const cache = join(homedir(), '.cache', 'griot-image')
const SUITE = 'bookworm'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

/** The part of the image configuration that the test uses. */
interface ImageConfig {
  User: string
  WorkingDir: string
  Env: string[]
  Cmd: string[]
  Entrypoint: string[]
  Healthcheck: { Test: string[] }
}

export interface BuiltImage {
  rootFolder: string
  config: ImageConfig
}

/** Debian with Node and npm, in place of the official Node image, which needs a container registry. Takes minutes once. */
const makeBaseArchive = (): string => {
  const archive = join(cache, `${SUITE}-node-${NODE_24}.tar`)
  if (existsSync(archive)) return archive
  const folder = join(cache, 'base')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, folder])
  const local = join(folder, 'usr', 'local')
  cpSync(join(installNode(NODE_24), 'node'), join(local, 'bin', 'node'))
  const globalModules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  cpSync(join(globalModules, 'npm'), join(local, 'lib', 'node_modules', 'npm'), { recursive: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  run('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node'])
  run('tar', ['-C', folder, '-cf', `${archive}.draft`, '.'])
  renameSync(`${archive}.draft`, archive)
  rmSync(folder, { recursive: true })
  return archive
}

/** The npm settings, npm cache and certificates of this machine, which its package registry may require. */
const machineVolumes = () =>
  [
    [CERTIFICATES, `${CERTIFICATES}:ro`],
    [join(homedir(), '.npmrc'), '/root/.npmrc:ro'],
    [join(homedir(), '.npm'), '/root/.npm'],
  ]
    .filter(([from]) => existsSync(from ?? ''))
    .map(([from, to]) => `--volume=${from}:${to}`)

/** Builds both images with buildah. `folder` holds the images and must be on a disk with 10 GB free. */
export const buildImages = (folder: string) => {
  const storage = ['--storage-driver=vfs', `--root=${join(folder, 'storage')}`, `--runroot=${join(folder, 'run')}`]
  const ask = (...args: string[]) => execFileSync('buildah', [...storage, ...args], { encoding: 'utf8' }).trim()
  const build = (...args: string[]) => run('buildah', [...storage, 'bud', '--isolation=chroot', ...args])

  const baseFolder = join(folder, 'base')
  mkdirSync(baseFolder)
  cpSync(makeBaseArchive(), join(baseFolder, 'base.tar'))
  writeFileSync(
    join(baseFolder, 'Dockerfile'),
    `FROM scratch\nADD base.tar /\nENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}\n`,
  )
  build('--tag=griot-base', baseFolder)
  rmSync(baseFolder, { recursive: true })

  const dockerfile = fileURLToPath(new URL('Dockerfile', import.meta.url))
  const buildTarget = (target: string, name: string): BuiltImage => {
    build(
      ...['--layers', '--format=docker', '--build-arg=BASE=localhost/griot-base', ...machineVolumes()],
      ...[`--ignorefile=${dockerfile}.dockerignore`, `--file=${dockerfile}`],
      ...[`--target=${target}`, `--tag=${name}`, root],
    )
    const { Docker } = JSON.parse(ask('inspect', '--type=image', name)) as { Docker: { config: ImageConfig } }
    const container = ask('from', '--pull-never', `localhost/${name}`)
    return { rootFolder: ask('mount', container), config: Docker.config }
  }
  return { product: buildTarget('product', 'griot'), modules: buildTarget('modules', 'griot-modules') }
}
