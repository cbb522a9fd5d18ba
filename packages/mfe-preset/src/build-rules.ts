import { createRequire } from 'node:module'
import path from 'node:path'
import { type RuleSetRule, rspack } from '@rspack/core'
import { isHot } from './hot.ts'
import { scopeStyles } from './scope-styles.ts'

const require = createRequire(import.meta.url)

export const typescriptRule: RuleSetRule = {
  test: /\.tsx?$/,
  type: 'javascript/auto',
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: isHot, refresh: isHot } },
      target: 'es2022',
    },
  },
}

/** Removes schemas from contracts that are only called. Imports of `src/schemas.ts` keep them; see {@link remoteRules}. */
export const contractRule: RuleSetRule = {
  test: /[\\/]contracts[\\/]src[\\/].*\.ts$/,
  issuer: { not: [/[\\/]src[\\/]schemas\.ts$/] },
  issuerLayer: { not: ['schemas'] },
  enforce: 'pre',
  loader: path.join(import.meta.dirname, '../client/calls-only.mjs'),
}

const realZod = { zod$: path.join(path.dirname(require.resolve('zod/package.json')), 'index.js') }

/** Rules for the styles and schemas of the module in `root`. */
export const remoteRules = (name: string, root: string): RuleSetRule[] => [
  // `src/schemas.ts` of a module with forms imports a second copy of the contracts, which contains zod.
  { issuer: path.join(root, 'src/schemas.ts'), layer: 'schemas', resolve: { alias: realZod } },
  { issuerLayer: 'schemas', resolve: { alias: realZod } },
  {
    test: /\.css$/,
    include: root,
    type: 'javascript/auto',
    use: [
      rspack.CssExtractRspackPlugin.loader,
      {
        loader: require.resolve('css-loader'),
        options: { modules: { auto: true, localIdentName: `${name}-[local]-[hash:base64:6]` } },
      },
      {
        loader: require.resolve('postcss-loader'),
        options: {
          postcssOptions: { plugins: [[require.resolve('@tailwindcss/postcss'), { base: root }], scopeStyles(name)] },
        },
      },
    ],
  },
]

/** The supported browsers. Older ones would need style sheets that are half as large again. */
const BROWSERS = ['chrome >= 123', 'firefox >= 121', 'safari >= 17.5']

export const minimizers = () => [
  new rspack.SwcJsMinimizerRspackPlugin(),
  new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
]
