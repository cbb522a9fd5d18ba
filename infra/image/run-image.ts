import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltImage } from './build-image.ts'

const STOP_TIMEOUT_MS = 20_000

/** Makes the root file system read-only, with /proc, devices, and memory for /tmp and /data. Needs its own mount namespace. */
export const mountReadOnly = ({ rootFolder, config }: BuiltImage): void => {
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'inherit' })
  const [uid] = config.User.split(':')
  mount('--bind', rootFolder, rootFolder)
  mount('--rbind', '/dev', join(rootFolder, 'dev'))
  mount('-t', 'proc', 'proc', join(rootFolder, 'proc'))
  mount('-t', 'tmpfs', '-o', 'mode=1777,noexec', 'tmpfs', join(rootFolder, 'tmp'))
  mount('-t', 'tmpfs', '-o', `uid=${uid},mode=0700`, 'tmpfs', join(rootFolder, 'data'))
  mount('-o', 'remount,bind,ro', rootFolder)
}

/** Shows the writable folder of one image in another one, as a volume does. */
export const shareData = (from: BuiltImage, to: BuiltImage): void => {
  execFileSync('mount', ['--bind', join(from.rootFolder, 'data'), join(to.rootFolder, 'data')], { stdio: 'inherit' })
}

/** Runs commands in the image as a container engine does: with its user, folder, environment and entry point. */
export const openImage = ({ rootFolder, config }: BuiltImage) => {
  const chroot = (command: readonly string[]) => [
    ...['chroot', `--userspec=${config.User}`, '--groups=', rootFolder],
    ...['/usr/bin/env', `--chdir=${config.WorkingDir}`, ...command],
  ]
  const environment = (given: Record<string, string>) => ({
    HOME: '/tmp',
    ...Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    ...given,
  })

  const execute = (command: readonly string[], given: Record<string, string> = {}) => {
    const [file = '', ...args] = chroot(command)
    const { status, stdout, stderr } = spawnSync(file, args, { env: environment(given), encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }

  const start = (name: string, command: readonly string[], given: Record<string, string>) => {
    // A PID namespace of its own, so that the entry point is process 1, as in a container.
    const args = ['--pid', '--fork', '--kill-child', '--mount-proc', ...chroot([...config.Entrypoint, ...command])]
    const child = spawn('unshare', args, { env: environment(given), stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    return {
      name,
      /** Runs the health check of the image. */
      isHealthy: () => execute(config.Healthcheck.Test.slice(1), given).status === 0,
      log: () => output,
      /** Sends SIGTERM to the entry point. Returns its exit code, or null if it had to be killed. */
      async stop() {
        const entryPoint = onlyChildOf(child)
        if (entryPoint !== undefined) process.kill(entryPoint, 'SIGTERM')
        const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
        const [code] = (await exited) as [number | null]
        clearTimeout(timeout)
        return code
      },
    }
  }
  return { execute, start }
}

export type Container = ReturnType<ReturnType<typeof openImage>['start']>

const onlyChildOf = ({ pid }: ChildProcess): number | undefined =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()) || undefined
