import type { RuleSetRule } from '@rspack/core'
import { isHot } from './hot.ts'

/** How our TypeScript becomes what browsers run, in the shell and in every remote alike. */
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
