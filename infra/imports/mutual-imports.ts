import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

const TESTS = /\.test\.tsx?$|(^|\/)(testing|e2e)\//

/** `services/*` and `packages/*` contain workspaces; every other folder of the root is one. */
const workspaceOf = (path: string) => /^(services|packages)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? ''

/** The requests of all imports and re-exports, also those of types only. */
const requestsIn = (path: string, source: string): string[] => {
  const { module } = parseSync(path, source)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
}

/** The sibling folders that contain the two files: `a/b/c.ts` and `a/d/e/f.ts` are in `a/b` and `a/d`. */
const siblingsOf = (from: string, to: string) => {
  const [left, right] = [from.split('/'), to.split('/')]
  const fork = left.findIndex((name, depth) => name !== right[depth])
  const areFolders = fork !== -1 && fork < left.length - 1 && fork < right.length - 1
  return areFolders ? ([left, right].map((names) => names.slice(0, fork + 1).join('/')) as [string, string]) : undefined
}

/** The pairs of sibling folders of one workspace that import each other, as `a/b ↔ a/c`. Tests do not count. */
export const mutualImports = (paths: readonly string[], read: (path: string) => string): string[] => {
  const imports = new Set<string>()
  for (const path of paths.filter((path) => !TESTS.test(path))) {
    for (const request of requestsIn(path, read(path))) {
      const target = posix.join(posix.dirname(path), request)
      if (!request.startsWith('.') || TESTS.test(target) || workspaceOf(target) !== workspaceOf(path)) continue
      const siblings = siblingsOf(path, target)
      if (siblings) imports.add(siblings.join(' ↔ '))
    }
  }
  return [...imports].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ↔ ')
    return from < to && imports.has(`${to} ↔ ${from}`)
  })
}
