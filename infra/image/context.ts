import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/targets.ts'

// Whether the ignore file keeps a path out. It knows plain paths, names anywhere (two stars and a slash before them) and
// one star within a name, which is all that ours has.
const ignoring = (text: string) => {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      if (line.startsWith('!') || /[?[\]]/.test(line)) throw new Error(`“${line}” is more than is known here.`)
      const anywhere = line.startsWith('**/')
      const name = (anywhere ? line.slice(3) : line).replace(/[.+^${}()|\\]/g, '\\$&').replaceAll('*', '[^/]*')
      return new RegExp(`^${anywhere ? '(.*/)?' : ''}${name}$`)
    })
  return (path: string) => patterns.some((pattern) => pattern.test(path))
}

/** The files that the image is built from, as paths below the repository. */
export const contextFiles = (): string[] => {
  const isIgnored = ignoring(readFileSync(new URL('Dockerfile.dockerignore', import.meta.url), 'utf8'))
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isIgnored(path)) return []
      return entry.isDirectory() ? walk(path) : [path]
    })
  return walk('')
}
