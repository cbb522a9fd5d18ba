// Replaces zod (28 kB gzipped) in browser builds that only call endpoints, which need a method and a path. Parsing with
// such a schema is a mistake in the build and throws.
const CHECKS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const stub: unknown = new Proxy(() => undefined, {
  apply: () => stub,
  get: (_, name) => {
    if (typeof name === 'string' && CHECKS.has(name)) throw new Error('This build has no schemas')
    return stub
  },
})

export const z = stub
