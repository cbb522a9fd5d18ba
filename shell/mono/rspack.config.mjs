// The same sources as one build, without federation: what separate builds are measured against (`npm run bench`).
// It is deployed like any shell, and carries every module within itself.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { BudgetPlugin } from '@griot/mfe-preset/budgets'
import { remoteRules } from '@griot/mfe-preset/remote-rules'
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
const carried = modules.map(({ name, folder }) => {
  const source = JSON.stringify(path.join(folder, 'src/module.tsx'))
  return `  ${JSON.stringify(name)}: () => import(/* webpackChunkName: "${chunkOf(name)}" */ ${source}),`
})

/** A module's files are built by its own rules, and by none of the shell's but the one for TypeScript. */
const exceptModules = (rule) =>
  String(rule.test) === '/\\.css$/' ? { ...rule, exclude: modules.map(({ folder }) => folder) } : rule

const OF_FEDERATION = [ShellDocumentPlugin, BudgetPlugin]
const isOfFederation = (plugin) => OF_FEDERATION.some((kind) => plugin instanceof kind)

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
    ...shell.plugins.filter((plugin) => !isOfFederation(plugin)),
    new rspack.NormalModuleReplacementPlugin(/^\.\/federation\.ts$/, path.join(here, 'in-process.ts')),
    new rspack.experiments.VirtualModulesPlugin({
      [path.join(here, 'carried.js')]: `export const carried = {\n${carried.join('\n')}\n}\n`,
    }),
    new ShellDocumentPlugin({
      version: packageJson.version,
      preload: ['house'],
      slots: SLOTS,
      carries: Object.fromEntries(modules.map(({ name }) => [name, chunkOf(name)])),
    }),
  ],
}
