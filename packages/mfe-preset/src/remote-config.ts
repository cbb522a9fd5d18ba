import path from 'node:path'
import { USUAL_BUDGETS } from '@griot/contracts/modules'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { BudgetPlugin } from './budgets.ts'
import { contractRule, minimizers, remoteRules, typescriptRule } from './build-rules.ts'
import { hiddenMaps } from './hidden-maps.ts'
import { hotRemote, isHot, KEEP_UPDATES, WATCH_ID } from './hot.ts'
import { BUILD_ID, EXPOSED_CHUNK, moduleDocument } from './module-document.ts'
import { sharedModules } from './shared.ts'

const ENTRY = 'remoteEntry.js'
const RETRY_CHUNKS = path.join(import.meta.dirname, '../client/retry-chunks.js')

type Hot = ReturnType<typeof hotRemote> | undefined

/**
 * The build of a remote. Reads `src/module.tsx` (the exposed module) and `src/contributes.ts` in `root`, and writes `dist/`
 * with its `module.json`. NODE_ENV=development gives a development build.
 */
export const remoteConfig = async (name: string, root = process.cwd()): Promise<Configuration> => {
  // BUILD_ID is replaced by the hash of the build, so that two versions never share a global. The builds of one watcher
  // share it, because each one updates the one before.
  const container = `mfe_${name}_${isHot ? WATCH_ID : BUILD_ID}`
  const hot = isHot ? hotRemote(container) : undefined

  return {
    name,
    context: root,
    mode: hot ? 'development' : 'production',
    target: ['web', 'es2022'],
    entry: {},
    // The content security policy forbids eval devtools.
    devtool: hot ? 'source-map' : false,
    output: {
      path: path.join(root, 'dist'),
      clean: hot ? KEEP_UPDATES : true,
      uniqueName: container,
      publicPath: 'auto',
      filename: hot?.names.filename ?? '[name].[contenthash:12].js',
      chunkFilename: hot?.names.chunkFilename ?? '[contenthash:12].js',
      assetModuleFilename: '[contenthash:12][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 8000,
      // Without it, a second import of a module that threw returns its incomplete exports.
      strictModuleErrorHandling: true,
    },
    resolve: {
      // Packages from npm also contain their sources, which the rules for contracts need.
      conditionNames: ['griot-source', '...'],
      extensions: ['.tsx', '.ts', '.js'],
      // Calls need no schemas; this saves the 28 kB of zod.
      alias: { zod$: '@griot/contracts/without-schemas', ...hot?.alias },
    },
    module: {
      rules: [
        typescriptRule,
        contractRule,
        ...remoteRules(name, root),
        { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      federation(container, hot),
      ...filePlugins(hot),
      // The container lists the hash of each script, so parts that are loaded on demand are joined.
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 8 }),
      await moduleDocument(name, root, container),
      budgets,
    ],
    optimization: {
      emitOnErrors: false,
      // Other ids depend on the folder: the plugin's generated modules have absolute paths in their names.
      moduleIds: hot ? 'named' : 'natural',
      chunkIds: hot ? 'named' : 'natural',
      realContentHash: !hot,
      // A chunk shared between entries would leave the container incomplete.
      runtimeChunk: false,
      // The first view is one script: each further script costs a request.
      // For the same reason, small shared parts are repeated.
      splitChunks: { chunks: ({ name: chunk }) => chunk !== EXPOSED_CHUNK, minSize: 80_000 },
      minimizer: minimizers(),
    },
    performance: false,
    lazyCompilation: false,
    stats: 'errors-warnings',
  }
}

const federation = (container: string, hot: Hot) =>
  new ModuleFederationPlugin({
    name: container,
    filename: ENTRY,
    library: { type: 'var', name: container },
    // With several imports, the last one is exposed.
    exposes: {
      './module': {
        import: [RETRY_CHUNKS, ...(hot ? [hot.exposedBeside] : []), './src/module.tsx'],
        name: EXPOSED_CHUNK,
      },
    },
    shared: Object.fromEntries(
      Object.entries(sharedModules()).map(([name, requiredVersion]) => [
        name,
        { import: false as const, singleton: true, strictVersion: true, requiredVersion },
      ]),
    ),
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: true,
    experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  })

const filePlugins = (hot: Hot) => {
  const cssName = hot?.names.cssFilename ?? '[contenthash:12].css'
  return [
    new rspack.CssExtractRspackPlugin({ filename: cssName, chunkFilename: cssName }),
    // Files of later development builds are not in the integrity table of a running page.
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: !hot }),
    ...(hot?.plugins ?? []),
    ...hiddenMaps(),
  ]
}

const budgets = new BudgetPlugin([
  { what: 'container', most: USUAL_BUDGETS.entry, files: () => [ENTRY] },
  {
    what: 'first view',
    most: USUAL_BUDGETS.initial,
    files: ({ namedChunkGroups }) => [ENTRY, ...(namedChunkGroups.get(EXPOSED_CHUNK)?.getFiles() ?? [])],
  },
])
