import { createRequire } from 'node:module'
import path from 'node:path'
import { type RuleSetRule, rspack } from '@rspack/core'

const require = createRequire(import.meta.url)

const realZod = { zod$: path.join(path.dirname(require.resolve('zod/package.json')), 'index.js') }

/** What becomes of a remote's files besides its TypeScript: of those below `root`, whoever builds them. */
export const remoteRules = (name: string, root: string): RuleSetRule[] => [
  // A module with forms names their schemas in `src/schemas.ts`: the contracts imported there are another copy, with zod
  // in it.
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
        options: { postcssOptions: { plugins: [[require.resolve('@tailwindcss/postcss'), { base: root }]] } },
      },
    ],
  },
]
