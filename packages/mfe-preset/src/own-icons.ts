import path from 'node:path'
import { rspack } from '@rspack/core'

/** Puts `create-icon.ts` in the place of lucide's own function; what an icon draws stays lucide's. */
export const ownIcons = () =>
  new rspack.NormalModuleReplacementPlugin(
    /^\.\.\/createLucideIcon\.mjs$/,
    path.join(import.meta.dirname, 'create-icon.ts'),
  )
