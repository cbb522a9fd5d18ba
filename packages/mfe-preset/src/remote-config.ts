import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Contributions } from '@griot/contracts/modules'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { BudgetPlugin, REMOTE_BUDGETS, type RemoteBudgets } from './budgets.ts'
import { BUILD_ID, EXPOSED_CHUNK, ModuleDocumentPlugin } from './module-document.ts'
import { sharedModules } from './shared.ts'
import { typescriptRule } from './typescript-rule.ts'

const require = createRequire(import.meta.url)

const ENTRY = 'remoteEntry.js'

const realZod = { zod$: path.join(path.dirname(require.resolve('zod/package.json')), 'index.js') }

/**
 * The whole build of a remote. Run in the remote's folder; takes `src/module.tsx` (the exposed module) and
 * `src/contributes.ts` (what the shell knows without loading it) and writes `dist/` with its `module.json`.
 */
export const remoteConfig = async (
  name: string,
  root = process.cwd(),
  budgets: RemoteBudgets = REMOTE_BUDGETS,
): Promise<Configuration> => {
  // The name carries a mark that is replaced by the hash of what was built: two versions never share a global.
  const container = `mfe_${name}_${BUILD_ID}`
  const shared = sharedModules()
  const { contributes } = (await import(pathToFileURL(path.join(root, 'src/contributes.ts')).href)) as {
    contributes: unknown
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const isProduction = process.env.NODE_ENV !== 'development'

  return {
    name,
    context: root,
    mode: isProduction ? 'production' : 'development',
    target: ['web', 'es2022'],
    entry: {},
    // Never an eval devtool: the page's Content-Security-Policy forbids it.
    devtool: isProduction ? false : 'source-map',
    output: {
      path: path.join(root, 'dist'),
      clean: true,
      uniqueName: container,
      publicPath: 'auto',
      filename: '[name].[contenthash:12].js',
      chunkFilename: '[contenthash:12].js',
      assetModuleFilename: '[contenthash:12][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 8000,
      // Without it a module that threw while evaluating is handed out empty the second time.
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      // The contracts bring schemas that only forms check with; calls need none, and are spared the 28 kB of zod.
      alias: { zod$: '@griot/contracts/without-schemas' },
    },
    module: {
      rules: [
        typescriptRule,
        // A module with forms names their schemas in `src/schemas.ts`: the contracts imported there are another copy, with
        // zod in it.
        { issuer: path.join(root, 'src/schemas.ts'), layer: 'schemas', resolve: { alias: realZod } },
        { issuerLayer: 'schemas', resolve: { alias: realZod } },
        {
          test: /\.css$/,
          type: 'javascript/auto',
          use: [
            rspack.CssExtractRspackPlugin.loader,
            {
              loader: require.resolve('css-loader'),
              options: { modules: { auto: true, localIdentName: `${name}-[local]-[hash:base64:6]` } },
            },
            {
              loader: require.resolve('postcss-loader'),
              options: { postcssOptions: { plugins: [[require.resolve('@tailwindcss/postcss'), { base: root }]] } },
            },
          ],
        },
        { test: /\.(svg|png|jpe?g|webp|avif|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: ENTRY,
        library: { type: 'var', name: container },
        exposes: { './module': { import: './src/module.tsx', name: EXPOSED_CHUNK } },
        shared: Object.fromEntries(
          Object.entries(shared).map(([request, { shareKey, requiredVersion }]) => [
            request,
            { import: false as const, singleton: true, strictVersion: true, shareKey, requiredVersion },
          ]),
        ),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
      new rspack.CssExtractRspackPlugin({ filename: '[contenthash:12].css', chunkFilename: '[contenthash:12].css' }),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], enabled: true }),
      new ModuleDocumentPlugin({ name, version, shared, contributes: Contributions.parse(contributes), budgets }),
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
      realContentHash: true,
      // A chunk shared between entries would leave the container incomplete.
      runtimeChunk: false,
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin(), new rspack.LightningCssMinimizerRspackPlugin()],
    },
    performance: false,
    lazyCompilation: false,
    stats: 'errors-warnings',
  }
}
