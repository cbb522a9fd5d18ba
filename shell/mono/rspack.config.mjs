// Shell and modules as one build without federation, which `npm run bench` compares with separate builds.
// It is deployed like any shell.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { BudgetPlugin } from '@griot/mfe-preset/budgets'
import { remoteRules } from '@griot/mfe-preset/build-rules'
import { ShellDocumentPlugin } from '@griot/mfe-preset/shell-document'
import { SLOTS } from '@griot/shell-sdk/slots'
import { rspack } from '@rspack/core'
import packageJson from '../package.json' with { type: 'json' }
import shell from '../rspack.config.mjs'

const here = import.meta.dirname
const root = path.resolve(here, '../..')
const modules = readdirSync(root)
  .filter((folder) => folder.startsWith('mfe-'))
  .map((folder) => ({ name: folder.slice('mfe-'.length), folder: path.join(root, folder) }))

const chunkOf = (name) => `module-${name}`
const imports = modules.map(({ name, folder }) => {
  const source = JSON.stringify(path.join(folder, 'src/module.tsx'))
  return `  ${JSON.stringify(name)}: () => import(/* webpackChunkName: "${chunkOf(name)}" */ ${source}),`
})

/** The files of a module use its own rules, and of the shell's rules only the one for TypeScript. */
const exceptModules = (rule) =>
  String(rule.test) === '/\\.css$/' ? { ...rule, exclude: modules.map(({ folder }) => folder) } : rule

const isReplaced = (plugin) => plugin instanceof ShellDocumentPlugin || plugin instanceof BudgetPlugin

export default {
  ...shell,
  output: { ...shell.output, path: path.join(here, 'dist'), uniqueName: 'griot_mono' },
  module: {
    rules: [
      ...shell.module.rules.map(exceptModules),
      ...modules.flatMap(({ name, folder }) => remoteRules(name, folder)),
    ],
  },
  plugins: [
    ...shell.plugins.filter((plugin) => !isReplaced(plugin)),
    new rspack.NormalModuleReplacementPlugin(/^\.\/federation\.ts$/, path.join(here, 'in-process.ts')),
    new rspack.experiments.VirtualModulesPlugin({
      [path.join(here, 'modules.js')]: `export const modules = {\n${imports.join('\n')}\n}\n`,
    }),
    new ShellDocumentPlugin({
      version: packageJson.version,
      preload: ['signed-in'],
      slots: SLOTS,
      carries: Object.fromEntries(modules.map(({ name }) => [name, chunkOf(name)])),
    }),
  ],
}
