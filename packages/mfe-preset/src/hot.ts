import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Configuration, type RspackPluginInstance, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'

/** Whether this is a development build, which a running page takes changes from. */
export const isHot = process.env.NODE_ENV === 'development'

/** One run of a watcher: what it builds can follow each other in a page, and nothing else can. */
export const WATCH_ID = randomBytes(4).toString('hex')

const client = (file: string) => path.join(import.meta.dirname, '../client', file)

/** Names without hashes: a change is another version of the same file, and not another file. */
const STABLE_NAMES = { filename: '[name].js', chunkFilename: '[id].js', cssFilename: '[id].css' }
const HOT_UPDATE = /\.hot-update\./

export const isHotUpdate = (file: string) => HOT_UPDATE.test(file)

const refresh = (): RspackPluginInstance[] => [
  new rspack.HotModuleReplacementPlugin(),
  // Only the shell brings the runtime, before React; the plugin would bring one for each build.
  new ReactRefreshRspackPlugin({ injectEntry: false }),
]

const jsxRuntime = { 'react/jsx-dev-runtime': client('jsx-dev-runtime.js') }

/** What a remote's development build has more. */
export const hotRemote = (container: string) => ({
  alias: { ...jsxRuntime, 'react-refresh': client('refresh') },
  plugins: [...refresh(), new rspack.DefinePlugin({ HOT_CONTAINER: JSON.stringify(container) })],
  exposedBeside: client('hot-module.js'),
  names: STABLE_NAMES,
})

/** The shell's configuration for development. */
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
    // What does not build is no step on the way to what does.
    optimization: { ...config.optimization, emitOnErrors: false },
  }
}

/** A tab may be several builds behind: the way from each of the last ones stays. */
export const KEEP_UPDATES = { keep: HOT_UPDATE }
const UPDATES_KEPT = 60

/** The files of a build together with the ways to it from the builds before. */
export const createUpdateMemory = () => {
  const updates = new Set<string>()
  return (names: readonly string[]) => {
    for (const name of names.filter(isHotUpdate)) updates.add(name)
    for (const name of [...updates].slice(0, -UPDATES_KEPT)) updates.delete(name)
    return [...new Set([...names, ...updates])]
  }
}
