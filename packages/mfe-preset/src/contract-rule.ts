import path from 'node:path'
import type { RuleSetRule } from '@rspack/core'

/** Contracts weigh little where they are only called; forms have them whole, by `src/schemas.ts` (see remote-rules.ts). */
export const contractRule: RuleSetRule = {
  test: /[\\/]contracts[\\/]src[\\/].*\.ts$/,
  issuer: { not: [/[\\/]src[\\/]schemas\.ts$/] },
  issuerLayer: { not: ['schemas'] },
  enforce: 'pre',
  loader: path.join(import.meta.dirname, '../client/calls-only.mjs'),
}
