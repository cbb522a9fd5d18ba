const METHODS = ['pushState', 'replaceState', 'go', 'back', 'forward'] as const

/** Members of the history that a module tried to replace. */
const replaced = new Set<string>()

/**
 * Defines the methods as properties of the history itself that cannot change: an unchangeable replacement could not be set back,
 * and would end navigation. Setters ignore assignments, because an error would end libraries that patch these methods.
 */
export const fixHistory = () => {
  const { history } = globalThis
  for (const name of METHODS.filter((method) => !Object.hasOwn(history, method))) {
    const method = history[name]
    const set = () => void replaced.add(`history.${name}`)
    Object.defineProperty(history, name, { get: () => method, set, enumerable: true, configurable: false })
  }
  const property = Object.getOwnPropertyDescriptor(globalThis, 'history')
  // Browsers define it without a setter. In tests it belongs to the test runner.
  if (property && !property.set) Object.defineProperty(globalThis, 'history', { ...property, configurable: false })
}

/** The names since the last call. */
export const replacedInHistory = () => {
  const names = [...replaced]
  replaced.clear()
  return names
}
