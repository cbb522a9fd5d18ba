import path from 'node:path'
import type { RuleSetRule } from '@rspack/core'

/** The router, in its production build, without what only pages with loaders and forms of its own need. */
export const routerRule: RuleSetRule = {
  test: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/,
  loader: path.join(import.meta.dirname, '../client/router-of-pages.mjs'),
}
