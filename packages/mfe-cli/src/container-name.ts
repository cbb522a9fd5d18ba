import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Folders that a build writes or installs. */
const IGNORED = /^(?:\.|node_modules$|dist$|coverage$)/

/**
 * A name for the container of a stock build: `mfe_charts_3f2a1c90`. Its last part is a hash of the files in `folder`, so that
 * each version has names of its own and can run beside another one in a page.
 */
export const containerName = (module: string, folder = process.cwd()) => {
  const hash = createHash('sha256')
  for (const file of sourcesIn(folder))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(folder, file)))
  return `mfe_${module.replaceAll('-', '_')}_${hash.digest('hex').slice(0, 8)}`
}

/** The files below a folder, without those that a build writes or installs. */
export const sourcesIn = (folder: string, below = ''): string[] =>
  readdirSync(path.join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(below, entry.name)
      return entry.isDirectory() ? sourcesIn(folder, name) : [name]
    })
