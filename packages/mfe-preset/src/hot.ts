import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Configuration, type RspackPluginInstance, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

/** Whether this is a development build, with hot module replacement. */
export const isHot = process.env.NODE_ENV === 'development'

/** Identifies one run of a watcher. Only builds of the same run can update each other in a page. */
export const WATCH_ID = randomBytes(4).toString('hex')

const client = (file: string) => path.join(import.meta.dirname, '../client', file)

/** Names without hashes, because an update replaces a file of the same name. */
const STABLE_NAMES = { filename: '[name].js', chunkFilename: '[id].js', cssFilename: '[id].css' }
const HOT_UPDATE = /\.hot-update\./

export const isHotUpdate = (file: string) => HOT_UPDATE.test(file)

const refresh = (): RspackPluginInstance[] => [
  new rspack.HotModuleReplacementPlugin(),
  // The shell provides the one refresh runtime; the plugin would add one to each build.
  // The sources of Griot's packages are compiled with the module, also if they come from npm.
  new ReactRefreshRspackPlugin({ injectEntry: false, exclude: /[\\/]node_modules[\\/](?!@griot[\\/])/ }),
]

const jsxRuntime = { 'react/jsx-dev-runtime': client('jsx-dev-runtime.js') }

/** The additions to a remote's development build. */
export const hotRemote = (container: string) => ({
  alias: { ...jsxRuntime, 'react-refresh': client('refresh') },
  plugins: [...refresh(), new rspack.DefinePlugin({ HOT_CONTAINER: JSON.stringify(container) })],
  exposedBeside: client('hot-module.js'),
  names: STABLE_NAMES,
})

export const hotShell = (config: Configuration): Configuration => {
  const assets = (name: string) => `assets/${name}`
  const names = Object.fromEntries(Object.entries(STABLE_NAMES).map(([key, name]) => [key, assets(name)]))
  return {
    ...config,
    entry: { main: [client('refresh-host.js'), client('hot-shell.js'), './src/main.tsx'] },
    output: {
      ...config.output,
      ...names,
      clean: KEEP_UPDATES,
      hotUpdateMainFilename: assets('[runtime].[fullhash].hot-update.json'),
      hotUpdateChunkFilename: assets('[id].[fullhash].hot-update.js'),
    },
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...jsxRuntime } },
    plugins: [...(config.plugins ?? []), ...refresh()],
    // A failed build must not become a step of the update chain.
    optimization: { ...config.optimization, emitOnErrors: false },
  }
}

/** Keeps update files, because a tab may be several builds behind. */
export const KEEP_UPDATES = { keep: HOT_UPDATE }
const MAX_UPDATES = 60

/** Adds the update files of earlier builds to the files of a build. */
export const createUpdateMemory = () => {
  const updates = new Set<string>()
  return (names: readonly string[]) => {
    for (const name of names.filter(isHotUpdate)) updates.add(name)
    for (const name of [...updates].slice(0, -MAX_UPDATES)) updates.delete(name)
    return [...new Set([...names, ...updates])]
  }
}
