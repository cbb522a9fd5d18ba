import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetupError } from '../common/setup-error.ts'
import { filesBelow, hashOf, isFresh, setStamp } from './stamp.ts'
import { type PageTarget, pageTargets, root } from './targets.ts'

const Package = z.object({ scripts: z.object({ build: z.string().optional() }).default({}) })

const canBuild = ({ workspace }: PageTarget): boolean => {
  const file = join(root, workspace, 'package.json')
  return existsSync(file) && Package.parse(JSON.parse(readFileSync(file, 'utf8'))).scripts.build !== undefined
}

export const stalePages = (): PageTarget[] =>
  pageTargets().filter((page) => canBuild(page) && !isFresh(page.name, page.output, filesBelow(page.inputs)))

/** Runs a workspace's own build and answers what it printed. */
const runBuild = (workspace: string) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn('npm', ['run', 'build', '--silent', `--workspace=${workspace}`], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new SetupError(`${workspace} could not be built.\n${output.trim()}`)),
    )
  })

const buildPage = async (page: PageTarget): Promise<void> => {
  const inputs = filesBelow(page.inputs)
  // Taken before: a file that changes while it is being built makes the result stale.
  const hash = hashOf(inputs)
  await runBuild(page.workspace)
  setStamp(page.name, inputs, hash)
}

/** Two at a time: each takes about 250 MB and a core. */
export const buildPages = async (pages: readonly PageTarget[]): Promise<void> => {
  const waiting = [...pages]
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) await buildPage(page)
  }
  await Promise.all([work(), work()])
}
