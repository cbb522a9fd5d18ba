import { join } from 'node:path'
import { typescriptRule } from '@griot/mfe-preset/typescript-rule'
import { type Configuration, rspack } from '@rspack/core'
import { root } from '../build/targets.ts'

/** The page of the components, as plain as the shell's build and without minifying. */
export const pageConfig = (output: string): Configuration => {
  const context = join(root, 'packages/ui')
  return {
    context,
    mode: 'development',
    target: ['web', 'es2022'],
    entry: './page/page.tsx',
    devtool: 'source-map',
    output: { path: output, filename: 'page.js', cssFilename: 'page.css', assetModuleFilename: '[name][ext]' },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        typescriptRule,
        {
          test: /\.css$/,
          type: 'javascript/auto',
          use: [
            rspack.CssExtractRspackPlugin.loader,
            'css-loader',
            {
              loader: 'postcss-loader',
              options: { postcssOptions: { plugins: [['@tailwindcss/postcss', { base: context, optimize: false }]] } },
            },
          ],
        },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new rspack.HtmlRspackPlugin({ template: './page/index.html', scriptLoading: 'defer' }),
      new rspack.CssExtractRspackPlugin({ filename: 'page.css' }),
    ],
    performance: false,
    lazyCompilation: false,
    stats: 'errors-warnings',
  }
}
