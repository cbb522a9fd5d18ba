import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'

/** Builds a front end for development now and whenever a file of it changes, into a folder apart from the one for use. */
export const watchBuild = async (root: string, dist: string, told: (failure: string | null) => void) => {
  // The configurations take the folder they are built in for granted.
  process.chdir(root)
  const file = pathToFileURL(path.join(root, 'rspack.config.mjs')).href
  const { default: given } = (await import(file)) as { default: Configuration | Promise<Configuration> }
  const config = await given
  rspack({ ...config, output: { ...config.output, path: dist } }).watch({ aggregateTimeout: 100 }, (error, stats) =>
    told(error?.message ?? (stats?.hasErrors() ? stats.toString('errors-only') : null)),
  )
}
