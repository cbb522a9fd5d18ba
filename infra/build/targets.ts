import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Held by the one build that writes into this checkout. */
export const BUILD_LOCK = join(root, 'node_modules', '.cache', 'griot', 'build.lock')

/** A Node process: one bundle of workspace sources, with npm's packages left outside. */
export interface ProcessTarget {
  name: string
  entry: string
  output: string
}

/** A front end, built by its own workspace. */
export interface PageTarget {
  name: string
  workspace: string
  /** Folders and files the result depends on. */
  inputs: readonly string[]
  output: string
}

const services = readdirSync(join(root, 'services')).map((name) => `services/${name}`)

const processAt = (workspace: string, source: string): ProcessTarget => {
  const file = source.slice(source.lastIndexOf('/') + 1).replace(/\.ts$/, '')
  return { name: `${workspace}/${file}`, entry: `${workspace}/${source}`, output: `${workspace}/dist/${file}.js` }
}

/** A runner's processes are its `src/main.ts` and, where there is one, `src/worker.ts`. */
export const processTargets = (): ProcessTarget[] =>
  [
    ...['gateway', ...services].flatMap((workspace) => [
      processAt(workspace, 'src/main.ts'),
      processAt(workspace, 'src/worker.ts'),
    ]),
    processAt('infra', 'start/supervisor.ts'),
    processAt('infra', 'start/prepare.ts'),
    processAt('infra', 'start/migrate.ts'),
    processAt('infra', 'start/dev.ts'),
    processAt('infra', 'start/seed-demo.ts'),
  ].filter(({ entry }) => existsSync(join(root, entry)))

/** A module is a folder of its own beside the others: a new one needs no line here. */
export const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'))

const frontPackages = ['contracts', 'shell-sdk', 'ui', 'mfe-preset'].map((name) => `packages/${name}`)

export const pageTargets = (): PageTarget[] =>
  ['shell', ...remotes].map((workspace) => ({
    name: workspace,
    workspace,
    inputs: [workspace, ...frontPackages, 'package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'],
    output: `${workspace}/dist`,
  }))
