import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { describeImage } from './parse-dockerfile.ts'

type Image = ReturnType<typeof describeImage>

export interface Container {
  name: string
  /** Asks as the engine would, by the image's own health check. */
  isHealthy(): boolean
  log(): string
  /** Asks the first process in it to end, and answers its code; null when it had to be killed. */
  stop(): Promise<number | null>
}

const PATH = '/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin'
const STOPS_WITHIN_MS = 20_000

/** Runs things in a finished image as an engine would: as its user, in its folder, with its environment and nothing else. */
export const engineFor = (root: string, image: Image) => {
  const inside = (command: readonly string[]): string[] => [
    'chroot',
    `--userspec=${image.user}`,
    '--groups=',
    root,
    '/bin/sh',
    '-c',
    `cd ${image.workdir} && exec "$@"`,
    'sh',
    ...command,
  ]
  const environment = (given: Record<string, string>) => ({ PATH, HOME: '/tmp', ...image.env, ...given })

  const execute = (command: readonly string[], given: Record<string, string> = {}) => {
    const [file = '', ...args] = inside(command)
    const { status, stdout, stderr } = spawnSync(file, args, { env: environment(given), encoding: 'utf8' })
    return { status, said: `${stdout}${stderr}` }
  }

  const start = (name: string, command: readonly string[], given: Record<string, string>): Container => {
    // Process numbers of its own, so that the entry point is the first process, as in a container.
    const args = ['--pid', '--fork', '--kill-child', '--mount-proc', ...inside([...image.entrypoint, ...command])]
    const child = spawn('unshare', args, { env: environment(given), stdio: ['ignore', 'pipe', 'pipe'] })
    const exited = once(child, 'exit')
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    return {
      name,
      isHealthy: () => execute(image.healthCheck, given).status === 0,
      log: () => said,
      async stop() {
        const first = firstInside(child)
        if (first !== undefined) process.kill(first, 'SIGTERM')
        const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
        const [code] = (await exited) as [number | null]
        clearTimeout(late)
        return code
      },
    }
  }
  return { execute, start }
}

const firstInside = ({ pid }: ChildProcess): number | undefined => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return Number(children[0]) || undefined
}
