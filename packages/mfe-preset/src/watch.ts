import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'

/** Builds a front end into `dist` now and after every change. Calls `onBuild` with the errors, or null. */
export const watchBuild = async (root: string, dist: string, onBuild: (failure: string | null) => void) => {
  // The configurations use the current folder.
  process.chdir(root)
  const file = pathToFileURL(path.join(root, 'rspack.config.mjs')).href
  const { default: exported } = (await import(file)) as { default: Configuration | Promise<Configuration> }
  const config = await exported
  rspack({ ...config, output: { ...config.output, path: dist } }).watch({ aggregateTimeout: 100 }, (error, stats) =>
    onBuild(error?.message ?? (stats?.hasErrors() ? stats.toString('errors-only') : null)),
  )
}
