import type { RuleSetRule } from '@rspack/core'

/** How our TypeScript becomes what browsers run, in the shell and in every remote alike. */
export const typescriptRule: RuleSetRule = {
  test: /\.tsx?$/,
  type: 'javascript/auto',
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // Remotes are given `react/jsx-runtime` and no other, in development too.
      transform: { react: { runtime: 'automatic', development: false } },
      target: 'es2022',
    },
  },
}
