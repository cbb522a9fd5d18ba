import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Contributions, USUAL_BUDGETS } from '@griot/contracts/modules'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { BudgetPlugin } from './budgets.ts'
import { contractRule } from './contract-rule.ts'
import { hiddenMaps } from './hidden-maps.ts'
import { hotRemote, isHot, KEEP_UPDATES, WATCH_ID } from './hot.ts'
import { minimizers } from './minimizers.ts'
import { BUILD_ID, EXPOSED_CHUNK, ModuleDocumentPlugin } from './module-document.ts'
import { ownContainerRuntime } from './own-container-runtime.ts'
import { remoteRules } from './remote-rules.ts'
import { sharedModules } from './shared.ts'
import { typescriptRule } from './typescript-rule.ts'

const ENTRY = 'remoteEntry.js'

/**
 * The whole build of a remote. Run in the remote's folder; takes `src/module.tsx` (the exposed module) and
 * `src/contributes.ts` (what the shell knows without loading it) and writes `dist/` with its `module.json`.
 */
export const remoteConfig = async (
  name: string,
  root = process.cwd(),
  budgets: typeof USUAL_BUDGETS = USUAL_BUDGETS,
): Promise<Configuration> => {
  // The name carries a mark that is replaced by the hash of what was built: two versions never share a global.
  // In development those of one watcher do: each is an update of the one before, in the same place.
  const container = `mfe_${name}_${isHot ? WATCH_ID : BUILD_ID}`
  const hot = isHot ? hotRemote(container) : undefined
  const shared = sharedModules()
  const { contributes } = (await import(pathToFileURL(path.join(root, 'src/contributes.ts')).href)) as {
    contributes: unknown
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

  const cssName = hot?.names.cssFilename ?? '[contenthash:12].css'

  return {
    name,
    context: root,
    mode: hot ? 'development' : 'production',
    target: ['web', 'es2022'],
    entry: {},
    // Never an eval devtool: the page's Content-Security-Policy forbids it.
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
      // Without it a module that threw while evaluating is handed out empty the second time.
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // The contracts bring schemas that only forms check with; calls need none, and are spared the 28 kB of zod.
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
      new ModuleFederationPlugin({
        name: container,
        filename: ENTRY,
        library: { type: 'var', name: container },
        // Of several imports the last is what is exposed.
        exposes: {
          './module': { import: [...(hot ? [hot.exposedBeside] : []), './src/module.tsx'], name: EXPOSED_CHUNK },
        },
        shared: Object.fromEntries(
          Object.entries(shared).map(([request, { shareKey, requiredVersion }]) => [
            request,
            { import: false as const, singleton: true, strictVersion: true, shareKey, requiredVersion },
          ]),
        ),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
      }),
      ...ownContainerRuntime(),
      new rspack.CssExtractRspackPlugin({ filename: cssName, chunkFilename: cssName }),
      // What comes into a running page is in no table that was made before.
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: !hot }),
      ...(hot?.plugins ?? []),
      ...hiddenMaps(),
      new ModuleDocumentPlugin({
        name,
        root,
        version,
        container,
        shared,
        contributes: Contributions.parse(contributes),
        budgets,
      }),
      new BudgetPlugin([
        { what: 'container', most: budgets.entry, files: () => [ENTRY] },
        {
          what: 'first view',
          most: budgets.initial,
          files: ({ namedChunkGroups }) => [ENTRY, ...(namedChunkGroups.get(EXPOSED_CHUNK)?.getFiles() ?? [])],
        },
      ]),
    ],
    optimization: {
      // What does not build is no step on the way to what does.
      emitOnErrors: false,
      realContentHash: !hot,
      // A chunk shared between entries would leave the container incomplete.
      runtimeChunk: false,
      // What the first view waits for comes in one piece: each script more costs a request and a start.
      splitChunks: { chunks: ({ name }) => name !== EXPOSED_CHUNK },
      minimizer: minimizers(),
    },
    performance: false,
    lazyCompilation: false,
    stats: 'errors-warnings',
  }
}
