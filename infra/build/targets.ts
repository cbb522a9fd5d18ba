import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const BUILD_LOCK = join(root, 'node_modules', '.cache', 'griot', 'build.lock')

export interface Target {
  name: string
  /** Folders and files that the result depends on. */
  inputs: readonly string[]
  outputs: readonly string[]
}

/** The programs of the start, and `src/main.ts` and, if it exists, `src/worker.ts` of each runner. */
const programs = [
  ...['supervisor', 'prepare', 'migrate', 'modules', 'dev', 'seed-demo'].map((name) => `infra/start/${name}`),
  ...['gateway', ...readdirSync(join(root, 'services')).map((name) => `services/${name}`)]
    .flatMap((workspace) => [`${workspace}/src/main`, `${workspace}/src/worker`])
    .filter((program) => existsSync(join(root, `${program}.ts`))),
]

/** The source of each Node process by its bundle, both without extension. */
export const bundles = Object.fromEntries(
  programs.map((program) => [program.replace(/\/(src|start)\//, '/dist/'), `${program}.ts`]),
)

const commonInputs = ['package-lock.json', 'tsconfig.base.json', 'packages/contracts']

/** All Node processes. npm packages are not part of the bundles. */
export const processTarget: Target = {
  name: 'the processes',
  inputs: [
    ...commonInputs,
    ...['gateway', 'services', 'infra', 'packages/service-kit', 'packages/module-registry'],
    // The public pages of catalog use its formats.
    'packages/ui/src',
    // The demo shows use it. Other test code is not part of a bundle.
    'packages/service-kit/src/testing/api-client.ts',
  ],
  outputs: Object.keys(bundles).map((bundle) => `${bundle}.js`),
}

const frontInputs = ['shell-sdk', 'ui', 'mfe-preset'].map((name) => `packages/${name}`)

/** The front ends, built by the scripts of their workspaces: the shell and every folder that starts with `mfe-`. */
export const pageTargets = (): Target[] =>
  ['shell', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))].map((workspace) => ({
    name: workspace,
    inputs: [...commonInputs, workspace, ...frontInputs, 'tsconfig.browser.json'],
    outputs: workspace === 'shell' ? ['shell/dist', 'gateway/dist/module-admin'] : [`${workspace}/dist`],
  }))
