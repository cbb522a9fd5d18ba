import path from 'node:path'
import { BudgetPlugin } from '@griot/mfe-preset/budgets'
import { contractRule } from '@griot/mfe-preset/contract-rule'
import { hiddenMaps } from '@griot/mfe-preset/hidden-maps'
import { hotShell, isHot } from '@griot/mfe-preset/hot'
import { minimizers } from '@griot/mfe-preset/minimizers'
import { ShellDocumentPlugin } from '@griot/mfe-preset/shell-document'
import { typescriptRule } from '@griot/mfe-preset/typescript-rule'
import { SLOTS } from '@griot/shell-sdk/slots'
import { rspack } from '@rspack/core'
import packageJson from './package.json' with { type: 'json' }

const here = import.meta.dirname
const { version } = packageJson
const isProduction = !isHot

const FIRST_FONTS = /-latin-(?:opsz|wght)-normal\.[0-9a-f]+\.woff2$/

/** The two faces of the first paint are asked for with the page, behind its scripts; otherwise only once text is laid out. */
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
          // Nothing is shown before they have run, and a browser takes deferred scripts for the least urgent there are.
          for (const tag of page.headTags) if (tag.attributes.defer) tag.attributes.fetchpriority = 'high'
          return page
        },
      ),
    ),
}

const productionRouter = (file) => path.join(here, '../node_modules/react-router/dist/production', `${file}.mjs`)

const cssName = isHot ? 'assets/[id].css' : 'assets/[name].[contenthash:12].css'

/** A plain build without any federation plugin: remotes are loaded by src/modules at run time. */
const config = {
  context: here,
  mode: isProduction ? 'production' : 'development',
  target: ['web', 'es2022'],
  entry: { main: './src/main.tsx' },
  // Never an eval devtool: the page's Content-Security-Policy forbids it.
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
  resolve: {
    extensions: ['.tsx', '.ts', '.mjs', '.js'],
    // The shell calls endpoints and checks nothing; without this zod would be a fifth of its bytes.
    alias: {
      zod$: '@griot/contracts/without-schemas',
      // The build that its package names warns developers, also where people are the ones who load it.
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
            // Not optimized here: that step would rewrite light-dark() for browsers we do not serve.
            options: { postcssOptions: { plugins: [['@tailwindcss/postcss', { base: here, optimize: false }]] } },
          },
        ],
      },
      { test: /\.(woff2|svg)$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: './src/index.html', scriptLoading: 'defer', minify: false }),
    preloadFonts,
    new rspack.CssExtractRspackPlugin({ filename: cssName }),
    new rspack.CopyRspackPlugin({ patterns: [{ from: './src/favicon.svg', to: 'favicon.svg' }] }),
    ...hiddenMaps(),
    new ShellDocumentPlugin({ version, preload: ['house'], slots: SLOTS }),
    new BudgetPlugin([
      {
        what: 'first paint',
        most: 127_500,
        files: ({ entrypoints, namedChunkGroups }) => [
          'index.html',
          ...entrypoints.get('main').getFiles(),
          ...namedChunkGroups.get('house').getFiles(),
        ],
      },
      {
        what: 'landing page',
        most: 105_000,
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
      // Each script more costs a request and a start.
      chunks: ({ name }) => name !== 'house',
      // What changes with the next dependency update, apart from what changes with every release.
      cacheGroups: { vendors: { test: /[\\/]node_modules[\\/]/, name: 'vendors', chunks: 'initial' } },
    },
    minimizer: minimizers(),
  },
  performance: false,
  lazyCompilation: false,
  stats: 'errors-warnings',
}

export default isHot ? hotShell(config) : config
