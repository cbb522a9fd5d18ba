// Stands in for zod in browser builds that only call endpoints: `call` needs a method and a path, and zod is 28 kB
// gzipped. Every schema becomes one inert value; asking it to check something is a mistake in the build and throws.
const CHECKS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const inert: unknown = new Proxy(() => undefined, {
  apply: () => inert,
  get: (_, name) => {
    if (typeof name === 'string' && CHECKS.has(name)) throw new Error('This build carries no schemas to check with')
    return inert
  },
})

export const z = inert
