// In the shell's development build: brings what was built since into the page as it stands.
const hot = import.meta.webpackHot

globalThis.griotHot ??= { containers: new Map() }
const { griotHot } = globalThis

/** What runs here, where it is not what was assigned when the page came. */
const running = new Map()

const takeInShell = async (version) => {
  let isRenewed = false
  while (await hot.check(true)) isRenewed = true
  if (!isRenewed) throw new Error('there is no way from this shell to the one that was built')
  for (const link of document.querySelectorAll('link[rel="stylesheet"][href^="/assets/"]')) {
    link.href = `${new URL(link.href).pathname}?${version}`
  }
}

const takeInModule = async (name, known, next) => {
  const update = griotHot.containers.get(next.container)
  if (!update || next.container !== known.container) throw new Error(`${name} was built by another watcher`)
  await update(new URL(next.entry.replace(/[^/]+$/, ''), location.origin).href)
}

const isLoaded = (name) => performance.getEntriesByName(`mfe:${name}:load`).length > 0

/** A module that this page has not loaded needs no news. Throws when something can only be had by a new page. */
const takeInAll = async (known, next) => {
  const versionOf = (name, assigned) => running.get(name) ?? assigned
  const shell = next.newerShell ?? next.shell
  if (shell !== versionOf('shell', known.shell)) {
    await takeInShell(shell)
    running.set('shell', shell)
  }
  for (const [name, module] of Object.entries(next.modules)) {
    const before = known.modules[name]
    if (!before) throw new Error(`${name} is new`)
    if (module.version === versionOf(name, before.version) || !isLoaded(name)) continue
    await takeInModule(name, before, module)
    running.set(name, module.version)
  }
}

/**
 * Brings what was built into the page, and answers what stands in it then: what took in its news keeps the version that it
 * was loaded as, or it would be loaded again. Null when only a new page can have it.
 */
griotHot.takeIn = async (known, next) => {
  try {
    await takeInAll(known, next)
  } catch (error) {
    console.warn('this change needs a new page', error)
    return null
  }
  const kept = Object.entries(known.modules).filter(([name]) => running.has(name))
  const { newerShell: _, ...rest } = next
  return { ...rest, shell: known.shell, modules: { ...next.modules, ...Object.fromEntries(kept) } }
}
