import path from 'node:path'
import { minimizers } from '@griot/mfe-preset/build-rules'
import { rspack } from '@rspack/core'
import shell, { shared } from './rspack.config.mjs'

/**
 * The page `/mfe/`, as an entry of its own: it shares no file with the shell, because it must work while the shell or a
 * module is broken. The gateway serves it from its own folder.
 */
const moduleAdmin = {
  ...shared,
  mode: 'production',
  entry: './src/module-admin/main.tsx',
  devtool: false,
  output: {
    path: path.join(import.meta.dirname, '../gateway/dist/module-admin'),
    clean: true,
    publicPath: '/mfe/',
    filename: 'assets/[name].[contenthash:12].js',
    assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
  },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: './src/module-admin/index.html', scriptLoading: 'defer', minify: false }),
    new rspack.CssExtractRspackPlugin({ filename: 'assets/[name].[contenthash:12].css' }),
  ],
  optimization: { minimizer: minimizers() },
}

/** Everything that the product needs of this folder. */
export default [shell, moduleAdmin]
