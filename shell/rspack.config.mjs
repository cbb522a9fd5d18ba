import path from 'node:path'
import { BudgetPlugin } from '@griot/mfe-preset/budgets'
import { contractRule, minimizers, typescriptRule } from '@griot/mfe-preset/build-rules'
import { hiddenMaps } from '@griot/mfe-preset/hidden-maps'
import { hotShell, isHot } from '@griot/mfe-preset/hot'
import { providedModules } from '@griot/mfe-preset/shared'
import { ShellDocumentPlugin } from '@griot/mfe-preset/shell-document'
import { SLOTS } from '@griot/shell-sdk/slots'
import { rspack } from '@rspack/core'
import { firstPaint } from './first-paint.mjs'
import packageJson from './package.json' with { type: 'json' }

const here = import.meta.dirname
const { version } = packageJson
const isProduction = !isHot

const FIRST_FONTS = /-latin-(?:opsz|wght)-normal\.[0-9a-f]+\.woff2$/

/** Preloads the fonts of the first paint, after the scripts. Otherwise they load only after layout. */
const preloadFonts = {
  apply: (compiler) =>
    compiler.hooks.compilation.tap('preload-fonts', (compilation) =>
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tapPromise(
        'preload-fonts',
        async (page) => {
          const fonts = Object.keys(compilation.assets).filter((name) => FIRST_FONTS.test(name))
          const links = fonts.map((name) => ({
            tagName: 'link',
            attributes: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: 'anonymous',
              fetchpriority: 'low',
              href: `/${name}`,
            },
            voidTag: true,
          }))
          page.headTags.push(...links)
          // The page renders only after these scripts, but browsers give deferred scripts a low priority.
          for (const tag of page.headTags) if (tag.attributes.defer) tag.attributes.fetchpriority = 'high'
          return page
        },
      ),
    ),
}

/**
 * V8 compiles all functions of these files while they download (since Chrome 136). Otherwise it compiles each one on the main
 * thread when it is first called. Other browsers ignore the comment.
 */
const compileEarly = new rspack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /assets[\\/](vendors|main|signed-in|federation)\..*\.js$/,
  // The minimizer removes comments.
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
})

const productionRouter = (file) => path.join(here, '../node_modules/react-router/dist/production', `${file}.mjs`)

const cssName = isHot ? 'assets/[id].css' : 'assets/[name].[contenthash:12].css'

/** The options that the admin page of modules shares. */
export const shared = {
  context: here,
  target: ['web', 'es2022'],
  resolve: {
    extensions: ['.tsx', '.ts', '.mjs', '.js'],
    // The shell does not validate responses. zod would be a fifth of its size.
    alias: {
      zod$: '@griot/contracts/without-schemas',
      // The package exports its development build.
      ...(isProduction && {
        'react-router$': productionRouter('index'),
        'react-router/dom$': productionRouter('dom-export'),
      }),
    },
  },
  module: {
    rules: [
      typescriptRule,
      contractRule,
      {
        test: /\.css$/,
        type: 'javascript/auto',
        use: [
          rspack.CssExtractRspackPlugin.loader,
          'css-loader',
          {
            loader: 'postcss-loader',
            // Tailwind's optimizer would rewrite light-dark() for unsupported browsers.
            options: { postcssOptions: { plugins: [['@tailwindcss/postcss', { base: here, optimize: false }]] } },
          },
        ],
      },
      { test: /\.(woff2|svg)$/, type: 'asset/resource' },
    ],
  },
  performance: false,
  lazyCompilation: false,
  stats: 'errors-warnings',
}

/** Without the federation plugin: `src/modules/federation.ts` shares the libraries and loads the remotes at run time. */
const config = {
  ...shared,
  mode: isProduction ? 'production' : 'development',
  entry: { main: './src/main.tsx' },
  // No eval devtool: the Content-Security-Policy forbids it.
  devtool: isProduction ? false : 'source-map',
  output: {
    path: path.join(here, 'dist'),
    clean: true,
    uniqueName: 'griot_shell',
    publicPath: '/',
    filename: 'assets/[name].[contenthash:12].js',
    chunkFilename: 'assets/[name].[contenthash:12].js',
    assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
    chunkLoadTimeout: 8000,
  },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: false }),
    preloadFonts,
    firstPaint,
    new rspack.CssExtractRspackPlugin({ filename: cssName }),
    new rspack.CopyRspackPlugin({ patterns: [{ from: './src/favicon.svg', to: 'favicon.svg' }] }),
    ...(isProduction ? [compileEarly] : []),
    ...hiddenMaps(),
    new rspack.DefinePlugin({ PROVIDED: JSON.stringify(providedModules()) }),
    new ShellDocumentPlugin({ version, preload: ['signed-in', 'federation'], slots: SLOTS }),
    new BudgetPlugin([
      {
        what: 'first paint',
        most: 165_000,
        files: ({ entrypoints, namedChunkGroups }) => [
          'index.html',
          ...entrypoints.get('main').getFiles(),
          ...namedChunkGroups.get('signed-in').getFiles(),
        ],
      },
      {
        what: 'landing page',
        most: 100_000,
        files: ({ entrypoints, namedChunkGroups }) => [
          'index.html',
          ...entrypoints.get('main').getFiles(),
          ...namedChunkGroups.get('landing').getFiles(),
        ],
      },
    ]),
  ],
  optimization: {
    realContentHash: isProduction,
    splitChunks: {
      // One script each: every script costs a request and an evaluation.
      chunks: ({ name }) => name !== 'signed-in' && name !== 'federation',
      // Dependencies change less often than the shell, so they are cached separately.
      cacheGroups: { vendors: { test: /[\\/]node_modules[\\/]/, name: 'vendors', chunks: 'initial' } },
    },
    minimizer: minimizers(),
  },
}

export default isHot ? hotShell(config) : config
