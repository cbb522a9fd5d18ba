// In the shell's development build: applies later builds to the page.
const hot = import.meta.webpackHot

globalThis.griotHot ??= { containers: new Map() }
const { griotHot } = globalThis

/** Versions that replaced the assigned ones. */
const running = new Map()

const updateShell = async (version) => {
  let isUpdated = false
  while (await hot.check(true)) isUpdated = true
  if (!isUpdated) throw new Error('there is no update from the running shell to the new one')
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/assets/"]')) {
    link.href = `${new URL(link.href).pathname}?${version}`
  }
}

const updateModule = async (name, known, next) => {
  const update = griotHot.containers.get(next.container)
  if (!update || next.container !== known.container) throw new Error(`${name} was built by another watcher`)
  await update(new URL(next.entry.replace(/[^/]+$/, ''), location.origin).href)
}

const isLoaded = (name) => performance.getEntriesByName(`mfe:${name}:load`).length > 0

/** Updates the shell and the loaded modules. Throws if that needs a new page. */
const updateAll = async (known, next) => {
  const versionOf = (name, assigned) => running.get(name) ?? assigned
  const shell = next.newerShell ?? next.shell
  if (shell !== versionOf('shell', known.shell)) {
    await updateShell(shell)
    running.set('shell', shell)
  }
  for (const [name, module] of Object.entries(next.modules)) {
    const before = known.modules[name]
    if (!before) throw new Error(`${name} is new`)
    if (module.version === versionOf(name, before.version) || !isLoaded(name)) continue
    await updateModule(name, before, module)
    running.set(name, module.version)
  }
}

/**
 * Applies an assignment to the page. Returns the assignment for the loader, in which updated modules keep the version that
 * they were loaded as, because the loader would load them again. Null if that needs a new page.
 */
griotHot.takeIn = async (known, next) => {
  try {
    await updateAll(known, next)
  } catch (error) {
    console.warn('this change needs a new page', error)
    return null
  }
  const kept = Object.entries(known.modules).filter(([name]) => running.has(name))
  const { newerShell: _, ...rest } = next
  return { ...rest, shell: known.shell, modules: { ...next.modules, ...Object.fromEntries(kept) } }
}
