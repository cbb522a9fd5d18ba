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

/** The sibling folders that each folder imports. Tests do not count. */
const folderImports = (paths: readonly string[], read: (path: string) => string) => {
  const imports = new Map<string, Set<string>>()
  for (const path of paths.filter((path) => !TESTS.test(path))) {
    for (const request of requestsIn(path, read(path))) {
      const target = posix.join(posix.dirname(path), request)
      if (!request.startsWith('.') || TESTS.test(target) || workspaceOf(target) !== workspaceOf(path)) continue
      const [from, to] = siblingsOf(path, target) ?? []
      if (from && to) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  }
  return imports
}

/** The folders of the shortest cycle that begins and ends with this one. */
const shortestCycle = (start: string, imports: ReturnType<typeof folderImports>) => {
  const chains = [[start]]
  const seen = new Set<string>()
  // The loop also reads the chains that it adds.
  for (const chain of chains) {
    for (const next of imports.get(chain.at(-1) ?? '') ?? []) {
      if (next === start) return [...chain, start]
      if (!seen.has(next)) chains.push([...chain, next])
      seen.add(next)
    }
  }
  return undefined
}

/** The cycles of imports between sibling folders of one workspace, as `a/b → a/c → a/b`. */
export const importCycles = (paths: readonly string[], read: (path: string) => string): string[] => {
  const imports = folderImports(paths, read)
  return [...imports.keys()].flatMap((folder) => {
    const cycle = shortestCycle(folder, imports)
    // One report for each cycle, from its first folder by name.
    return cycle?.every((other) => folder <= other) ? [cycle.join(' → ')] : []
  })
}
